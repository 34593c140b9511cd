//! Page of a company as its members change it.

use serde_json::json;
use store::{
    Db,
    catalogue::{
        category,
        detail::{Availability, OfferingKind},
    },
    company::{self, Changed, CompanyChange, TeamRole, account_of},
    offering_management::{CatalogueError, Editor, OfferingState},
    on,
    storefront::{StoreProfileForm, profile},
    testing::{
        both, count,
        market::{self, CompanyRow, OfferingRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, Ids},
        timestamp::Timestamp,
    },
};

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
const HOUR: i64 = Timestamp::HOUR;

fn editor<'a>(db: &'a Db, ids: &'a Ids, company: CompanyId) -> Editor<'a> {
    Editor { db, ids, company, user: market::owner(company), now: NOW }
}

fn form(value: serde_json::Value) -> StoreProfileForm {
    serde_json::from_value(value).unwrap()
}

fn fields<T: std::fmt::Debug>(result: Result<T, CatalogueError>) -> Vec<String> {
    match result.unwrap_err() {
        CatalogueError::Fields(errors) => errors.into_iter().map(|(field, _)| field).collect(),
        cause => panic!("{cause:?}"),
    }
}

#[tokio::test]
async fn only_the_owner_changes_legal_data() {
    both(async |db| {
        let (ids, shop) = (Ids::new(0), CompanyRow::new(1, "Shop").insert(&db).await);
        let editor = editor(&db, &ids, shop);
        let legal = json!({
            "name": "Other", "email": "other@plaza.example", "address": "2 Side Street", "city": "Porto",
            "postal_code": "4000", "country": "PT",
        });
        let refused = fields(editor.update_profile(&form(legal.clone()), TeamRole::Manager).await);
        assert_eq!(refused, ["name", "email", "address", "city", "postal_code", "country"]);
        // Unchanged values are no change.
        let same = form(json!({"name": "Shop", "country": "ES", "description": "Bread", "phone": "+34 600 000 001"}));
        assert_eq!(editor.update_profile(&same, TeamRole::Manager).await.unwrap(), None);
        let account = account_of(&db, shop).await.unwrap();
        assert_eq!(editor.update_profile(&form(legal), TeamRole::Owner).await.unwrap(), Some(account));
        // Chats show the account.
        assert_eq!(count(&db, "account WHERE kind = 'company' AND first_name = 'Other'").await, 1);
    })
    .await;
}

#[tokio::test]
async fn new_time_zone_keeps_local_times_of_dates() {
    both(async |db| {
        let row = CompanyRow { categories: vec!["music"], ..CompanyRow::new(1, "Club") };
        let (ids, club) = (Ids::new(0), row.insert(&db).await);
        let concert = OfferingRow {
            category: "music",
            kind: OfferingKind::Ticket,
            availability: Availability::Occurrence,
            ..OfferingRow::new(2, club, "Concert")
        };
        let concert = concert.insert(&db).await;
        let starts = [-2, 2, 3, 4];
        for (id, hours) in (10..).zip(starts) {
            market::occurrence(&db, id, concert, NOW.plus(hours * HOUR)..NOW.plus((hours + 2) * HOUR)).await;
        }
        let editor = editor(&db, &ids, club);
        // One hour behind Madrid: each date comes an hour later, where the next one was.
        editor.update_profile(&form(json!({"time_zone": "Atlantic/Canary"})), TeamRole::Manager).await.unwrap();
        let rows: Vec<(i64, i64)> = on!(db.read(), at => sqlx::query_as(
            "SELECT starts_at, ends_at FROM occurrence ORDER BY id").fetch_all(at).await)
        .unwrap();
        let expected = [-2, 3, 4, 5].map(|hours| (NOW.0 + hours * HOUR, NOW.0 + (hours + 2) * HOUR));
        assert_eq!(rows, expected);
    })
    .await;
}

#[tokio::test]
async fn category_of_active_offerings_is_not_given_up() {
    both(async |db| {
        let row = CompanyRow { categories: vec!["food", "music"], ..CompanyRow::new(1, "Club") };
        let (ids, club) = (Ids::new(0), row.insert(&db).await);
        let soup = OfferingRow::new(2, club, "Soup").insert(&db).await;
        let editor = editor(&db, &ids, club);
        let without = form(json!({"categories": ["music"]}));
        let change = CompanyChange {
            categories: category::choose(&["music".to_owned()], 1).ok(),
            name: "Other".parse().ok(),
            ..CompanyChange::default()
        };
        assert_eq!(fields(editor.update_profile(&without, TeamRole::Owner).await), ["categories"]);
        assert_eq!(company::change(&db, club, &change).await.unwrap(), Changed::CategoryInUse);
        assert_eq!(count(&db, "company WHERE name = 'Other'").await, 0);
        editor.set_state(&[soup], OfferingState::Archived).await.unwrap();
        editor.update_profile(&without, TeamRole::Owner).await.unwrap();
        assert!(profile::show(&db, club).await.is_ok());
        assert_eq!(fields(editor.set_state(&[soup], OfferingState::Active).await), ["category"]);
        assert_eq!(count(&db, "offering WHERE state = 'archived'").await, 1);
    })
    .await;
}
