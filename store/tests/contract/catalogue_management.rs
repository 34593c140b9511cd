//! Commands of a company on its own catalogue.

use serde_json::{Value, json};
use store::{
    Db, Error,
    booking::{
        Actor, Request,
        confirm::Contact,
        hold::{self, NewBooking},
    },
    catalogue::{detail::Availability, filter::Window, offering, offering_details},
    company::events,
    inventory::schedule::Exception,
    offering_management::{
        CatalogueError, Editor, OfferingState, folder,
        listing::{self, OwnFilter},
        night_rate::NightRateForm,
        occurrence::NewOccurrence,
        offering_form::OfferingForm,
        offering_view::{self, OwnOffering},
        resource::{self, ResourceForm},
        schedule::{Schedule, ScheduleOwner},
    },
    on,
    testing::{
        both, count,
        market::{self, CompanyRow},
    },
    types::{
        ids::{BookingId, CompanyId, Ids, OfferingId},
        timestamp::{Date, Timestamp},
    },
};

use crate::account;

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
const DAY: i64 = Timestamp::DAY;

fn editor<'a>(db: &'a Db, ids: &'a Ids, company: CompanyId) -> Editor<'a> {
    Editor { db, ids, company, user: market::owner(company), now: NOW }
}

fn form(value: Value) -> OfferingForm {
    serde_json::from_value(value).unwrap()
}

/// Returns the object with the keys of another.
fn with(mut base: Value, change: &Value) -> Value {
    for (key, value) in change.as_object().unwrap() {
        base[key] = value.clone();
    }
    base
}

async fn company(db: &Db, id: i64, name: &'static str) -> CompanyId {
    let categories = vec!["beauty", "shops", "music", "hotels"];
    CompanyRow { categories, hours: Some(540..720), ..CompanyRow::new(id, name) }.insert(db).await
}

async fn show(editor: &Editor<'_>, id: OfferingId) -> OwnOffering {
    offering_view::show(editor.db, editor.company, id, NOW).await.unwrap()
}

fn fields<T: std::fmt::Debug>(result: Result<T, CatalogueError>) -> Vec<String> {
    match result.unwrap_err() {
        CatalogueError::Fields(errors) => errors.into_iter().map(|(field, _)| field).collect(),
        cause => panic!("{cause:?}"),
    }
}

fn is_missing<T>(result: Result<T, CatalogueError>) -> bool {
    matches!(result, Err(CatalogueError::Store(Error::NotFound)))
}

fn shirt() -> OfferingForm {
    form(json!({
        "category": "shops", "kind": "product", "name": " Shirt ", "vat_rate": 2100, "details": {"brand": "Azul"},
        "variants": [
            {"name": "S", "attributes": {"size": "S"}, "price": 2500, "capacity": 4},
            {"name": "M", "attributes": {"size": "M"}, "price": 2000, "capacity": 5, "sold_out": true},
        ],
    }))
}

fn facial() -> OfferingForm {
    form(json!({
        "category": "beauty", "kind": "service", "name": "Facial", "duration_minutes": 60,
        "variants": [{"price": 4500}],
    }))
}

async fn book(db: &Db, offering: OfferingId, request: Request) {
    let customer = account(db, 70, "customer").await;
    let new = NewBooking {
        id: BookingId(71),
        offering,
        customer: Some(customer),
        request,
        client_id: Some("key".to_owned()),
        contact: Contact::default(),
    };
    hold::book(db, &new, None, Actor::Customer, NOW).await.unwrap();
}

#[tokio::test]
async fn created_offering_has_defaults_and_lowest_price_for_sale() {
    both(async |db| {
        let (ids, shop) = (Ids::new(0), company(&db, 1, "Shop").await);
        let editor = editor(&db, &ids, shop);
        let id = editor.create_offering(&shirt()).await.unwrap();
        let shown = show(&editor, id).await;
        assert_eq!((shown.name.as_str(), shown.price, shown.state), ("Shirt", 2_500, OfferingState::Active));
        assert_eq!((shown.availability, shown.details["brand"].as_str()), (Availability::Stock, Some("Azul")));
        assert_eq!(shown.variants[1].attributes.size.as_deref(), Some("M"));
        assert!(shown.variants[1].sold_out && !shown.variants[0].sold_out);
        let required = fields(editor.create_offering(&OfferingForm::default()).await);
        assert_eq!(required, ["category", "kind", "name", "variants"]);
        let table = form(json!({
            "category": "music", "kind": "service", "availability": "table", "name": "Table", "variants": [{"price": 0}],
        }));
        let table = editor.create_offering(&table).await.unwrap();
        assert_eq!(show(&editor, table).await.members_max, 8);
    })
    .await;
}

#[tokio::test]
async fn update_keeps_omitted_fields_and_refuses_all_on_error() {
    both(async |db| {
        let (ids, shop) = (Ids::new(0), company(&db, 1, "Shop").await);
        let editor = editor(&db, &ids, shop);
        let id = editor.create_offering(&shirt()).await.unwrap();
        let before = show(&editor, id).await;
        editor.update_offering(id, &form(json!({"name": "Blouse", "delivery_price": 2700}))).await.unwrap();
        let after = show(&editor, id).await;
        assert_eq!((after.name.as_str(), after.delivery_price), ("Blouse", Some(2_700)));
        assert_eq!((&after.variants, &after.details), (&before.variants, &before.details));
        editor.update_offering(id, &form(json!({"delivery_price": null}))).await.unwrap();
        assert_eq!(show(&editor, id).await.delivery_price, None);
        let wrong = json!({"name": "Hat", "vat_rate": 10_001, "members_min": 2, "folder_id": 9, "pictures": [9]});
        let wrong = fields(editor.update_offering(id, &form(wrong)).await);
        assert_eq!(wrong, ["vat_rate", "members_max", "folder_id", "pictures.0"]);
        assert_eq!(show(&editor, id).await.name, "Blouse");
    })
    .await;
}

#[tokio::test]
async fn rows_of_another_company_are_not_found() {
    both(async |db| {
        let (ids, shop, other) = (Ids::new(0), company(&db, 1, "Shop").await, company(&db, 2, "Other").await);
        let (editor, stranger) = (editor(&db, &ids, shop), editor(&db, &ids, other));
        let id = editor.create_offering(&shirt()).await.unwrap();
        let menu = editor.create_folder("Menu").await.unwrap();
        let ana: ResourceForm = serde_json::from_value(json!({"kind": "staff", "name": "Ana"})).unwrap();
        let staff = editor.create_resource(&ana).await.unwrap();
        assert!(is_missing(stranger.update_offering(id, &form(json!({"name": "Mine"}))).await));
        assert!(is_missing(stranger.set_sold_out(id, None, true).await));
        assert!(is_missing(stranger.set_state(&[id], OfferingState::Archived).await));
        assert!(is_missing(stranger.duplicate_offering(id).await));
        assert!(is_missing(stranger.reorder_offerings(&[id]).await));
        assert!(is_missing(stranger.rename_folder(menu, "Mine").await));
        assert!(is_missing(stranger.delete_folder(menu).await));
        assert!(is_missing(stranger.update_resource(staff, &ana).await));
        assert!(is_missing(stranger.delete_resource(staff).await));
        assert!(is_missing(stranger.set_night_rates(id, &[]).await));
        let empty = Schedule::default();
        assert!(is_missing(stranger.set_schedule(ScheduleOwner::Offering(id), &empty).await));
        assert!(is_missing(stranger.set_schedule(ScheduleOwner::Resource(staff), &empty).await));
        assert!(is_missing(offering_view::show(&db, other, id, NOW).await));
        let foreign = form(json!({
            "category": "shops", "kind": "product", "name": "Hat", "variants": [{"price": 1}],
            "folder_id": menu, "resources": [staff],
        }));
        assert_eq!(fields(stranger.create_offering(&foreign).await), ["folder_id", "resources"]);
        assert_eq!(show(&editor, id).await.name, "Shirt");
    })
    .await;
}

#[tokio::test]
async fn dates_are_shown_only_while_the_offering_has_dates() {
    both(async |db| {
        let (ids, club) = (Ids::new(0), company(&db, 1, "Club").await);
        let editor = editor(&db, &ids, club);
        let concert = form(json!({
            "category": "music", "kind": "ticket", "name": "Concert", "variants": [{"price": 2000, "capacity": 10}],
        }));
        let id = editor.create_offering(&concert).await.unwrap();
        let evening = NewOccurrence { starts_at: NOW.plus(DAY), ends_at: NOW.plus(DAY + Timestamp::HOUR) };
        editor.add_occurrences(id, &[evening]).await.unwrap();
        let shown = async || {
            let window = Window { limit: 10, offset: 0 };
            let (events, total) = events::events(&db, club, window, NOW).await.unwrap();
            let next = offering::cards(&db, &[id], NOW).await.unwrap()[0].next_at;
            let own = listing::list(&db, club, &OwnFilter::default(), window, NOW).await.unwrap().0[0].next_at;
            (events.len(), total, next.is_some(), own.is_some())
        };
        assert_eq!(shown().await, (1, 1, true, true));
        let sql = "UPDATE offering SET availability = 'unlimited'";
        on!(db.write(), at => store::testing::sqlx::query(sql).execute(at).await.map(drop)).unwrap();
        assert_eq!(shown().await, (0, 0, false, false));
    })
    .await;
}

#[tokio::test]
async fn capacity_never_falls_below_what_is_booked() {
    both(async |db| {
        let (ids, club) = (Ids::new(0), company(&db, 1, "Club").await);
        let editor = editor(&db, &ids, club);
        let concert = form(json!({
            "category": "music", "kind": "ticket", "name": "Concert", "members_max": 10,
            "variants": [
                {"name": "Floor", "price": 2000, "capacity": 10},
                {"name": "Box", "price": 9000, "capacity": 2},
            ],
        }));
        let id = editor.create_offering(&concert).await.unwrap();
        let evening = NewOccurrence { starts_at: NOW.plus(DAY), ends_at: NOW.plus(DAY + 3 * Timestamp::HOUR) };
        editor.add_occurrences(id, &[evening]).await.unwrap();
        assert_eq!(fields(editor.add_occurrences(id, &[evening]).await), ["occurrences.0"]);
        let shown = show(&editor, id).await;
        let (occurrence, floor) = (shown.occurrences[0].id, shown.variants[0].id);
        let request = Request { occurrence: Some(occurrence), items: vec![(floor, 3)], ..Request::default() };
        book(&db, id, request).await;
        assert!(matches!(editor.delete_offerings(&[id]).await, Err(CatalogueError::HasHistory)));
        let boxes = json!({"id": shown.variants[1].id, "name": "Box", "price": 9000, "capacity": 2});
        let variants = |capacity: i64| {
            let floor = json!({"id": floor, "name": "Floor", "price": 2000, "capacity": capacity});
            form(json!({"variants": [floor, boxes]}))
        };
        let Err(CatalogueError::Fields(errors)) = editor.update_offering(id, &variants(2)).await else { panic!() };
        assert_eq!(errors, [("variants.0.capacity".to_owned(), "Enter at least 3: so many are booked.".to_owned())]);
        editor.update_offering(id, &variants(3)).await.unwrap();
        let after = show(&editor, id).await;
        assert_eq!((after.variants[0].taken, after.variants[0].capacity, after.occurrences[0].taken), (3, Some(3), 3));
        // The public pages count what is left of the floor and the boxes.
        let left = async || {
            let page = offering_details::details(&db, id, NOW).await.unwrap();
            let window = Window { limit: 10, offset: 0 };
            let (events, _) = events::events(&db, page.card.company.id, window, NOW).await.unwrap();
            (page.occurrences[0].left, events[0].left)
        };
        assert_eq!(left().await, (2, 2));
        editor.set_all_sold_out(&[id], true).await.unwrap();
        assert_eq!(left().await, (0, 0));
        assert_eq!(fields(editor.update_offering(id, &form(json!({"variants": [boxes]}))).await), ["variants"]);
        assert!(matches!(editor.cancel_occurrence(occurrence).await, Err(CatalogueError::HasBookings)));
    })
    .await;
}

#[tokio::test]
async fn cancelled_occurrence_can_be_added_again() {
    both(async |db| {
        let (ids, club) = (Ids::new(0), company(&db, 1, "Club").await);
        let editor = editor(&db, &ids, club);
        let concert = json!({
            "category": "music", "kind": "ticket", "name": "Concert", "variants": [{"price": 2000, "capacity": 10}],
        });
        let id = editor.create_offering(&form(concert)).await.unwrap();
        let evening = NewOccurrence { starts_at: NOW.plus(DAY), ends_at: NOW.plus(2 * DAY) };
        let past = NewOccurrence { starts_at: NOW.plus(-DAY), ends_at: NOW };
        let reversed = NewOccurrence { ends_at: NOW, ..evening };
        let wrong = fields(editor.add_occurrences(id, &[evening, past, reversed]).await);
        assert_eq!(wrong, ["occurrences.1", "occurrences.2"]);
        assert_eq!(count(&db, "occurrence").await, 0);
        editor.add_occurrences(id, &[evening]).await.unwrap();
        let first = show(&editor, id).await.occurrences[0];
        assert_eq!(editor.cancel_occurrence(first.id).await.unwrap(), id);
        assert!(is_missing(editor.cancel_occurrence(first.id).await));
        editor.add_occurrences(id, &[evening]).await.unwrap();
        let again = show(&editor, id).await.occurrences[0];
        assert_eq!((again.id, again.cancelled_at), (first.id, None));
    })
    .await;
}

#[tokio::test]
async fn list_filters_by_state_folder_kind_and_words() {
    both(async |db| {
        let (ids, shop) = (Ids::new(0), company(&db, 1, "Shop").await);
        let editor = editor(&db, &ids, shop);
        let menu = editor.create_folder(" Summer ").await.unwrap();
        let shirt = editor.create_offering(&shirt()).await.unwrap();
        let hat = json!({
            "category": "shops", "kind": "product", "name": "Sun hat", "folder_id": menu,
            "variants": [{"price": 900, "capacity": 7}],
        });
        let hat = editor.create_offering(&form(hat)).await.unwrap();
        let facial = editor.create_offering(&facial()).await.unwrap();
        let found = async |filter: OwnFilter| {
            let window = Window { limit: 10, offset: 0 };
            let (rows, total) = listing::list(&db, shop, &filter, window, NOW).await.unwrap();
            assert_eq!(usize::try_from(total).unwrap(), rows.len());
            rows.iter().map(|row| row.id).collect::<Vec<_>>()
        };
        assert_eq!(found(OwnFilter::default()).await, [shirt, hat, facial]);
        assert_eq!(found(OwnFilter { folder: Some(menu), ..OwnFilter::default() }).await, [hat]);
        assert_eq!(found(OwnFilter { query: "HAT su".to_owned(), ..OwnFilter::default() }).await, [hat]);
        let low = OwnFilter { is_low_stock: true, ..OwnFilter::default() };
        assert!(!found(low.clone()).await.contains(&hat), "seven are left");
        let few = "UPDATE offering_variant SET capacity = 3 WHERE offering_id = $1";
        on!(db.write(), at => sqlx::query(few).bind(hat).execute(at).await.map(drop)).unwrap();
        assert!(found(low).await.contains(&hat));
        editor.set_state(&[shirt, hat], OfferingState::Archived).await.unwrap();
        assert_eq!(found(OwnFilter::default()).await, [facial]);
        let archived = OwnFilter { state: Some(OfferingState::Archived), ..OwnFilter::default() };
        assert_eq!(found(archived.clone()).await, [shirt, hat]);
        editor.reorder_offerings(&[hat, facial, shirt]).await.unwrap();
        assert_eq!(found(archived).await, [hat, shirt]);
        editor.set_sold_out(facial, None, true).await.unwrap();
        assert_eq!(found(OwnFilter { sold_out: Some(true), ..OwnFilter::default() }).await, [facial]);
        editor.delete_folder(menu).await.unwrap();
        assert_eq!(show(&editor, hat).await.folder_id, None);
        assert!(folder::list(&db, shop).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn schedule_and_night_rates_are_replaced_whole() {
    both(async |db| {
        let (ids, hotel) = (Ids::new(0), company(&db, 1, "Hotel").await);
        let editor = editor(&db, &ids, hotel);
        let room = json!({
            "category": "hotels", "kind": "service", "name": "Double", "variants": [{"price": 9000, "capacity": 2}],
        });
        let id = editor.create_offering(&form(room)).await.unwrap();
        let schedule = |value: Value| serde_json::from_value::<Schedule>(value).unwrap();
        let known = schedule(json!({
            "rules": [{"weekdays": [1, 2], "starts": "09:00", "ends": "18:00"}],
            "exceptions": [{"date": "2026-12-24", "available": false}],
        }));
        let owner = ScheduleOwner::Offering(id);
        editor.set_schedule(owner, &known).await.unwrap();
        assert_eq!(show(&editor, id).await.schedule, known);
        let wrong = schedule(json!({
            "rules": [
                {"weekdays": [], "starts": "09:00", "ends": "18:00"},
                {"weekdays": [1], "starts": "19:00", "ends": "18:00"},
            ],
            "exceptions": [{"date": "2026-12-24", "available": true}],
        }));
        assert_eq!(fields(editor.set_schedule(owner, &wrong).await), ["rules.0", "rules.1", "exceptions.0"]);
        let variant = show(&editor, id).await.variants[0].id;
        let rate = |change: Value| {
            let usual = json!({
                "variant_id": variant, "from_date": "2026-12-20", "to_date": "2026-12-31", "weekdays": [6, 7],
            });
            serde_json::from_value::<NightRateForm>(with(usual, &change)).unwrap()
        };
        let rates = [rate(json!({"price": 12_000})), rate(json!({"closed": true, "min_nights": 3}))];
        editor.set_night_rates(id, &rates).await.unwrap();
        let shown = show(&editor, id).await;
        assert_eq!((shown.night_rates.as_slice(), &shown.schedule), (&rates[..], &known));
        let wrong =
            [rate(json!({"to_date": "2026-12-01"})), rate(json!({"variant_id": 9})), rate(json!({"weekdays": []}))];
        let wrong = fields(editor.set_night_rates(id, &wrong).await);
        assert_eq!(wrong, ["rates.0.to_date", "rates.1.variant_id", "rates.2.weekdays"]);
        // Dates that are over neither count nor stay.
        let mut long = known.clone();
        let day = "2026-11-01".parse::<Date>().unwrap();
        long.exceptions.extend((1..500).map(|days| Exception {
            date: day.plus_days(-days),
            hours: None,
            available: false,
            note: String::new(),
        }));
        editor.set_schedule(owner, &long).await.unwrap();
        assert_eq!(show(&editor, id).await.schedule, known);
        let over = rate(json!({"from_date": "2025-01-01", "to_date": "2025-01-02"}));
        let many: Vec<_> = std::iter::repeat_n(over, 500).chain(rates.clone()).collect();
        editor.set_night_rates(id, &many).await.unwrap();
        assert_eq!(show(&editor, id).await.night_rates, rates);
        let copy = show(&editor, editor.duplicate_offering(id).await.unwrap()).await;
        assert_eq!((copy.name.as_str(), copy.state), ("Double (2)", OfferingState::Draft));
        assert_eq!((copy.schedule, copy.night_rates.len()), (known, 2));
        assert_eq!(copy.night_rates[0].variant_id, copy.variants[0].id);
    })
    .await;
}

#[tokio::test]
async fn resource_with_bookings_to_come_is_not_deleted() {
    both(async |db| {
        let (ids, salon) = (Ids::new(0), company(&db, 1, "Salon").await);
        let editor = editor(&db, &ids, salon);
        let id = editor.create_offering(&facial()).await.unwrap();
        let resource = |change: Value| {
            let ana = json!({"kind": "staff", "name": "Ana", "offerings": [id]});
            serde_json::from_value::<ResourceForm>(with(ana, &change)).unwrap()
        };
        let wrong = resource(json!({"name": " ", "seats_min": 3, "seats_max": 2, "place": {"x": 95}}));
        assert_eq!(fields(editor.create_resource(&wrong).await), ["name", "seats_max", "place.x"]);
        let foreign = resource(json!({"offerings": [9], "picture_id": 9}));
        assert_eq!(fields(editor.create_resource(&foreign).await), ["offerings", "picture_id"]);
        let staff = editor.create_resource(&resource(json!({}))).await.unwrap();
        let table = json!({"kind": "table", "name": "T1", "offerings": [], "place": {"area": "Terrace", "x": 10}});
        let table_id = editor.create_resource(&resource(table.clone())).await.unwrap();
        let renamed = resource(with(table, &json!({"name": "T2", "seats_max": 4})));
        editor.update_resource(table_id, &renamed).await.unwrap();
        let known = resource::list(&db, salon).await.unwrap();
        let rows: Vec<_> = known.iter().map(|it| (it.id, it.name.as_str(), it.offerings.len())).collect();
        assert_eq!(rows, [(staff, "Ana", 1), (table_id, "T2", 0)]);
        // Monday at 09:00 in Madrid.
        let nine = NOW.plus(27 * Timestamp::HOUR);
        book(&db, id, Request { starts_at: Some(nine), ..Request::default() }).await;
        assert!(matches!(editor.delete_resource(staff).await, Err(CatalogueError::HasBookings)));
        let stocked = form(json!({"availability": "stock"}));
        assert_eq!(fields(editor.update_offering(id, &stocked).await), ["availability"]);
        editor.delete_resource(table_id).await.unwrap();
        assert!(is_missing(editor.delete_resource(table_id).await));
        assert_eq!(resource::list(&db, salon).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn pictures_must_be_own_uploads() {
    both(async |db| {
        let (ids, shop, other) = (Ids::new(0), company(&db, 1, "Shop").await, company(&db, 2, "Other").await);
        let editor = editor(&db, &ids, shop);
        let own = market::picture(&db, 5, market::owner(shop)).await;
        let foreign = market::picture(&db, 6, market::owner(other)).await;
        let id = editor.create_offering(&shirt()).await.unwrap();
        let pictures = |ids: Value| form(json!({"pictures": ids}));
        assert_eq!(fields(editor.update_offering(id, &pictures(json!([own, foreign]))).await), ["pictures.1"]);
        assert_eq!(fields(editor.update_offering(id, &pictures(json!([own, own]))).await), ["pictures.1"]);
        editor.update_offering(id, &pictures(json!([own]))).await.unwrap();
        assert_eq!(show(&editor, id).await.pictures[0].id, own);
        // A colleague keeps a picture that is shown already.
        let colleague = Editor { user: market::owner(other), ..editor };
        colleague.update_offering(id, &pictures(json!([own]))).await.unwrap();
    })
    .await;
}
