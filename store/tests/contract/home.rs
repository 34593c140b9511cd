//! Sections of the start page.

use store::{
    Db,
    cart::promo_code::PromoKind,
    catalogue::{
        category,
        detail::{Availability, OfferingKind},
    },
    fulfilment::{Fulfilment, FulfilmentOption, OrderType},
    home::{self, HomeSection, HomeView},
    reel::{
        publication::{self, Step},
        reaction,
    },
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, ReelRow},
    },
    types::{
        ids::{CompanyId, ReelId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

const MADRID: Position = Position { latitude: 40.4168, longitude: -3.7038 };
/// 04:19 in Madrid plus 14 hours: the evening of the same day.
const EVENING: Timestamp = Timestamp(NOW.0 + 14 * 3_600_000);

/// A company in Madrid, open all day, with a treatment to book, and a shop in Barcelona.
async fn two_companies(db: &Db) -> (CompanyId, CompanyId) {
    let near = CompanyRow { position: Some((40.42, -3.70)), hours: Some(0..1_440), ..CompanyRow::new(70, "Casa Azul") };
    let far = CompanyRow { position: Some((41.39, 2.17)), city: "Barcelona", ..CompanyRow::new(80, "Tienda") };
    let (near, far) = (near.insert(db).await, far.insert(db).await);
    let massage = OfferingRow {
        kind: OfferingKind::Service,
        availability: Availability::Appointment,
        duration_minutes: 60,
        ..OfferingRow::new(7, near, "Massage")
    };
    let massage = massage.insert(db).await;
    market::staff(db, 71, near, "Ana", &[massage]).await;
    (near, far)
}

async fn kinds(db: &Db, view: HomeView) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for (key, section) in home::sections(db, view).await {
        if section.unwrap().is_some() {
            kinds.push(key);
        }
    }
    kinds
}

async fn section(db: &Db, view: HomeView, key: &str) -> HomeSection {
    let read = home::sections(db, view).await;
    read.into_iter().find(|(known, _)| *known == key).unwrap().1.unwrap().unwrap()
}

#[tokio::test]
async fn visitor_sees_sections_of_place() {
    both(async |db| {
        let (near, far) = two_companies(&db).await;
        market::promo_code(&db, 90, near, "AZUL10", PromoKind::Percent, 10).await;
        market::promo_code(&db, 91, far, "LEJOS", PromoKind::Percent, 20).await;
        let view = HomeView { viewer: None, position: Some(MADRID), order_type: None, now: EVENING };
        assert_eq!(kinds(&db, view).await, ["categories", "promo_codes", "tonight", "open_now", "new_here"]);
        let HomeSection::PromoCodes { codes } = section(&db, view, "promo_codes").await else { panic!() };
        let codes: Vec<_> =
            codes.iter().map(|code| (code.code.as_str(), code.handle.as_str(), code.time_zone.name())).collect();
        assert_eq!(codes, [("AZUL10", "casa-azul", "Europe/Madrid")]);
        let HomeSection::OpenNow { companies } = section(&db, view, "open_now").await else { panic!() };
        assert_eq!(companies.iter().map(|one| one.company.id).collect::<Vec<_>>(), [near]);
        let HomeSection::Tonight { offers } = section(&db, view, "tonight").await else { panic!() };
        let [offer] = &offers[..] else { panic!("{offers:?}") };
        assert!(offer.offering.name == "Massage" && offer.members == 1 && offer.slots.len() == 4);
        assert!(
            offer.slots.iter().all(|slot| slot.left == 1 && slot.time.as_str() >= "17:00" && slot.starts_at > EVENING)
        );
    })
    .await;
}

#[tokio::test]
async fn reels_of_the_neighbourhood_are_found_in_the_north() {
    both(async |db| {
        // 45 km east of Helsinki, two squares of half a degree away.
        let porvoo = CompanyRow { position: Some((60.17, 25.75)), ..CompanyRow::new(70, "Kala") }.insert(&db).await;
        ReelRow { at: NOW, ..ReelRow::new(1, porvoo) }.insert(&db).await;
        let helsinki = Position { latitude: 60.17, longitude: 24.94 };
        let view = HomeView { viewer: None, position: Some(helsinki), order_type: None, now: EVENING };
        let HomeSection::Reels { reels } = section(&db, view, "reels").await else { panic!() };
        assert_eq!(reels[0].id, ReelId(1));
    })
    .await;
}

#[tokio::test]
async fn tonight_has_the_times_after_midnight() {
    both(async |db| {
        let bar = CompanyRow {
            position: Some((40.42, -3.70)),
            hours: Some(23 * 60..26 * 60),
            ..CompanyRow::new(70, "Casa Azul")
        };
        let bar = bar.insert(&db).await;
        let massage = OfferingRow {
            kind: OfferingKind::Service,
            availability: Availability::Appointment,
            duration_minutes: 60,
            step_minutes: 60,
            ..OfferingRow::new(7, bar, "Massage")
        };
        let massage = massage.insert(&db).await;
        market::staff(&db, 71, bar, "Ana", &[massage]).await;
        let view = HomeView { viewer: None, position: Some(MADRID), order_type: None, now: EVENING };
        let HomeSection::Tonight { offers } = section(&db, view, "tonight").await else { panic!() };
        let times: Vec<_> = offers[0].slots.iter().map(|slot| slot.time.as_str()).collect();
        assert_eq!(times, ["23:00", "00:00", "01:00"]);
    })
    .await;
}

#[tokio::test]
async fn reels_of_the_neighbourhood_are_the_newest_of_each_company() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        let (near, far) = two_companies(&db).await;
        let other = CompanyRow { position: Some((40.43, -3.69)), ..CompanyRow::new(90, "Otra") }.insert(&db).await;
        for (id, company) in [(1, other), (2, near), (3, near), (4, far), (5, near)] {
            ReelRow { at: NOW.plus(id), ..ReelRow::new(id, company) }.insert(&db).await;
        }
        let shown = async |viewer, order_type| {
            let view = HomeView { viewer, position: Some(MADRID), order_type, now: EVENING };
            match home::sections(&db, view).await.into_iter().find(|(key, _)| *key == "reels").unwrap().1.unwrap() {
                Some(HomeSection::Reels { reels }) => reels.iter().map(|reel| reel.id.0).collect(),
                _ => Vec::new(),
            }
        };
        assert_eq!(shown(None, None).await, [5, 3, 1], "two of a company, none of another town");
        assert_eq!(shown(None, Some(OrderType::Onsite)).await, [5, 3], "only of companies that take such orders");
        reaction::mute(&db, near, ann, true, NOW).await.unwrap();
        assert_eq!(shown(Some(ann), None).await, [1], "none of a muted company");
        publication::change(&db, ReelId(5), near, Step::Remove, NOW).await.unwrap();
        assert_eq!(shown(None, None).await, [3, 2, 1]);
    })
    .await;
}

#[tokio::test]
async fn best_rated_offer_of_each_company_near_is_shown() {
    both(async |db| {
        let (near, far) = two_companies(&db).await;
        let author = account(&db, 1, "ann").await;
        let other = CompanyRow { position: Some((40.43, -3.69)), ..CompanyRow::new(90, "Otra") }.insert(&db).await;
        for (id, company, rating) in [(11, near, 4), (12, near, 5), (13, other, 3), (14, far, 5)] {
            let offering = OfferingRow::new(id, company, "Offer").insert(&db).await;
            market::review(&db, id, company, Some(offering), author, rating).await;
        }
        OfferingRow::new(15, other, "Not rated").insert(&db).await;
        let view = HomeView { viewer: None, position: Some(MADRID), order_type: None, now: EVENING };
        let HomeSection::TopRated { offers } = section(&db, view, "top_rated").await else { panic!() };
        assert_eq!(offers.iter().map(|offer| offer.id.0).collect::<Vec<_>>(), [12, 13]);
    })
    .await;
}

#[tokio::test]
async fn sections_of_a_place_are_left_out_without_one() {
    both(async |db| {
        two_companies(&db).await;
        let view = HomeView { viewer: None, position: None, order_type: None, now: EVENING };
        assert_eq!(kinds(&db, view).await, ["categories", "new_here"]);
    })
    .await;
}

#[tokio::test]
async fn order_type_restricts_companies() {
    both(async |db| {
        let (near, far) = two_companies(&db).await;
        let option = |kind| FulfilmentOption { kind, minutes: 30, minimum_order: 0, zones: Vec::new() };
        market::fulfilment(&db, far, &[option(Fulfilment::Collect), option(Fulfilment::Express)]).await;
        let new_here = async |order_type| {
            let view = HomeView { viewer: None, position: Some(MADRID), order_type, now: EVENING };
            match home::sections(&db, view).await.into_iter().find(|(key, _)| *key == "new_here").unwrap().1.unwrap() {
                Some(HomeSection::NewHere { companies }) => companies.iter().map(|one| one.company.id).collect(),
                _ => Vec::new(),
            }
        };
        assert_eq!(new_here(None).await.len(), 2);
        assert_eq!(new_here(Some(OrderType::Collect)).await, [far]);
        assert_eq!(new_here(Some(OrderType::Delivery)).await, [far], "within two hours is a delivery");
        assert_eq!(new_here(Some(OrderType::Onsite)).await, [near], "a treatment is used at the company");
        let delivered =
            HomeView { viewer: None, position: Some(MADRID), order_type: Some(OrderType::Delivery), now: EVENING };
        assert_eq!(kinds(&db, delivered).await, ["categories", "new_here"]);
    })
    .await;
}

#[tokio::test]
async fn viewer_sees_chosen_categories_first() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        let chosen = category::choose(&["music".into(), "hotels".into(), "art".into()], 3).unwrap();
        category::save_favourites(&db, ann, &chosen).await.unwrap();
        let view = HomeView { viewer: Some(ann), position: None, order_type: None, now: NOW };
        let HomeSection::Categories { keys } = section(&db, view, "categories").await else { panic!() };
        let mut first = keys[..3].to_vec();
        first.sort_unstable();
        assert_eq!((first, keys.len()), (vec!["art".into(), "hotels".into(), "music".into()], 10));
        let stranger = HomeView { viewer: Some(UserId(99)), ..view };
        assert_eq!(kinds(&db, stranger).await, ["categories"]);
    })
    .await;
}
