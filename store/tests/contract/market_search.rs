//! Search of companies and offerings through the index of a node.

use std::collections::HashSet;

use serde_json::json;
use store::{
    Db,
    catalogue::{category, detail::Availability, detail_filter},
    fulfilment::{Fulfilment, FulfilmentOption, OrderType},
    offering_management::Editor,
    on,
    search::{
        Filters, Found, Relaxation, SearchError, SearchHit, SearchIndex, SearchQuery, SortOrder, Tab, When, Where, Who,
    },
    seed::{self, Size},
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow, owner, table},
        sqlite, sqlx,
    },
    types::{
        fold::fold,
        ids::{CompanyId, Ids},
        language::Language,
        local_time::TimeZone,
        position::Position,
        timestamp::Timestamp,
    },
};

/// A Sunday morning in Madrid.
const NOW: Timestamp = Timestamp(1_795_336_200_000);
const MADRID: Position = Position { latitude: 40.4168, longitude: -3.7038 };

pub fn query(what: &str) -> SearchQuery {
    SearchQuery {
        what: what.to_owned(),
        place: Where::default(),
        when: None,
        who: None,
        filters: Filters::default(),
        tab: Tab::All,
        order: SortOrder::Relevance,
        time_zone: "Europe/Madrid".parse().unwrap(),
        viewer: None,
        facets: true,
    }
}

async fn index(db: &Db) -> SearchIndex {
    let index = SearchIndex::open(db, None).await.unwrap();
    index.catch_up(db, NOW).await.unwrap();
    index
}

#[tokio::test]
async fn index_that_is_not_made_yet_answers_nothing() {
    both(async |db| {
        CompanyRow::new(7, "Casa").insert(&db).await;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("search");
        let index = SearchIndex::open(&db, Some(path.clone())).await.unwrap();
        let find = async |index: &SearchIndex| index.find(&db, &query("casa"), None, 20, NOW).await;
        assert!(matches!(find(&index).await, Err(SearchError::Preparing)));
        index.catch_up(&db, NOW).await.unwrap();
        assert_eq!(find(&index).await.unwrap().total, 1);
        drop(index);
        // One that was kept reads its companies first.
        let kept = SearchIndex::open(&db, Some(path)).await.unwrap();
        assert!(matches!(find(&kept).await, Err(SearchError::Preparing)));
        kept.catch_up(&db, NOW).await.unwrap();
        assert_eq!(find(&kept).await.unwrap().total, 1);
    })
    .await;
}

#[tokio::test]
async fn index_that_is_being_made_answers_with_its_part() {
    let (db, _folder) = sqlite().await;
    // More companies than two batches.
    for id in 1..=450 {
        let name: &str = Box::leak(format!("Casa {id}").into_boxed_str());
        CompanyRow::new(id, name).insert(&db).await;
    }
    let index = SearchIndex::open(&db, None).await.unwrap();
    let making = tokio::spawn({
        let (index, db) = (index.clone(), db.clone());
        async move { index.catch_up(&db, NOW).await }
    });
    let mut parts = Vec::new();
    while !making.is_finished() {
        if let Ok(part) = index.find(&db, &query("casa"), None, 20, NOW).await
            && part.preparing
        {
            parts.push(part.total);
        }
        tokio::task::yield_now().await;
    }
    making.await.unwrap().unwrap();
    let whole = found(&db, &index, &query("casa")).await;
    assert!(!whole.preparing && whole.total == 450, "{}", whole.total);
    assert!(parts.is_sorted() && parts.first().is_some_and(|part| (1..450).contains(part)), "{parts:?}");
}

async fn found(db: &Db, index: &SearchIndex, query: &SearchQuery) -> Found {
    index.find(db, query, None, 20, NOW).await.unwrap_or_else(|cause| panic!("{query:?}: {cause:?}"))
}

fn names(found: &Found) -> Vec<&str> {
    found.hits.iter().map(name).collect()
}

fn name(hit: &SearchHit) -> &str {
    match hit {
        SearchHit::Company(hit) => hit.company.name.as_str(),
        SearchHit::Offering(hit) => hit.offering.name.as_str(),
        SearchHit::Reel(hit) => hit.reel.caption.as_str(),
    }
}

/// A restaurant in Madrid (70) with two dishes, and a salon in Barcelona (80) with a treatment.
async fn market(db: &Db) -> (CompanyId, CompanyId) {
    let near = CompanyRow {
        features: vec!["halal", "free_wifi"],
        position: Some((40.4168, -3.7038)),
        hours: Some(8 * 60..23 * 60),
        ..CompanyRow::new(70, "Casa Azul")
    };
    let near = near.insert(db).await;
    OfferingRow { price: 900, ..OfferingRow::new(1, near, "Tomato soup") }.insert(db).await;
    OfferingRow { price: 1_500, ..OfferingRow::new(2, near, "Crème brûlée") }.insert(db).await;
    let far = CompanyRow {
        city: "Barcelona",
        categories: vec!["beauty"],
        position: Some((41.3874, 2.1686)),
        hours: Some(20 * 60..22 * 60),
        ..CompanyRow::new(80, "Tall i Color")
    };
    let far = far.insert(db).await;
    let cut = OfferingRow { category: "beauty", price: 3_200, ..OfferingRow::new(3, far, "Haircut") };
    cut.insert(db).await;
    (near, far)
}

#[tokio::test]
async fn search_finds_words_prefixes_typos_accents_and_synonyms() {
    both(async |db| {
        market(&db).await;
        let index = index(&db).await;
        for (what, name) in [
            ("casa azul", "Casa Azul"),
            ("csaa azul", "Casa Azul"),
            ("creme brulee", "Crème brûlée"),
            ("crème brû", "Crème brûlée"),
            ("tomto soup", "Tomato soup"),
            ("coiffeur barcelone", "Haircut"),
            ("парикмахерская", "Haircut"),
            ("restaurante madrid", "Casa Azul"),
        ] {
            let found = found(&db, &index, &query(what)).await;
            assert!(names(&found).contains(&name), "{what}: {:?}", names(&found));
            assert!(found.relaxed.is_empty(), "{what}");
        }
        for nothing in ["%%", "zzzzqqqq"] {
            let found = found(&db, &index, &query(nothing)).await;
            assert_eq!((found.total, found.hits.len()), (0, 0), "{nothing}");
        }
    })
    .await;
}

#[tokio::test]
async fn search_compares_prices_of_all_currencies() {
    both(async |db| {
        market(&db).await;
        let tokyo = CompanyRow::new(90, "Sakura").insert(&db).await;
        OfferingRow { price: 900, ..OfferingRow::new(91, tokyo, "Ramen") }.insert(&db).await;
        OfferingRow { price: 9_000, ..OfferingRow::new(92, tokyo, "Sushi for two") }.insert(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET currency = 'JPY' WHERE id = 90").execute(at).await.map(drop))
            .unwrap();
        let index = index(&db).await;
        let priced = |price_min, price_max, code: &str| SearchQuery {
            tab: Tab::Products,
            order: SortOrder::Price,
            filters: Filters { price_min, price_max, currency: code.parse().unwrap(), ..Filters::default() },
            ..query("")
        };
        // 900 yen are some 5 euros, 9,000 yen some 50.
        let cheap = found(&db, &index, &priced(None, Some(800), "EUR")).await;
        assert_eq!(names(&cheap), ["Ramen"]);
        let dear = found(&db, &index, &priced(Some(4_000), None, "EUR")).await;
        assert_eq!(names(&dear), ["Sushi for two"]);
        let exact = found(&db, &index, &priced(Some(9_000), Some(9_000), "JPY")).await;
        assert_eq!(names(&exact), ["Sushi for two"]);
        let all = found(&db, &index, &priced(None, None, "JPY")).await;
        assert_eq!(names(&all), ["Ramen", "Tomato soup", "Crème brûlée", "Haircut", "Sushi for two"]);
        assert_eq!((all.facets.price_min, all.facets.price_max), (Some(900), Some(9_000)));
        assert_eq!(all.facets.currency.code(), "JPY");
    })
    .await;
}

#[tokio::test]
async fn search_filters_count_and_order() {
    both(async |db| {
        let (near, _) = market(&db).await;
        let index = index(&db).await;
        let all = found(&db, &index, &query("")).await;
        assert_eq!(all.total, 5);
        let count = |list: &[store::search::FacetCount], key: &str| {
            list.iter().find(|facet| facet.key == key).map_or(0, |facet| facet.count)
        };
        assert_eq!((count(&all.facets.categories, "food"), count(&all.facets.categories, "beauty")), (3, 2));
        assert_eq!((count(&all.facets.features, "halal"), count(&all.facets.tabs, "places")), (3, 2));
        assert_eq!((all.facets.price_min, all.facets.price_max, all.facets.open_now), (Some(900), Some(3_200), 3));

        let filters = |filters: Filters| SearchQuery { filters, ..query("") };
        let food = Filters { category: category::find("food"), price_max: Some(1_000), ..Filters::default() };
        let of_food = found(&db, &index, &filters(food)).await;
        // Without words, a company stands among offerings of its quality.
        assert_eq!(names(&of_food), ["Tomato soup", "Casa Azul"]);
        // The count of another category ignores the chosen one.
        assert_eq!(count(&of_food.facets.categories, "beauty"), 0);
        let open = found(&db, &index, &filters(Filters { open_now: true, ..Filters::default() })).await;
        assert_eq!(open.total, 3);
        let own = found(&db, &index, &filters(Filters { company: Some(near), ..Filters::default() })).await;
        assert_eq!(own.total, 3);
        let place = Where { position: Some(MADRID), distance_km: Some(5.0), area: None };
        let around = found(&db, &index, &SearchQuery { place, order: SortOrder::Distance, ..query("") }).await;
        assert_eq!(around.total, 3);
        let places = SearchQuery { tab: Tab::Places, place: Where { position: Some(MADRID), ..place }, ..query("") };
        assert_eq!(names(&found(&db, &index, &places).await), ["Casa Azul"]);
        let dear =
            found(&db, &index, &SearchQuery { tab: Tab::Products, order: SortOrder::PriceDesc, ..query("") }).await;
        assert_eq!(names(&dear), ["Haircut", "Crème brûlée", "Tomato soup"]);
    })
    .await;
}

/// Asks for values of detail fields of hotels.
fn rooms(details: serde_json::Value) -> SearchQuery {
    let category = category::find("hotels");
    let details = detail_filter::choose(category, &serde_json::from_value(details).unwrap()).unwrap();
    SearchQuery { filters: Filters { category, details, ..Filters::default() }, ..query("") }
}

#[tokio::test]
async fn search_filters_by_details_and_counts_their_values() {
    both(async |db| {
        let hotel =
            CompanyRow { categories: vec!["hotels", "food"], ..CompanyRow::new(90, "Hotel Mar") }.insert(&db).await;
        let room = |id, name, beds: i64, breakfast: bool| OfferingRow {
            category: "hotels",
            availability: Availability::Stock,
            details: json!({"beds": beds, "breakfast_included": breakfast}),
            ..OfferingRow::new(id, hotel, name)
        };
        for row in [room(1, "Single", 1, true), room(2, "Double", 2, true), room(3, "Family", 4, false)] {
            row.insert(&db).await;
        }
        // A dish of the same company has filters of its own.
        let dish = OfferingRow { details: json!({"calories": 400}), ..OfferingRow::new(4, hotel, "Soup") };
        dish.insert(&db).await;
        let index = index(&db).await;
        let sorted = |found: &Found| {
            let mut names: Vec<_> = names(found).into_iter().map(str::to_owned).collect();
            names.sort_unstable();
            names
        };
        let values = |found: &Found, field: &str| {
            let facet = found.facets.details.iter().find(|facet| facet.key == field);
            facet.map_or_else(Vec::new, |facet| {
                facet.values.iter().map(|value| format!("{}:{}", value.key, value.count)).collect::<Vec<_>>()
            })
        };
        let all = found(&db, &index, &rooms(json!({}))).await;
        assert_eq!(sorted(&all), ["Double", "Family", "Hotel Mar", "Single"]);
        // The company counts beside its rooms.
        assert_eq!(values(&all, "beds"), ["2:3", "3:2", "4:2"]);
        assert_eq!(values(&all, "breakfast_included"), ["true:3"]);
        assert!(values(&all, "calories").is_empty() && values(&all, "size_m2").is_empty());
        let large = found(&db, &index, &rooms(json!({"beds": ["2"]}))).await;
        assert_eq!(
            (sorted(&large), large.relaxed.len()),
            (vec!["Double".into(), "Family".into(), "Hotel Mar".into()], 0)
        );
        // Counts as if the field were not set; other fields count what is left.
        assert_eq!(values(&large, "beds"), ["2:3", "3:2", "4:2"]);
        assert_eq!(values(&large, "breakfast_included"), ["true:2"]);
        let served = found(&db, &index, &rooms(json!({"beds": ["2"], "breakfast_included": ["true"]}))).await;
        assert_eq!(sorted(&served), ["Double", "Hotel Mar"]);
        // No room has both, though the hotel has each.
        let none = found(&db, &index, &rooms(json!({"beds": ["4"], "breakfast_included": ["true"]}))).await;
        assert_eq!((none.relaxed.as_slice(), none.hits.len()), (&[Relaxation::Features][..], 4));
        // Another category is counted without the details of this one.
        assert_eq!(served.facets.categories.iter().find(|one| one.key == "food").map(|one| one.count), Some(2));
        // A changed room is found by its new details.
        let change =
            "UPDATE offering SET details = '{\"beds\": 4, \"breakfast_included\": true}', updated_at = $1 WHERE id = 1";
        on!(db.write(), at => sqlx::query(change).bind(Timestamp::now()).execute(at).await.map(drop)).unwrap();
        index.catch_up(&db, Timestamp::now()).await.unwrap();
        let both = rooms(json!({"beds": ["4"], "breakfast_included": ["true"]}));
        assert_eq!(sorted(&found(&db, &index, &both).await), ["Hotel Mar", "Single"]);
        // Without a category nothing is counted.
        assert!(found(&db, &index, &query("")).await.facets.details.is_empty());
    })
    .await;
}

#[tokio::test]
async fn search_pages_neither_repeat_nor_skip_while_rows_are_added() {
    both(async |db| {
        let (near, _) = market(&db).await;
        for id in 100..130 {
            OfferingRow { price: id, ..OfferingRow::new(id, near, "Soup") }.insert(&db).await;
        }
        let index = index(&db).await;
        let soup = query("soup");
        let (mut seen, mut cursor, mut added) = (Vec::new(), None, 200);
        loop {
            let page = index.find(&db, &soup, cursor.as_deref(), 7, NOW).await.unwrap();
            seen.extend(page.hits.iter().filter_map(|hit| match hit {
                SearchHit::Offering(hit) => Some(hit.offering.id.0),
                SearchHit::Company(_) | SearchHit::Reel(_) => None,
            }));
            let Some(next) = page.next else { break };
            cursor = Some(next);
            OfferingRow::new(added, near, "Soup").insert(&db).await;
            added += 1;
            index.catch_up(&db, Timestamp::now()).await.unwrap();
        }
        let distinct: HashSet<_> = seen.iter().copied().collect();
        assert_eq!(distinct.len(), seen.len(), "{seen:?}");
        assert!((100..130).all(|id| distinct.contains(&id)), "{seen:?}");
        let other = index.find(&db, &query("pizza"), cursor.as_deref(), 7, NOW).await;
        assert!(matches!(other, Err(SearchError::Cursor)));
    })
    .await;
}

#[tokio::test]
async fn search_follows_changes_and_deletions() {
    both(async |db| {
        let (near, _) = market(&db).await;
        let index = index(&db).await;
        OfferingRow::new(4, near, "Gazpacho").insert(&db).await;
        index.catch_up(&db, Timestamp::now()).await.unwrap();
        assert_eq!(names(&found(&db, &index, &query("gazpacho")).await), ["Gazpacho"]);
        let later = CompanyRow { hours: None, ..CompanyRow::new(90, "Mesón Nuevo") };
        later.insert(&db).await;
        index.catch_up(&db, Timestamp::now()).await.unwrap();
        assert_eq!(names(&found(&db, &index, &query("meson nuevo")).await), ["Mesón Nuevo"]);
        let ids = Ids::new(2);
        let editor = Editor { db: &db, ids: &ids, company: near, user: owner(near), now: Timestamp::now() };
        editor.delete_offerings(&[store::types::ids::OfferingId(4)]).await.unwrap();
        index.catch_up(&db, Timestamp::now()).await.unwrap();
        assert_eq!(found(&db, &index, &query("gazpacho")).await.total, 0);
    })
    .await;
}

#[tokio::test]
async fn index_takes_changes_before_its_making_once() {
    both(async |db| {
        let (near, _) = market(&db).await;
        let index = index(&db).await;
        let rename = async |name: &str, changed_at: Option<Timestamp>| {
            on!(db.write(), at => sqlx::query(
                "UPDATE company SET name = $2, changed_at = COALESCE($3, changed_at) WHERE id = $1")
                .bind(near).bind(name).bind(changed_at).execute(at).await.map(drop))
            .unwrap();
            index.catch_up(&db, Timestamp::now()).await.unwrap();
            found(&db, &index, &query(name)).await.total > 0
        };
        // A change without its time shows whether the company is read again.
        assert!(!rename("Zanzibar", None).await);
        assert!(rename("Xylophone", Some(Timestamp::now().plus(1))).await);
    })
    .await;
}

#[tokio::test]
async fn search_shows_what_is_free_and_says_what_it_gave_up() {
    both(async |db| {
        let (near, _) = market(&db).await;
        let dinner = OfferingRow {
            availability: Availability::Table,
            members: 1..8,
            duration_minutes: 90,
            ..OfferingRow::new(5, near, "Table")
        };
        let dinner = dinner.insert(&db).await;
        let seat = table(&db, 900, near, "T1", 4).await;
        on!(db.write(), at => sqlx::query("INSERT INTO resource_offering (resource_id, offering_id) VALUES ($1, $2)")
            .bind(seat).bind(dinner).execute(at).await.map(drop))
        .unwrap();
        let rooms = CompanyRow { categories: vec!["hotels"], ..CompanyRow::new(91, "Hotel Sol") }.insert(&db).await;
        let double = OfferingRow {
            category: "hotels",
            availability: Availability::Nights,
            details: json!({"adults": 2, "children": 1}),
            members: 1..3,
            variants: vec![VariantRow::new("Double", 9_000, Some(2))],
            ..OfferingRow::new(6, rooms, "Double room")
        };
        double.insert(&db).await;
        let index = index(&db).await;

        let tonight = found(&db, &index, &query("restaurant tonight for 2")).await;
        let Some(SearchHit::Company(place)) = tonight.hits.first() else { panic!("{tonight:?}") };
        let bookable = place.bookable.clone().unwrap();
        assert_eq!((place.company.name.as_str(), bookable.members, bookable.times.len()), ("Casa Azul", 2, 4));
        assert!(bookable.times.iter().all(|time| time.time.as_str() >= "17:00"), "{bookable:?}");
        let crowd = found(&db, &index, &query("restaurant tonight for 40")).await;
        assert_eq!(crowd.relaxed, [Relaxation::When]);

        let stay = SearchQuery {
            when: Some(When {
                date: "2026-12-04".parse().unwrap(),
                until: "2026-12-06".parse().unwrap(),
                from: None,
                to: None,
            }),
            who: Some(Who { adults: 2, children: 1 }),
            tab: Tab::Stays,
            ..query("")
        };
        let found_stay = found(&db, &index, &stay).await;
        let Some(SearchHit::Offering(room)) = found_stay.hits.first() else { panic!("{found_stay:?}") };
        let free = room.bookable.clone().unwrap().stay.unwrap();
        assert_eq!((free.nights, free.total, free.left), (2, 18_000, 2));
        let family = SearchQuery { who: Some(Who { adults: 4, children: 0 }), ..stay };
        assert_eq!(found(&db, &index, &family).await.relaxed, [Relaxation::When]);

        let halal = Filters { features: vec!["kosher"], open_now: true, ..Filters::default() };
        let halal = found(&db, &index, &SearchQuery { filters: halal, ..query("soup") }).await;
        assert_eq!(
            (halal.relaxed.as_slice(), names(&halal)),
            (&[Relaxation::OpenNow, Relaxation::Features][..], vec!["Tomato soup"])
        );
    })
    .await;
}

#[tokio::test]
async fn party_is_offered_the_times_that_it_may_book() {
    both(async |db| {
        let (near, far) = market(&db).await;
        let show = OfferingRow {
            category: "music",
            availability: Availability::Occurrence,
            variants: vec![VariantRow::new("Standard", 2_000, Some(50))],
            ..OfferingRow::new(9, far, "Quartet")
        };
        let show = show.insert(&db).await;
        let start = NOW.plus(12 * Timestamp::DAY);
        market::occurrence(&db, 9, show, start..start.plus(2 * Timestamp::HOUR)).await;
        let dinner =
            OfferingRow { availability: Availability::Table, members: 1..4, ..OfferingRow::new(10, near, "Dinner") };
        let dinner = dinner.insert(&db).await;
        let seat = table(&db, 900, near, "T1", 8).await;
        on!(db.write(), at => sqlx::query("INSERT INTO resource_offering (resource_id, offering_id) VALUES ($1, $2)")
            .bind(seat).bind(dinner).execute(at).await.map(drop))
        .unwrap();
        let index = index(&db).await;
        let day = |date: &str| When { date: date.parse().unwrap(), until: date.parse().unwrap(), from: None, to: None };
        let free = async |tab, what: &str, date: &str, adults| {
            let asked =
                SearchQuery { when: Some(day(date)), who: Some(Who { adults, children: 0 }), tab, ..query(what) };
            let found = found(&db, &index, &asked).await;
            found.relaxed.is_empty() && names(&found) == [what]
        };
        // Tickets are sold by unit, whatever maximum the offer states.
        assert!(free(Tab::Events, "Quartet", "2026-12-04", 2).await);
        assert!(free(Tab::Events, "Quartet", "2026-12-04", 20).await);
        assert!(!free(Tab::Events, "Quartet", "2026-12-04", 21).await);
        assert!(free(Tab::Services, "Dinner", "2026-11-23", 4).await);
        assert!(
            !free(Tab::Services, "Dinner", "2026-11-23", 5).await,
            "the offer states four, the table has eight seats"
        );
    })
    .await;
}

#[tokio::test]
async fn company_is_found_by_any_of_its_offers_that_is_free() {
    both(async |db| {
        let (_, far) = market(&db).await;
        let on = |date: &str| When { date: date.parse().unwrap(), until: date.parse().unwrap(), from: None, to: None };
        // Evenings in Madrid: NOW is Sunday 2026-11-22, 09:30.
        let evening_after = |days: i64| NOW.plus(days * Timestamp::DAY + 10 * Timestamp::HOUR);
        for (id, name, days) in [(9, "Quartet", 12), (10, "Choir", 13)] {
            let show = OfferingRow {
                category: "music",
                availability: Availability::Occurrence,
                members: 1..8,
                position: id,
                variants: vec![VariantRow::new("Standard", 2_000, Some(50))],
                ..OfferingRow::new(id, far, name)
            };
            let show = show.insert(&db).await;
            let start = evening_after(days);
            market::occurrence(&db, id, show, start..start.plus(2 * Timestamp::HOUR)).await;
        }
        let index = index(&db).await;
        let evening = async |date: &str| {
            let asked = SearchQuery { when: Some(on(date)), tab: Tab::Places, ..query("Color") };
            let found = found(&db, &index, &asked).await;
            match found.hits.first() {
                Some(SearchHit::Company(place)) => {
                    (found.relaxed, place.bookable.as_ref().map(|one| (one.offering_id.0, one.times.len())))
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(evening("2026-12-04").await, (vec![], Some((9, 1))));
        assert_eq!(evening("2026-12-05").await, (vec![], Some((10, 1))), "the second of its concerts");
        assert_eq!(evening("2026-12-06").await.0, [Relaxation::When]);
    })
    .await;
}

#[tokio::test]
async fn shop_is_found_for_a_day_if_it_is_open_at_some_time() {
    both(async |db| {
        market(&db).await;
        let index = index(&db).await;
        let is_found = async |what: &str, days: (&str, &str), minutes: (Option<i64>, Option<i64>)| {
            let when = When {
                date: days.0.parse().unwrap(),
                until: days.1.parse().unwrap(),
                from: minutes.0.map(|hour| hour * 60),
                to: minutes.1.map(|hour| hour * 60),
            };
            let asked = SearchQuery { when: Some(when), tab: Tab::Places, ..query(what) };
            let found = found(&db, &index, &asked).await;
            found.relaxed.is_empty() && !names(&found).is_empty()
        };
        let (monday, tuesday) = (("2026-11-23", "2026-11-23"), ("2026-11-24", "2026-11-24"));
        // 08:00 to 23:00.
        assert!(is_found("Azul", monday, (Some(6), Some(12))).await, "opens in the morning");
        assert!(!is_found("Azul", monday, (Some(6), Some(8))).await, "opens after it");
        // 20:00 to 22:00.
        assert!(is_found("Color", tuesday, (None, None)).await, "opens in the evening of a day without a time");
        assert!(is_found("Color", tuesday, (Some(17), None)).await);
        assert!(!is_found("Color", tuesday, (Some(22), None)).await);
        assert!(is_found("Color", ("2026-11-22", "2026-11-22"), (None, None)).await, "NOW is the morning of Sunday");
        on!(db.write(), at => sqlx::query("INSERT INTO opening_exception (company_id, date, hours, note)
            VALUES (80, '2026-11-27', '[]', ''), (80, '2026-11-24', '[]', '')").execute(at).await.map(drop))
        .unwrap();
        let index = self::index(&db).await;
        let is_open = async |date: &str, until: &str| {
            let when = When { date: date.parse().unwrap(), until: until.parse().unwrap(), from: None, to: None };
            let asked = SearchQuery { when: Some(when), tab: Tab::Places, ..query("Color") };
            found(&db, &index, &asked).await.relaxed.is_empty()
        };
        assert!(!is_open("2026-11-24", "2026-11-24").await, "closed for a day");
        assert!(is_open("2026-11-27", "2026-11-29").await, "closed on Friday, open on Saturday");
        on!(db.write(), at => sqlx::query("UPDATE company SET paused_until = $1 WHERE id = 80")
            .bind("2026-11-28T22:00:00.000Z".parse::<Timestamp>().unwrap()).execute(at).await.map(drop))
        .unwrap();
        let index = self::index(&db).await;
        let paused = SearchQuery {
            when: Some(When {
                date: "2026-11-27".parse().unwrap(),
                until: "2026-11-28".parse().unwrap(),
                from: None,
                to: None,
            }),
            tab: Tab::Places,
            ..query("Color")
        };
        assert_eq!(found(&db, &index, &paused).await.relaxed, [Relaxation::When], "paused until it closes");
    })
    .await;
}

#[tokio::test]
async fn order_type_is_met_by_ways_to_hand_over_and_bookings() {
    both(async |db| {
        let (near, far) = market(&db).await;
        let option = |kind| FulfilmentOption { kind, minutes: 30, minimum_order: 0, zones: Vec::new() };
        market::fulfilment(&db, near, &[option(Fulfilment::Catering)]).await;
        let haircut = OfferingRow { availability: Availability::Appointment, ..OfferingRow::new(9, far, "Haircut") };
        haircut.insert(&db).await;
        let index = index(&db).await;
        let found = async |query: SearchQuery| found(&db, &index, &query).await;
        let places = async |order_type| {
            let filters = Filters { order_type: Some(order_type), ..Filters::default() };
            let found = found(SearchQuery { tab: Tab::Places, filters, ..query("") }).await;
            (names(&found).join(", "), found.relaxed)
        };
        assert_eq!(places(OrderType::Delivery).await, ("Casa Azul".to_owned(), vec![]));
        assert_eq!(places(OrderType::Onsite).await, ("Tall i Color".to_owned(), vec![]));
        assert_eq!(places(OrderType::Collect).await.1, [Relaxation::Features]);
        market::fulfilment(&db, far, &[option(Fulfilment::Collect)]).await;
        index.catch_up(&db, NOW).await.unwrap();
        assert_eq!(places(OrderType::Collect).await, ("Tall i Color".to_owned(), vec![]));
    })
    .await;
}

#[tokio::test]
async fn index_is_kept_and_made_anew_when_damaged() {
    let (db, _folder) = sqlite().await;
    let (near, _) = market(&db).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("search");
    let open = async || {
        let index = SearchIndex::open(&db, Some(path.clone())).await.unwrap();
        index.catch_up(&db, Timestamp::now()).await.unwrap();
        found(&db, &index, &query("")).await.total
    };
    assert_eq!(open().await, 5);
    // Kept files are brought up to date.
    OfferingRow::new(4, near, "Gazpacho").insert(&db).await;
    assert_eq!(open().await, 6);
    for file in std::fs::read_dir(&path).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_some_and(|extension| extension == "term" || extension == "idx" || extension == "fast") {
            let bytes = std::fs::read(&file).unwrap();
            std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        }
    }
    // A search says that the index is made anew.
    let damaged = SearchIndex::open(&db, Some(path.clone())).await.unwrap();
    let early = damaged.find(&db, &query("soup"), None, 20, NOW).await;
    assert!(matches!(early, Err(SearchError::Preparing)));
    drop(damaged);
    assert_eq!(open().await, 6);
    std::fs::remove_dir_all(&path).unwrap();
    assert_eq!(open().await, 6);
}

#[tokio::test]
async fn suggestions_name_categories_companies_and_items() {
    both(async |db| {
        market(&db).await;
        let index = index(&db).await;
        let suggest = async |typed: &str| index.suggest(&db, typed, None, Language::FALLBACK, NOW).await.unwrap();
        let found = suggest("ca").await;
        assert_eq!((found.companies[0].label.as_str(), found.companies[0].key.as_str()), ("Casa Azul", "casa-azul"));
        assert_eq!(suggest("tom").await.items[0].label, "Tomato soup");
        assert_eq!(suggest("museu").await.categories[0].key, "art");
        assert!(suggest("%").await.companies.is_empty() && suggest("").await.items.is_empty());
    })
    .await;
}

/// The table of queries over the small demo.
#[tokio::test]
async fn relevance_table_holds() {
    let (db, _folder) = sqlite().await;
    seed::fill(&db, &Ids::new(1), Size::Small, NOW, async |_, _| Ok(())).await.unwrap();
    let index = SearchIndex::open(&db, None).await.unwrap();
    index.catch_up(&db, NOW).await.unwrap();
    let rows: Vec<_> = include_str!("relevance.tsv").lines().filter(|line| !line.starts_with('#')).collect();
    let mut failed = Vec::new();
    for row in &rows {
        let (what, kind, wanted, hours) = match row.split('\t').collect::<Vec<_>>()[..] {
            [what, kind, wanted] => (what, kind, wanted, 0),
            [what, kind, wanted, hours] => (what, kind, wanted, hours.parse().unwrap()),
            _ => panic!("{row}"),
        };
        let now = NOW.plus(hours * Timestamp::HOUR);
        let query = SearchQuery { time_zone: TimeZone::utc(), ..query(what) };
        let found = index.find(&db, &query, None, 3, now).await.unwrap();
        let holds = |hit: &SearchHit| {
            let (company, name, categories) = match hit {
                SearchHit::Company(hit) => (&hit.company.name, &hit.company.name, hit.company.categories.clone()),
                SearchHit::Offering(hit) => {
                    (&hit.offering.company.name, &hit.offering.name, vec![hit.offering.category.clone()])
                }
                SearchHit::Reel(_) => return false,
            };
            match kind {
                "k" => fold(company).contains(&fold(wanted)),
                "n" => fold(name).contains(&fold(wanted)),
                _ => categories.iter().any(|key| key == wanted),
            }
        };
        if !found.hits.iter().any(holds) {
            failed.push(format!("{row}: {:?} {:?}", names(&found), found.relaxed));
        }
    }
    assert!(
        rows.len() >= 100 && failed.len() * 20 <= rows.len(),
        "{} of {}:\n{}",
        failed.len(),
        rows.len(),
        failed.join("\n")
    );
}
