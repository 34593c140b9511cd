//! Rows of results that a node keeps in memory.

use store::{
    Db,
    booking::hold,
    db::Aggregate,
    on,
    search::{Bookable, SearchHit, SearchIndex},
    testing::sqlx,
    types::timestamp::Timestamp,
};

use crate::{
    NOW,
    bookings::{at, customer, monday, new, salon},
    market_search::query,
    versions::each_way,
};

/// Returns the names and the free times of the salon and its treatment, sorted.
async fn shown(db: &Db, index: &SearchIndex, now: Timestamp) -> Vec<(String, Vec<String>)> {
    let times = |bookable: Option<Bookable>| {
        bookable.unwrap().times.into_iter().map(|time| format!("{} {}", time.time, time.left.unwrap())).collect()
    };
    let hits = index.find(db, &query(""), None, 20, now).await.unwrap().hits;
    let mut shown: Vec<_> = hits
        .into_iter()
        .map(|hit| match hit {
            SearchHit::Company(hit) => (hit.company.name, times(hit.bookable)),
            SearchHit::Offering(hit) => (hit.offering.name, times(hit.bookable)),
            SearchHit::Reel(_) => panic!("no reel"),
        })
        .collect();
    shown.sort();
    shown
}

#[tokio::test]
async fn kept_rows_and_times_follow_each_commit() {
    each_way(async |db| {
        let (company, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let index = SearchIndex::open(&db, None).await.unwrap();
        index.catch_up(&db, NOW).await.unwrap();
        let expected = |company: &str, offering: &str, first: [&str; 3]| {
            [company, offering]
                .map(|name| (name.to_owned(), first.iter().chain(&["10:30 2"]).map(ToString::to_string).collect()))
                .to_vec()
        };
        // Kept from the second time on at the latest.
        for _ in 0..3 {
            assert_eq!(shown(&db, &index, NOW).await, expected("Facial", "Salon", ["09:00 2", "09:30 2", "10:00 2"]));
        }
        let saturday = monday(9, 0).plus(-2 * Timestamp::DAY);
        hold::hold(&db, &new(30, offering, zoe, at(saturday)), NOW).await.unwrap();
        for _ in 0..2 {
            assert_eq!(shown(&db, &index, NOW).await, expected("Facial", "Salon", ["09:00 1", "09:30 1", "10:00 2"]));
        }
        let rename = "UPDATE company SET name = name || '!'";
        let mut tx = db.begin().await.unwrap();
        on!(tx.at(), at => sqlx::query(rename).execute(at).await.map(drop)).unwrap();
        tx.changes(Aggregate::Company(company));
        tx.commit().await.unwrap();
        assert_eq!(shown(&db, &index, NOW).await, expected("Facial", "Salon!", ["09:00 1", "09:30 1", "10:00 2"]));
        // A write that names nothing is not seen within the minute.
        on!(db.write(), at => sqlx::query(rename).execute(at).await.map(drop)).unwrap();
        assert!(shown(&db, &index, NOW).await.iter().any(|(name, _)| name == "Salon!"));
        let later = NOW.plus(Timestamp::MINUTE);
        assert!(shown(&db, &index, later).await.iter().any(|(name, _)| name == "Salon!!"));
    })
    .await;
}
