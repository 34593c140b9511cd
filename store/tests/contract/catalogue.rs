//! Companies and offerings as visitors see them.

use serde_json::json;
use store::{
    Db, Error,
    catalogue::{
        category,
        detail::{Availability, OfferingKind},
        filter::{Filter, Sort, Window},
        menu, offering, offering_details,
        opening_hours::OpeningState,
        review::{self, ReviewFilter},
    },
    company::{
        list,
        public::{self, Relation},
        team,
    },
    on,
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, OfferingId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

const ALL: Window = Window { limit: 100, offset: 0 };
/// Opening hours that contain [`NOW`], 04:19 in Madrid.
const EARLY: std::ops::Range<i64> = 2 * 60..9 * 60;

/// Runs a statement with these values.
macro_rules! run {
    ($db:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        on!($db.write(), at => sqlx::query($sql)$(.bind($value))*.execute(at).await.map(drop)).unwrap()
    };
}

async fn found(db: &Db, filter: &Filter) -> Vec<i64> {
    let (cards, total) = offering::list(db, filter, ALL, NOW).await.unwrap();
    assert_eq!(total, i64::try_from(cards.len()).unwrap());
    cards.iter().map(|card| card.id.0).collect()
}

async fn companies(db: &Db, filter: &Filter) -> Vec<i64> {
    let (listed, total) = list::list(db, filter, ALL, NOW).await.unwrap();
    assert_eq!(total, i64::try_from(listed.len()).unwrap());
    listed.iter().map(|listed| listed.company.id.0).collect()
}

/// A restaurant in Madrid (70), open now, with features and a position, and a closed one in Barcelona (80).
async fn two_restaurants(db: &Db) -> (CompanyId, CompanyId) {
    let near = CompanyRow {
        features: vec!["halal", "free_wifi"],
        subcategories: vec!["brunches"],
        position: Some((40.4168, -3.7038)),
        hours: Some(EARLY),
        price_level: Some(3),
        ..CompanyRow::new(70, "Casa Azul")
    };
    let far = CompanyRow {
        city: "Barcelona",
        features: vec!["halal"],
        categories: vec!["food", "art"],
        position: Some((41.3874, 2.1686)),
        hours: Some(10 * 60..12 * 60),
        price_level: Some(1),
        ..CompanyRow::new(80, "Été Café")
    };
    (near.insert(db).await, far.insert(db).await)
}

#[tokio::test]
async fn catalogue_filters_select_offerings() {
    both(async |db| {
        let (near, far) = two_restaurants(&db).await;
        OfferingRow { price: 900, ..OfferingRow::new(1, near, "Tomato soup") }.insert(&db).await;
        let lunch =
            OfferingRow { price: 2_500, subcategory: Some("brunches"), ..OfferingRow::new(2, near, "Big brunch") };
        lunch.insert(&db).await;
        OfferingRow { price: 1_500, kind: OfferingKind::Service, ..OfferingRow::new(3, far, "Soupe du jour") }
            .insert(&db)
            .await;
        OfferingRow { category: "art", ..OfferingRow::new(4, far, "Old prints") }.insert(&db).await;
        OfferingRow { state: "draft", ..OfferingRow::new(5, near, "Secret soup") }.insert(&db).await;

        let usual = Filter::default();
        assert_eq!(found(&db, &usual).await, [1, 2, 3, 4]);
        assert_eq!(found(&db, &Filter { category: category::find("art"), ..usual.clone() }).await, [4]);
        assert_eq!(found(&db, &Filter { subcategory: Some("brunches"), ..usual.clone() }).await, [2]);
        assert_eq!(found(&db, &Filter { kind: Some(OfferingKind::Service), ..usual.clone() }).await, [3]);
        assert_eq!(found(&db, &Filter { company: Some(far), ..usual.clone() }).await, [3, 4]);
        let priced = Filter { price_min: Some(1_000), price_max: Some(1_500), ..usual.clone() };
        assert_eq!(found(&db, &priced).await, [3, 4]);
        for (query, expected) in [("SOUP", vec![3, 1]), ("soup cafe", vec![3]), ("up", vec![]), ("%", vec![])] {
            let filter = Filter { query: query.to_owned(), ..usual.clone() };
            assert_eq!(found(&db, &filter).await, expected, "{query}");
        }
        for (features, expected) in [(vec!["halal"], vec![1, 2, 3, 4]), (vec!["free_wifi", "halal"], vec![1, 2])] {
            assert_eq!(found(&db, &Filter { features, ..usual.clone() }).await, expected);
        }
        for (sort, expected) in [(Sort::Price, [1, 4, 3, 2]), (Sort::PriceDesc, [2, 3, 4, 1])] {
            assert_eq!(found(&db, &Filter { sort, ..usual.clone() }).await, expected);
        }
    })
    .await;
}

#[tokio::test]
async fn catalogue_filters_by_opening_state_and_distance() {
    both(async |db| {
        let (near, far) = two_restaurants(&db).await;
        for (id, company) in [(1, far), (2, near), (3, near), (4, far)] {
            OfferingRow::new(id, company, "Soup").insert(&db).await;
        }
        let open = Filter { open_now: true, ..Filter::default() };
        assert_eq!(found(&db, &open).await, [2, 3]);
        let (page, total) = offering::list(&db, &open, Window { limit: 1, offset: 1 }, NOW).await.unwrap();
        assert_eq!((page[0].id.0, page.len(), total), (3, 1, 2));

        let position = Position::new(40.42, -3.70);
        let around = Filter { position, distance_km: Some(20.0), ..Filter::default() };
        assert_eq!(found(&db, &around).await, [2, 3]);
        let sorted = Filter { position, sort: Sort::Distance, ..Filter::default() };
        assert_eq!(found(&db, &sorted).await, [2, 3, 1, 4]);
        assert_eq!(companies(&db, &Filter { open_now: true, ..Filter::default() }).await, [70]);
        assert_eq!(companies(&db, &sorted).await, [70, 80]);
        let (listed, _) = list::list(&db, &sorted, ALL, NOW).await.unwrap();
        assert_eq!(listed[0].distance_km, Some(0.5));
        assert!((listed[1].distance_km.unwrap() - 505.0).abs() < 3.0);

        run!(db, "UPDATE company SET paused_until = $1", NOW.plus(Timestamp::HOUR));
        assert!(found(&db, &open).await.is_empty(), "a pause closes the company");
    })
    .await;
}

#[tokio::test]
async fn catalogue_pages_have_total_and_stable_order() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        for id in 1..=5 {
            OfferingRow::new(id, company, "Soup").insert(&db).await;
        }
        let mut seen = Vec::new();
        for offset in [0, 2, 4, 6] {
            let window = Window { limit: 2, offset };
            let (cards, total) = offering::list(&db, &Filter::default(), window, NOW).await.unwrap();
            assert_eq!(total, 5);
            seen.extend(cards.iter().map(|card| card.id.0));
        }
        assert_eq!(seen, [1, 2, 3, 4, 5]);
    })
    .await;
}

#[tokio::test]
async fn catalogue_finds_companies_by_filter() {
    both(async |db| {
        let (near, far) = two_restaurants(&db).await;
        OfferingRow { price: 900, ..OfferingRow::new(1, near, "Soup") }.insert(&db).await;
        OfferingRow { kind: OfferingKind::Service, price: 100, ..OfferingRow::new(2, far, "Tasting") }
            .insert(&db)
            .await;
        let usual = Filter::default();
        assert_eq!(companies(&db, &usual).await, [70, 80]);
        assert_eq!(companies(&db, &Filter { category: category::find("art"), ..usual.clone() }).await, [80]);
        assert_eq!(companies(&db, &Filter { subcategory: Some("brunches"), ..usual.clone() }).await, [70]);
        assert_eq!(companies(&db, &Filter { kind: Some(OfferingKind::Service), ..usual.clone() }).await, [80]);
        assert_eq!(companies(&db, &Filter { price_max: Some(500), ..usual.clone() }).await, [80]);
        assert_eq!(companies(&db, &Filter { query: "ete cafe".to_owned(), ..usual.clone() }).await, [80]);
        assert_eq!(companies(&db, &Filter { query: "restauration madrid".to_owned(), ..usual.clone() }).await, [70]);
        assert_eq!(companies(&db, &Filter { features: vec!["free_wifi"], ..usual.clone() }).await, [70]);
        assert_eq!(companies(&db, &Filter { sort: Sort::Price, ..usual.clone() }).await, [80, 70]);
        assert_eq!(companies(&db, &Filter { sort: Sort::Rating, company: Some(far), ..usual }).await, [80]);
    })
    .await;
}

#[tokio::test]
async fn catalogue_company_page_contains_all_details() {
    both(async |db| {
        let (near, _) = two_restaurants(&db).await;
        let owner = market::owner(near);
        let ann = account(&db, 5, "ann").await;
        let picture = market::picture(&db, 900, owner).await;
        run!(db, "UPDATE company SET logo_id = $2 WHERE id = $1", near, picture);
        run!(db, "INSERT INTO company_picture (company_id, media_id, position) VALUES ($1, $2, 1)", near, picture);
        run!(db, "INSERT INTO company_follower (company_id, account_id, since) VALUES ($1, $2, 1)", near, ann);
        run!(
            db,
            "INSERT INTO opening_exception (company_id, date, hours, note) VALUES ($1, '2026-11-30', '[[600, 720]]', 'Fair')",
            near
        );
        let concert = OfferingRow {
            kind: OfferingKind::Ticket,
            availability: Availability::Occurrence,
            ..OfferingRow::new(1, near, "Concert")
        };
        let concert = concert.insert(&db).await;
        market::occurrence(&db, 1, concert, NOW.plus(1)..NOW.plus(9)).await;
        market::occurrence(&db, 2, concert, NOW.plus(-9)..NOW.plus(-1)).await;
        OfferingRow::new(2, near, "Soup").insert(&db).await;
        for (id, rating) in [(1, 5), (2, 4)] {
            market::review(&db, id, near, None, ann, rating).await;
        }

        let of = async |viewer| public::relation(&db, "casa-azul", viewer).await.unwrap();
        let page = public::details(&db, "casa-azul", of(ann).await, NOW).await.unwrap();
        assert_eq!(page, public::details(&db, "70", of(ann).await, NOW).await.unwrap());
        let summary = &page.summary;
        assert_eq!((summary.id, summary.name.as_str(), summary.city.as_str()), (near, "Casa Azul", "Madrid"));
        assert_eq!((summary.rating.rating, summary.rating.rating_count), (Some(4.5), 2));
        assert_eq!((&summary.categories[..], &summary.features[..]), (&["food".to_owned()][..], &["halal".to_owned(), "free_wifi".to_owned()][..]));
        assert_eq!(summary.logo.as_ref().map(|logo| logo.id), Some(picture));
        assert!(matches!(summary.opening, OpeningState::Open { closes_at: Some(_) }));
        let tabs = page.tabs;
        assert_eq!((tabs.products, tabs.services, tabs.tickets), (1, 0, 1));
        assert_eq!((tabs.media, tabs.events, tabs.reviews), (1, 1, 2));
        assert_eq!((page.hours.weekly.len(), page.hours.exceptions.len(), page.pictures.len()), (7, 1, 1));
        let account = team::account(&db, near).await.unwrap();
        assert_eq!((page.followed, page.is_member, page.contact_id), (true, false, account));
        let own = public::details(&db, "70", of(owner).await, NOW).await.unwrap();
        assert_eq!((own.followed, own.is_member), (false, true));
        assert!(!public::details(&db, "70", Relation::default(), NOW).await.unwrap().followed);
        assert!(matches!(public::details(&db, "nobody", Relation::default(), NOW).await, Err(Error::NotFound)));
        assert!(matches!(public::resolve(&db, "71").await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn catalogue_offering_page_contains_all_details() {
    both(async |db| {
        let (near, far) = two_restaurants(&db).await;
        let owner = market::owner(near);
        let shirt = OfferingRow {
            availability: Availability::Stock,
            details: json!({"calories": 300}),
            variants: vec![
                VariantRow { attributes: json!({"size": "M"}), ..VariantRow::new("M", 1_000, Some(3)) },
                VariantRow::new("L", 1_200, Some(0)),
            ],
            ..OfferingRow::new(1, near, "Shirt")
        };
        let shirt = shirt.insert(&db).await;
        run!(
            db,
            "INSERT INTO capacity_bucket (variant_id, starts_at, ends_at, capacity, held, sold) VALUES ($1, 0, 0, 3, 1, 1)",
            OfferingRow::variant(shirt, 0)
        );
        run!(
            db,
            "UPDATE offering SET options = '[{\"name\": \"Sauce\", \"choices\": [{\"name\": \"Hot\", \"price\": 50}]}]'
             WHERE id = $1",
            shirt
        );
        for (id, position) in [(901, 2), (900, 1)] {
            let picture = market::picture(&db, id, owner).await;
            market::show_picture(&db, shirt, picture, position).await;
        }
        OfferingRow::new(2, far, "Socks").insert(&db).await;
        OfferingRow { category: "art", ..OfferingRow::new(3, far, "Print") }.insert(&db).await;
        let ann = account(&db, 5, "ann").await;
        market::review(&db, 1, near, Some(shirt), ann, 4).await;

        let page = offering_details::details(&db, shirt, NOW).await.unwrap();
        assert_eq!((page.card.name.as_str(), page.card.company.handle.as_str()), ("Shirt", "casa-azul"));
        assert_eq!((page.card.rating.rating, page.card.details["calories"].as_i64()), (Some(4.0), Some(300)));
        assert_eq!(page.card.picture.as_ref().map(|picture| picture.id.0), Some(900));
        assert_eq!(page.pictures.iter().map(|picture| picture.id.0).collect::<Vec<_>>(), [900, 901]);
        let left: Vec<_> = page.variants.iter().map(|variant| (variant.left, variant.sold_out)).collect();
        assert_eq!(left, [(Some(1), false), (Some(0), true)]);
        assert_eq!(page.variants[0].attributes["size"], "M");
        assert_eq!((page.options[0].max, page.options[0].choices[0].price), (1, 50));
        assert_eq!((page.reviews_summary.count, page.reviews_summary.by_rating.clone()), (1, vec![0, 0, 0, 1, 0]));
        assert_eq!(page.similar.iter().map(|card| card.id.0).collect::<Vec<_>>(), [2]);
        assert!(page.occurrences.is_empty() && page.staff.is_empty());
        assert!(matches!(offering_details::details(&db, OfferingId(9), NOW).await, Err(Error::NotFound)));
        run!(db, "UPDATE offering SET state = 'archived' WHERE id = $1", shirt);
        assert!(matches!(offering_details::details(&db, shirt, NOW).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn catalogue_offering_page_lists_dates_or_staff() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        let concert = OfferingRow { availability: Availability::Occurrence, ..OfferingRow::new(1, company, "Concert") };
        let concert = concert.insert(&db).await;
        for (id, at) in [(1, 20), (2, 10), (3, -10), (4, 30)] {
            market::occurrence(&db, id, concert, NOW.plus(at)..NOW.plus(at + 5)).await;
        }
        run!(db, "UPDATE occurrence SET cancelled_at = 1 WHERE id = 4");
        let page = offering_details::details(&db, concert, NOW).await.unwrap();
        assert_eq!(page.occurrences.iter().map(|one| one.id.0).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(page.card.next_at, Some(NOW.plus(10)));
        let massage =
            OfferingRow { availability: Availability::Appointment, ..OfferingRow::new(2, company, "Massage") };
        let massage = massage.insert(&db).await;
        let mia = market::staff(&db, 1, company, "Mia", &[massage]).await;
        market::staff(&db, 2, company, "Noa", &[concert]).await;
        let page = offering_details::details(&db, massage, NOW).await.unwrap();
        assert_eq!(page.staff.iter().map(|one| (one.id, one.name.as_str())).collect::<Vec<_>>(), [(mia, "Mia")]);
    })
    .await;
}

#[tokio::test]
async fn catalogue_menu_groups_offerings_by_folder() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        let mains = market::folder(&db, 2, company, "Mains").await;
        let starters = market::folder(&db, 1, company, "Starters").await;
        for (id, folder, position) in [(1, None, 0), (2, Some(mains), 1), (3, Some(starters), 2), (4, Some(mains), 0)] {
            OfferingRow { folder, position, ..OfferingRow::new(id, company, "Dish") }.insert(&db).await;
        }
        let shown = menu::menu(&db, company, Filter::default(), NOW).await.unwrap();
        let sections: Vec<_> = shown
            .sections
            .iter()
            .map(|section| {
                let name = section.folder.as_ref().map(|folder| folder.name.as_str());
                (name, section.items.iter().map(|card| card.id.0).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(sections, [(Some("Starters"), vec![3]), (Some("Mains"), vec![4, 2]), (None, vec![1])]);
        assert_eq!(shown.total, 4);
        let only = Filter { folder: Some(mains), ..Filter::default() };
        assert_eq!(menu::menu(&db, company, only, NOW).await.unwrap().total, 2);
    })
    .await;
}

#[tokio::test]
async fn catalogue_reviews_are_listed_and_summed() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        let soup = OfferingRow::new(1, company, "Soup").insert(&db).await;
        let ann = account(&db, 5, "ann").await;
        for (id, offering, rating) in [(1, None, 5), (2, Some(soup), 2), (3, Some(soup), 4)] {
            market::review(&db, id, company, offering, ann, rating).await;
        }
        run!(db, "UPDATE review SET service_fast = FALSE, product_quality = 'poor' WHERE id = 2");
        let list = async |offering, rating| {
            let filter = ReviewFilter { company, offering, rating, is_unanswered: false };
            let (reviews, total) = review::list(&db, filter, ALL).await.unwrap();
            assert_eq!(total, i64::try_from(reviews.len()).unwrap());
            reviews
        };
        let all = list(None, None).await;
        assert_eq!(all.iter().map(|review| review.id.0).collect::<Vec<_>>(), [3, 2, 1]);
        assert_eq!((all[0].author.id, all[0].author.name.as_str()), (UserId(5), "Ann Other"));
        assert_eq!(all[0].offering.as_ref().map(|offering| offering.name.as_str()), Some("Soup"));
        assert_eq!(all[2].offering, None);
        assert_eq!((list(Some(soup), None).await.len(), list(None, Some(5)).await.len()), (2, 1));
        let summary = review::summary(&db, company, None).await.unwrap();
        assert_eq!((summary.average, summary.count, &summary.by_rating[..]), (Some(3.7), 3, &[0, 1, 0, 1, 1][..]));
        assert_eq!((summary.service_fast, summary.as_described, summary.meets_expectations), (67, 100, 0));
        assert_eq!((summary.quality.good, summary.quality.poor), (2, 1));
        assert_eq!(review::summary(&db, company, Some(soup)).await.unwrap().average, Some(3.0));
        let none = review::summary(&db, CompanyId(71), None).await.unwrap();
        assert_eq!((none.average, none.count, none.service_fast), (None, 0, 0));
    })
    .await;
}
