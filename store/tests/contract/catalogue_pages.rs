//! Tabs of companies, followers, stays and cruises.

use serde_json::json;
use store::{
    Error,
    catalogue::{category, detail::Availability, filter::Window, offering},
    company::{about, events, follower, onsite},
    inventory::{
        cruise::{self, PortRole},
        stay::{self, RoomFilter, Stay},
    },
    on,
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, OfferingId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

const ALL: Window = Window { limit: 100, offset: 0 };

/// Runs a statement with these values.
macro_rules! run {
    ($db:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        on!($db.write(), at => sqlx::query($sql)$(.bind($value))*.execute(at).await.map(drop)).unwrap()
    };
}

#[tokio::test]
async fn catalogue_follow_toggles_and_members_are_refused() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        let ann = account(&db, 5, "ann").await;
        for (followed, count) in [(true, 1), (false, 0), (true, 1)] {
            let following = follower::follow(&db, company, ann, None, NOW).await.unwrap().unwrap();
            assert_eq!((following.followed, following.follower_count), (followed, count));
        }
        assert_eq!(follower::follow(&db, company, market::owner(company), None, NOW).await.unwrap(), None);
        assert!(matches!(follower::follow(&db, CompanyId(71), ann, None, NOW).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn catalogue_stay_has_price_and_rooms_left() {
    both(async |db| {
        let company = CompanyRow::new(70, "Hotel").insert(&db).await;
        let room = OfferingRow {
            category: "hotels",
            availability: Availability::Nights,
            details: json!({"adults": 2}),
            members: 1..4,
            variants: vec![VariantRow::new("", 8_000, Some(3))],
            ..OfferingRow::new(1, company, "Double room")
        };
        let room = room.insert(&db).await;
        let variant = OfferingRow::variant(room, 0);
        run!(
            db,
            "INSERT INTO night_rate (id, variant_id, from_date, to_date, price, min_nights)
             VALUES (1, $1, '2026-12-05', '2026-12-05', 10000, 2)",
            variant
        );
        // Local midnight of 2026-12-05 in Madrid.
        let midnight: Timestamp = "2026-12-04T23:00:00.000Z".parse().unwrap();
        run!(
            db,
            "INSERT INTO capacity_bucket (variant_id, starts_at, ends_at, capacity, held, sold) VALUES ($1, $2, $3, 3, 0, 2)",
            variant,
            midnight,
            midnight.plus(Timestamp::DAY)
        );
        let rooms_of = async |filter: RoomFilter, stay: Option<(&str, &str, i64)>| {
            let stay = stay.map(|(check_in, check_out, rooms)| Stay {
                check_in: check_in.parse().unwrap(),
                check_out: check_out.parse().unwrap(),
                rooms,
            });
            stay::rooms(&db, &filter, stay.as_ref(), ALL, NOW).await.unwrap()
        };
        let offered = async |from, to, rooms| {
            let offer = rooms_of(RoomFilter::default(), Some((from, to, rooms))).await.0.remove(0);
            (offer.nights, offer.total, offer.left)
        };
        assert_eq!(offered("2026-12-04", "2026-12-06", 1).await, (Some(2), Some(18_000), Some(1)));
        assert_eq!(offered("2026-12-04", "2026-12-06", 2).await, (Some(2), None, Some(1)));
        assert_eq!(offered("2026-12-06", "2026-12-08", 2).await, (Some(2), Some(32_000), Some(3)));
        assert_eq!(offered("2026-12-05", "2026-12-06", 1).await.1, None, "the minimum stay is two nights");
        assert_eq!(offered("2026-11-01", "2026-11-02", 1).await.1, None, "the stay is past");
        let (rooms, total) = rooms_of(RoomFilter { adults: Some(2), company: Some(company), ..Default::default() }, None).await;
        assert_eq!((rooms[0].total, rooms[0].left, total), (None, None, 1));
        let fitting = async |adults, children, rooms| {
            let filter = RoomFilter { adults: Some(adults), children: Some(children), rooms, ..Default::default() };
            rooms_of(filter, None).await.1
        };
        assert_eq!((fitting(3, 0, 1).await, fitting(3, 0, 2).await), (0, 1), "two adults in each room");
        assert_eq!((fitting(2, 2, 1).await, fitting(2, 3, 1).await, fitting(4, 4, 2).await), (1, 0, 1), "four persons");
    })
    .await;
}

#[tokio::test]
async fn catalogue_cruises_have_ports_sailings_and_cabins() {
    both(async |db| {
        let company = CompanyRow::new(70, "Blue Skiff").insert(&db).await;
        let cruise = OfferingRow {
            category: "cruises",
            availability: Availability::Occurrence,
            details: json!({"departure_port": "ESBCN", "destination_port": "ITGOA", "ports": ["FRMRS"]}),
            variants: vec![VariantRow::new("Inside", 100, Some(4)), VariantRow::new("Balcony", 200, Some(1))],
            ..OfferingRow::new(1, company, "Cruise")
        };
        let cruise = cruise.insert(&db).await;
        let sails: Timestamp = "2026-12-04T23:30:00.000Z".parse().unwrap();
        market::occurrence(&db, 1, cruise, sails..sails.plus(9)).await;
        market::occurrence(&db, 2, cruise, sails.plus(Timestamp::DAY * 9)..sails.plus(Timestamp::DAY * 10)).await;
        run!(
            db,
            "INSERT INTO capacity_bucket (variant_id, starts_at, ends_at, capacity, held, sold) VALUES ($1, $2, $3, 1, 0, 1)",
            OfferingRow::variant(cruise, 1),
            sails,
            sails.plus(9)
        );
        let cards = async || offering::cards(&db, &[cruise], NOW).await.unwrap();
        let all = cruise::offers(&db, cards().await, None, NOW).await.unwrap();
        assert_eq!((all[0].sailings.len(), all[0].ports.len()), (2, 1));
        assert_eq!((all[0].sailings[0].left, all[0].sailings[0].price), (Some(4), 100));
        assert_eq!(all[0].departure_port.map(|port| port.code), Some("ESBCN"));
        for (date, expected) in [("2026-12-05", 1), ("2026-12-04", 0)] {
            let day = date.parse().unwrap();
            let found = cruise::offers(&db, cards().await, Some((&day, &day)), NOW).await.unwrap();
            assert_eq!(found[0].sailings.len(), expected, "{date}: the date is local");
        }
        let sailings = cruise::cabins(&db, cruise, NOW).await.unwrap();
        let left: Vec<_> = sailings[0].cabins.iter().map(|cabin| (cabin.left, cabin.sold_out)).collect();
        assert_eq!((sailings.len(), left), (2, vec![(Some(4), false), (Some(0), true)]));
        let ports = cruise::ports(&db, PortRole::Destination).await.unwrap();
        assert_eq!(ports.iter().map(|port| port.code).collect::<Vec<_>>(), ["ITGOA"]);
        assert!(matches!(cruise::cabins(&db, OfferingId(9), NOW).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn catalogue_tabs_and_lists_of_company() {
    both(async |db| {
        let row = CompanyRow { subcategories: vec!["brunches"], ..CompanyRow::new(70, "Casa Azul") };
        let company = row.insert(&db).await;
        let picture = market::picture(&db, 900, market::owner(company)).await;
        run!(db, "INSERT INTO company_picture (company_id, media_id, caption, position) VALUES ($1, $2, 'Bar', 1)", company, picture);
        let concert = OfferingRow { availability: Availability::Occurrence, ..OfferingRow::new(1, company, "Concert") };
        let concert = concert.insert(&db).await;
        market::occurrence(&db, 1, concert, NOW.plus(1)..NOW.plus(9)).await;
        market::table(&db, 1, company, "Window", 6).await;
        for (id, kind) in [(1, "rule"), (2, "facility")] {
            run!(
                db,
                "INSERT INTO policy (id, company_id, kind, title, created_at, updated_at) VALUES ($1, $2, $3, 'Title', 1, 1)",
                id,
                company,
                kind
            );
        }
        let (pictures, total) = events::pictures(&db, company, ALL).await.unwrap();
        assert_eq!((pictures[0].picture.id, pictures[0].caption.as_str(), total), (picture, "Bar", 1));
        let (shown, total) = events::events(&db, company, ALL, NOW).await.unwrap();
        assert_eq!((shown[0].offering.id, total), (concert, 1));
        let about = about::about(&db, "casa-azul", NOW).await.unwrap();
        assert_eq!((about.facilities.len(), about.policies.rule.len(), about.policies.refund.len()), (1, 1, 0));
        let food = category::find("food").unwrap();
        let options = onsite::options(&db, company, food, NOW).await.unwrap();
        assert_eq!((options.tables, options.seats_max, options.members_max, options.offerings.len()), (1, 6, 20, 1));
        let categories = onsite::categories(&db, market::owner(company), "US".parse().unwrap()).await.unwrap();
        assert_eq!((categories[0].key, categories[0].subcategories.len()), ("food", 1));
    })
    .await;
}
