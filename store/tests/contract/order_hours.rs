//! Orders and the opening hours of their company.

use store::{
    Db,
    cart::{Cart, Details, Problem, change, view},
    catalogue::opening_hours::{OpeningHours, WeeklyInterval},
    fulfilment::{self, Fulfilment, FulfilmentOption},
    offering_management::{Editor, OfferingState},
    on,
    testing::{both, market},
    types::{
        ids::{CompanyId, Ids, UserId},
        local_time::{MinuteOfDay, Weekday},
        timestamp::Timestamp,
    },
};

use crate::{
    account,
    orders::{NOW, bakery, fill, line},
};

/// Opens the company from 9 to 18 on every day but Monday.
async fn open_by_day(db: &Db, company: CompanyId) {
    for weekday in 2..=7_i64 {
        on!(db.write(), at => sqlx::query(
            "INSERT INTO opening_interval (company_id, weekday, opens, closes) VALUES ($1, $2, 540, 1080)")
            .bind(company).bind(weekday).execute(at).await.map(drop))
        .unwrap();
    }
    db.everything_changed();
}

async fn scheduled(db: &Db, zoe: UserId, company: CompanyId, at: Option<&str>) -> Cart {
    let at = at.map(|text| text.parse::<Timestamp>().unwrap());
    let details = Details { scheduled_at: Some(at), ..Details::default() };
    change::set_details(db, zoe, company, &details, NOW).await.unwrap();
    view::of_company(db, zoe, company, NOW).await.unwrap()
}

#[tokio::test]
async fn order_before_opening_is_promised_after_it() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let always = fill(&db, zoe, &line(1, company, bread, 4)).await;
        assert_eq!(always.promised_at, Some(NOW.plus(30 * Timestamp::MINUTE)));
        open_by_day(&db, company).await;
        // Sunday, 06:00 in Madrid: the company opens at 09:00.
        let cart = view::of_company(&db, zoe, company, NOW).await.unwrap();
        assert_eq!(cart.promised_at, Some("2026-11-22T08:30:00.000Z".parse().unwrap()));
        assert!(cart.options.iter().all(|option| option.promised_at == cart.promised_at), "{:?}", cart.options);
        let noon = "2026-11-22T11:00:00.000Z".parse::<Timestamp>().unwrap();
        let cart = view::of_company(&db, zoe, company, noon).await.unwrap();
        assert_eq!((cart.problems.len(), cart.promised_at), (0, Some(noon.plus(30 * Timestamp::MINUTE))));
    })
    .await;
}

#[tokio::test]
async fn time_outside_the_hours_is_a_problem() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        fill(&db, zoe, &line(1, company, bread, 4)).await;
        open_by_day(&db, company).await;
        // In Madrid: 12:00, the last minute, 19:00, and noon of the closed Monday.
        for (at, problems) in [
            ("2026-11-22T11:00:00.000Z", vec![]),
            ("2026-11-22T17:00:00.000Z", vec![]),
            ("2026-11-22T18:00:00.000Z", vec![Problem::Closed]),
            ("2026-11-23T11:00:00.000Z", vec![Problem::Closed]),
            ("2026-11-21T11:00:00.000Z", vec![Problem::TimePassed]),
        ] {
            assert_eq!(scheduled(&db, zoe, company, Some(at)).await.problems, problems, "{at}");
        }
        on!(db.write(), at => sqlx::query("UPDATE fulfilment SET minutes = 1440").execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let parcel = scheduled(&db, zoe, company, Some("2026-11-23T11:00:00.000Z")).await;
        assert_eq!(parcel.problems, []);
        let soon = scheduled(&db, zoe, company, Some("2026-11-22T17:00:00.000Z")).await;
        assert_eq!(soon.problems, [Problem::TimeTooSoon]);
    })
    .await;
}

#[tokio::test]
async fn cart_follows_each_change_of_its_company() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let always = fill(&db, zoe, &line(1, company, bread, 4)).await;
        assert_eq!((always.options.len(), always.promised_at), (2, Some(NOW.plus(30 * Timestamp::MINUTE))));
        let ids = Ids::new(0);
        let editor = Editor { db: &db, ids: &ids, company, user: market::owner(company), now: NOW };
        let minute = |hour: u16| MinuteOfDay::new(hour * 60).unwrap();
        let weekly = vec![WeeklyInterval { weekday: Weekday::MONDAY, opens: minute(9), closes: minute(18) }];
        editor.set_hours(OpeningHours { weekly, exceptions: Vec::new() }).await.unwrap();
        let cart = view::of_company(&db, zoe, company, NOW).await.unwrap();
        assert_eq!(cart.promised_at, Some("2026-11-23T08:30:00.000Z".parse().unwrap()));
        let (kind, zones) = (Fulfilment::Collect, Vec::new());
        let slower = FulfilmentOption { kind, minutes: 45, minimum_order: 0, zones };
        fulfilment::replace(&db, company, &[slower], NOW).await.unwrap();
        let cart = view::of_company(&db, zoe, company, NOW).await.unwrap();
        assert_eq!((cart.options.len(), cart.promised_at), (1, Some("2026-11-23T08:45:00.000Z".parse().unwrap())));
        editor.set_state(&[bread], OfferingState::Archived).await.unwrap();
        assert!(change::add(&db, zoe, &line(2, company, bread, 1), NOW).await.is_err());
    })
    .await;
}
