//! Search of cruises through the index: ports, days, nights, facilities, cabins and prices.

use serde_json::json;
use store::{
    Db,
    catalogue::{detail::Availability, port},
    inventory::cruise,
    offering_management::{Editor, occurrence::NewOccurrence},
    on,
    search::{
        CruiseFilter, FacetCount, Filters, Found, PortCount, Relaxation, SearchHit, SearchIndex, SearchQuery,
        SortOrder, Tab, When, Where, Who,
    },
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow, owner},
        sqlx,
    },
    types::{
        ids::{Ids, OfferingId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

use crate::NOW;

fn cruises(cruise: CruiseFilter) -> SearchQuery {
    SearchQuery {
        what: String::new(),
        place: Where::default(),
        when: None,
        who: None,
        filters: Filters { cruise: Some(cruise), ..Filters::default() },
        tab: Tab::All,
        order: SortOrder::Price,
        time_zone: TimeZone::utc(),
        viewer: None,
        facets: true,
    }
}

fn on_days(first: &str, last: &str) -> Option<When> {
    Some(When { date: first.parse().unwrap(), until: last.parse().unwrap(), from: None, to: None })
}

async fn found(db: &Db, index: &SearchIndex, query: &SearchQuery) -> Found {
    index.find(db, query, None, 20, NOW).await.unwrap_or_else(|cause| panic!("{query:?}: {cause:?}"))
}

fn names(found: &Found) -> Vec<&str> {
    let hits = found.hits.iter();
    hits.map(|hit| match hit {
        SearchHit::Offering(hit) => hit.offering.name.as_str(),
        SearchHit::Company(_) | SearchHit::Reel(_) => panic!("{hit:?}"),
    })
    .collect()
}

fn port_count(facets: &[PortCount], key: &str) -> u64 {
    facets.iter().find(|facet| facet.key == key).map_or(0, |facet| facet.count)
}

fn count(facets: &[FacetCount], key: &str) -> u64 {
    facets.iter().find(|facet| facet.key == key).map_or(0, |facet| facet.count)
}

/// Two cruises of a company in Madrid time and a dish. The short one starts late on the 4th in UTC, on the 5th in Madrid.
async fn sea(db: &Db) -> [OfferingId; 2] {
    let company = CompanyRow::new(70, "Blue Skiff").insert(db).await;
    OfferingRow::new(9, company, "Soup").insert(db).await;
    let row = |id, name, price, details| OfferingRow {
        category: "cruises",
        availability: Availability::Occurrence,
        price,
        members: 1..6,
        details,
        variants: vec![VariantRow::new("Inside", price, Some(2)), VariantRow::new("Balcony", 2 * price, Some(2))],
        ..OfferingRow::new(id, company, name)
    };
    let short = json!({"departure_port": "ESBCN", "destination_port": "ITGOA", "ports": ["ESBCN", "FRMRS", "ITGOA"],
        "nights": 3, "facilities": ["pool", "spa"]});
    let long = json!({"departure_port": "ITGOA", "destination_port": "ESBCN", "ports": ["ITGOA", "ESBCN"], "nights": 7,
        "facilities": ["pool"]});
    let ids = [row(1, "Short", 10_000, short).insert(db).await, row(2, "Long", 30_000, long).insert(db).await];
    let sails: Timestamp = "2026-12-04T23:30:00.000Z".parse().unwrap();
    market::occurrence(db, 1, ids[0], sails..sails.plus(9)).await;
    let later = sails.plus(9 * Timestamp::DAY);
    market::occurrence(db, 2, ids[0], later..later.plus(9)).await;
    market::occurrence(db, 3, ids[1], later..later.plus(9)).await;
    ids
}

#[tokio::test]
async fn cruises_are_found_by_port_nights_and_facility() {
    both(async |db| {
        sea(&db).await;
        let index = SearchIndex::open(&db, None).await.unwrap();
        index.catch_up(&db, NOW).await.unwrap();
        let all = found(&db, &index, &cruises(CruiseFilter::default())).await;
        assert_eq!((names(&all), all.total), (vec!["Short", "Long"], 2));
        let facets = all.facets.cruise.unwrap();
        assert_eq!((port_count(&facets.departures, "ESBCN"), port_count(&facets.destinations, "ESBCN")), (1, 1));
        assert_eq!((port_count(&facets.calls, "ESBCN"), port_count(&facets.calls, "FRMRS")), (2, 1));
        assert_eq!((count(&facets.nights, "1-3"), count(&facets.nights, "4-7")), (1, 1));
        assert_eq!((count(&facets.facilities, "pool"), count(&facets.facilities, "spa")), (2, 1));

        let none = CruiseFilter::default;
        for (filter, expected) in [
            (CruiseFilter { departure: port::find("ITGOA"), ..none() }, vec!["Long"]),
            (CruiseFilter { destination: port::find("ITGOA"), ..none() }, vec!["Short"]),
            (CruiseFilter { call: port::find("FRMRS"), ..none() }, vec!["Short"]),
            (CruiseFilter { call: port::find("ESBCN"), ..none() }, vec!["Short", "Long"]),
            (CruiseFilter { nights_min: Some(4), ..none() }, vec!["Long"]),
            (CruiseFilter { nights_max: Some(3), ..none() }, vec!["Short"]),
            (CruiseFilter { facilities: vec!["pool", "spa"], ..none() }, vec!["Short"]),
            (CruiseFilter { facilities: vec!["casino"], ..none() }, vec![]),
            (CruiseFilter { departure: port::find("ITGOA"), nights_max: Some(3), ..none() }, vec![]),
        ] {
            let query = cruises(filter);
            assert_eq!(names(&found(&db, &index, &query).await), expected, "{query:?}");
        }
        // The count of another port ignores the chosen one.
        let chosen = cruises(CruiseFilter { departure: port::find("ITGOA"), ..none() });
        let facets = found(&db, &index, &chosen).await.facets.cruise.unwrap();
        assert_eq!((port_count(&facets.departures, "ESBCN"), port_count(&facets.destinations, "ITGOA")), (1, 0));

        let mut priced = cruises(none());
        priced.filters.price_max = Some(20_000);
        assert_eq!(names(&found(&db, &index, &priced).await), ["Short"]);
        let words = SearchQuery { what: "long".to_owned(), ..cruises(none()) };
        assert_eq!(names(&found(&db, &index, &words).await), ["Long"]);
        let mut one = cruises(none());
        one.filters.offering = Some(OfferingId(2));
        assert_eq!(names(&found(&db, &index, &one).await), ["Long"]);
        // A dish is no cruise, whoever asks for it.
        one.filters.offering = Some(OfferingId(9));
        assert_eq!(found(&db, &index, &one).await.total, 0);
    })
    .await;
}

#[tokio::test]
async fn cruises_are_found_by_local_day_and_free_cabins() {
    both(async |db| {
        let [short, _] = sea(&db).await;
        let index = SearchIndex::open(&db, None).await.unwrap();
        index.catch_up(&db, NOW).await.unwrap();
        let party = |adults| Some(Who { adults, children: 0 });
        let dated = |first, last, adults| SearchQuery {
            when: on_days(first, last),
            who: party(adults),
            ..cruises(CruiseFilter::default())
        };
        assert_eq!(names(&found(&db, &index, &dated("2026-12-05", "2026-12-05", 2)).await), ["Short"]);
        assert_eq!(names(&found(&db, &index, &dated("2026-12-05", "2026-12-30", 2)).await), ["Short", "Long"]);
        let before = found(&db, &index, &dated("2026-12-04", "2026-12-04", 2)).await;
        assert_eq!(before.relaxed, [Relaxation::When]);

        let sails: Timestamp = "2026-12-04T23:30:00.000Z".parse().unwrap();
        for position in [0, 1] {
            on!(db.write(), at => sqlx::query(
                "INSERT INTO capacity_bucket (variant_id, starts_at, ends_at, capacity, held, sold) VALUES ($1, $2, $3, 2, 0, $4)")
                .bind(OfferingRow::variant(short, position)).bind(sails).bind(sails.plus(9)).bind(2 - position)
                .execute(at).await.map(drop))
            .unwrap();
        }
        // One place in a balcony cabin is left.
        assert_eq!(found(&db, &index, &dated("2026-12-05", "2026-12-05", 2)).await.relaxed, [Relaxation::When]);
        let single = found(&db, &index, &dated("2026-12-05", "2026-12-05", 1)).await;
        assert_eq!((names(&single), single.relaxed.len()), (vec!["Short"], 0));
        let Some(SearchHit::Offering(hit)) = single.hits.into_iter().next() else { panic!("no cruise") };
        let day = "2026-12-05".parse().unwrap();
        let offers = cruise::offers(&db, vec![hit.offering.clone()], Some((&day, &day)), NOW).await.unwrap();
        assert_eq!(offers[0].sailings.len(), 1);
        assert_eq!((offers[0].sailings[0].left, offers[0].sailings[0].price), (Some(1), 20_000));
        let all = cruise::offers(&db, vec![hit.offering], None, NOW).await.unwrap();
        let left: Vec<_> = all[0].sailings.iter().map(|sailing| (sailing.left, sailing.price)).collect();
        assert_eq!(left, [(Some(1), 20_000), (Some(4), 10_000)]);
    })
    .await;
}

#[tokio::test]
async fn cruise_follows_its_sailings() {
    both(async |db| {
        let [short, long] = sea(&db).await;
        // The fixtures have the true time, which may be later than the changes below.
        on!(db.write(), at => sqlx::query("UPDATE offering SET updated_at = $1").bind(NOW).execute(at).await.map(drop))
            .unwrap();
        let index = SearchIndex::open(&db, None).await.unwrap();
        index.catch_up(&db, NOW).await.unwrap();
        let may = SearchQuery { when: on_days("2027-05-01", "2027-05-02"), ..cruises(CruiseFilter::default()) };
        assert_eq!(found(&db, &index, &may).await.relaxed, [Relaxation::When]);
        let company = store::types::ids::CompanyId(70);
        let ids = Ids::new(3);
        let edit = |now| Editor { db: &db, ids: &ids, company, user: owner(company), now };
        let starts_at: Timestamp = "2027-05-01T12:00:00.000Z".parse().unwrap();
        let new = NewOccurrence { starts_at, ends_at: starts_at.plus(Timestamp::DAY) };
        edit(NOW.plus(1)).add_occurrences(long, &[new]).await.unwrap();
        index.catch_up(&db, NOW.plus(2)).await.unwrap();
        let added = found(&db, &index, &may).await;
        assert_eq!((names(&added), added.relaxed.len()), (vec!["Long"], 0));
        let (id,): (store::types::ids::OccurrenceId,) = on!(db.read(), at => sqlx::query_as(
            "SELECT id FROM occurrence WHERE starts_at = $1").bind(starts_at).fetch_one(at).await)
        .unwrap();
        edit(NOW.plus(3)).cancel_occurrence(id).await.unwrap();
        index.catch_up(&db, NOW.plus(4)).await.unwrap();
        assert_eq!(found(&db, &index, &may).await.relaxed, [Relaxation::When]);
        edit(NOW.plus(5)).delete_offerings(&[short]).await.unwrap();
        index.catch_up(&db, NOW.plus(6)).await.unwrap();
        assert_eq!(names(&found(&db, &index, &cruises(CruiseFilter::default())).await), ["Long"]);
    })
    .await;
}
