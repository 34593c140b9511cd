//! Rates of nights that overlap, and their limits.

use serde_json::{Value, json};
use store::{
    Db,
    booking::hold,
    catalogue::filter::Window,
    inventory::{
        calendar::{self, DayState},
        stay::{self, NIGHTS_MAX, RoomFilter, Stay},
    },
    offering_management::{CatalogueError, Editor, night_rate::NightRateForm},
    on,
    testing::{
        both,
        market::{self, OfferingRow},
        sqlx,
    },
    types::ids::{CompanyId, Ids, OfferingId},
};

use crate::bookings::{NOW, customer, date, field, hotel, new, nights};

/// Sets rates that apply from 2026-11-24 to 2026-11-30 on every day, each with these changes.
async fn set_rates(db: &Db, offering: OfferingId, changes: &[Value]) -> Result<(), CatalogueError> {
    let (ids, company) = (Ids::new(0), CompanyId(1));
    let editor = Editor { db, ids: &ids, company, user: market::owner(company), now: NOW };
    let rate = |change: &Value| {
        let mut rate = json!({
            "variant_id": OfferingRow::variant(offering, 0), "from_date": "2026-11-24", "to_date": "2026-11-30",
            "weekdays": [1, 2, 3, 4, 5, 6, 7],
        });
        rate.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        serde_json::from_value::<NightRateForm>(rate).unwrap()
    };
    editor.set_night_rates(offering, &changes.iter().map(rate).collect::<Vec<_>>()).await
}

#[tokio::test]
async fn last_of_overlapping_rates_decides_alone() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let rates = [
            json!({"price": 12_000, "min_nights": 3}),
            json!({"from_date": "2026-11-26", "to_date": "2026-11-28", "closed": true}),
            json!({"from_date": "2026-11-27", "to_date": "2026-11-27", "min_nights": 2}),
        ];
        set_rates(&db, offering, &rates).await.unwrap();
        let days = calendar::days(&db, offering, &date("2026-11-23"), &date("2026-11-29"), 1, NOW).await.unwrap();
        let shown: Vec<_> = days.iter().map(|day| (day.state, day.price, day.min_nights)).collect();
        let season = (DayState::Free, Some(12_000), Some(3));
        let closed = (DayState::Closed, None, None);
        // Without a price, the last rate takes the one of the variant.
        let opened = (DayState::Free, Some(9_000), Some(2));
        assert_eq!(shown, [(DayState::Free, Some(9_000), Some(1)), season, season, closed, opened, closed, season]);

        let hold = async |id, from: &str, until: &str| {
            hold::hold(&db, &new(id, offering, zoe, nights(from..until)), NOW).await
        };
        assert_eq!(field(hold(30, "2026-11-24", "2026-11-26").await), "check_out", "three nights at least");
        assert_eq!(field(hold(30, "2026-11-25", "2026-11-28").await), "check_in", "one night is closed");
        assert_eq!(field(hold(30, "2026-11-27", "2026-11-28").await), "check_out", "two nights at least");
        let stay = Stay { check_in: date("2026-11-29"), check_out: date("2026-12-02"), rooms: 1 };
        let page = Window { limit: 1, offset: 0 };
        let (rooms, _) = stay::rooms(&db, &RoomFilter::default(), Some(&stay), page, NOW).await.unwrap();
        assert_eq!((rooms[0].total, rooms[0].min_nights), (Some(33_000), Some(3)));
        assert_eq!(hold(31, "2026-11-29", "2026-12-02").await.unwrap().booking.total, 33_000);
    })
    .await;
}

#[tokio::test]
async fn listed_stay_and_its_tax_are_the_total_of_the_booking() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        // Half a cent of tax a night: rounded for each night, not for the stay.
        set_rates(&db, offering, &[json!({"price": 5_050})]).await.unwrap();
        on!(db.write(), at => sqlx::query("UPDATE offering SET vat_rate = 100").execute(at).await.map(drop)).unwrap();
        let page = Window { limit: 1, offset: 0 };
        for (id, country, vat_added) in [(30, "ES", 0), (31, "US", 102)] {
            on!(db.write(), at => sqlx::query("UPDATE company SET country = $1").bind(country).execute(at).await.map(drop))
                .unwrap();
            let stay = Stay { check_in: date("2026-11-24"), check_out: date("2026-11-26"), rooms: 1 };
            let (rooms, _) = stay::rooms(&db, &RoomFilter::default(), Some(&stay), page, NOW).await.unwrap();
            assert_eq!((rooms[0].total, rooms[0].vat_added), (Some(10_100), Some(vat_added)), "{country}");
            let held = hold::hold(&db, &new(id, offering, zoe, nights("2026-11-24".."2026-11-26")), NOW).await.unwrap();
            assert_eq!(held.booking.total, 10_100 + vat_added, "{country}");
        }
    })
    .await;
}

#[tokio::test]
async fn minimum_stay_beyond_the_longest_stay_is_refused() {
    both(async |db| {
        let offering = hotel(&db).await;
        for nights in [NIGHTS_MAX + 1, 60, 0, -1, i64::MAX] {
            match set_rates(&db, offering, &[json!({}), json!({"min_nights": nights})]).await {
                Err(CatalogueError::Fields(errors)) => {
                    let expected = ("rates.1.min_nights".to_owned(), "Enter a number from 1 to 30.".to_owned());
                    assert_eq!(errors, [expected], "{nights}");
                }
                other => panic!("{nights}: {other:?}"),
            }
        }
        set_rates(&db, offering, &[json!({"min_nights": NIGHTS_MAX})]).await.unwrap();
    })
    .await;
}
