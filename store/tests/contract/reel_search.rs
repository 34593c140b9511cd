//! Reels in the search, and the order of a list without words.

use std::collections::HashMap;

use store::{
    Db, chat,
    offering_management::Editor,
    reel::{
        ReelState,
        management::{self, ReelChange},
        moderation,
        publication::{self, Step},
        reaction,
        report::{self, HIDDEN_AFTER, NewReport},
        view,
    },
    search::{Filters, SearchHit, SearchIndex, SearchQuery, SortOrder, Tab, Where},
    social::report::Reason,
    testing::{
        both,
        market::{CompanyRow, OfferingRow, ReelRow, owner},
    },
    types::{
        ids::{CompanyId, Ids, OfferingId, ReelId, UserId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person};

const ANN: UserId = UserId(1);

fn query(what: &str, tab: Tab) -> SearchQuery {
    SearchQuery {
        what: what.to_owned(),
        place: Where::default(),
        when: None,
        who: None,
        filters: Filters::default(),
        tab,
        order: SortOrder::Relevance,
        time_zone: TimeZone::utc(),
        viewer: Some(ANN),
        facets: true,
    }
}

/// Returns the reels that are found after the index took in what was written.
async fn reels(db: &Db, index: &SearchIndex, what: &str, now: Timestamp) -> Vec<i64> {
    index.catch_up(db, now).await.unwrap();
    let found = index.find(db, &query(what, Tab::Reels), None, 20, now).await.unwrap();
    if !found.relaxed.is_empty() {
        return Vec::new();
    }
    let reel = |hit: &SearchHit| match hit {
        SearchHit::Reel(hit) => hit.reel.id.0,
        SearchHit::Company(_) | SearchHit::Offering(_) => panic!("{hit:?}"),
    };
    let ids: Vec<_> = found.hits.iter().map(reel).collect();
    assert_eq!(found.total, ids.len() as u64, "{what}");
    ids
}

/// Two companies with a reel each. The first reel links a dish.
async fn world(db: &Db) -> (CompanyId, CompanyId) {
    person(db, 1, "ann").await;
    let casa = CompanyRow::new(7, "Casa Azul").insert(db).await;
    let dish = OfferingRow::new(20, casa, "Saffron paella").insert(db).await;
    ReelRow { caption: "Picnic at the harbour #terrace", ..ReelRow::new(100, casa) }.insert(db).await;
    let change = ReelChange { offerings: Some(vec![dish]), ..ReelChange::default() };
    management::change(db, ReelId(100), casa, &change, NOW).await.unwrap();
    let other = CompanyRow { city: "Barcelona", ..CompanyRow::new(8, "Tall i Color") }.insert(db).await;
    ReelRow { caption: "Picnic haircut", ..ReelRow::new(200, other) }.insert(db).await;
    (casa, other)
}

#[tokio::test]
async fn reels_are_found_by_caption_tag_company_and_offering() {
    both(async |db| {
        world(&db).await;
        let index = SearchIndex::open(&db, None).await.unwrap();
        for (what, expected) in [
            ("harbour", vec![100]),
            ("#terrace", vec![100]),
            ("casa azul", vec![100]),
            ("saffron", vec![100]),
            ("paela", vec![100]),
            ("barcelona", vec![200]),
            ("picnic", vec![100, 200]),
            ("zzzzqqqq", vec![]),
        ] {
            let mut found = reels(&db, &index, what, NOW).await;
            found.sort_unstable();
            assert_eq!(found, expected, "{what}");
        }
        let all = index.find(&db, &query("picnic", Tab::All), None, 20, NOW).await.unwrap();
        assert_eq!((all.total, all.facets.tabs.iter().find(|tab| tab.key == "reels").unwrap().count), (0, 2));
    })
    .await;
}

#[tokio::test]
async fn reel_is_found_only_while_the_viewer_may_see_it() {
    both(async |db| {
        let (casa, _) = world(&db).await;
        let index = SearchIndex::open(&db, None).await.unwrap();
        let at = |step: i64| NOW.plus(step);
        assert_eq!(reels(&db, &index, "harbour", at(1)).await, [100]);
        for reporter in 10..10 + HIDDEN_AFTER {
            let user = person(&db, reporter, &format!("user{reporter}")).await;
            let new = NewReport {
                id: reporter,
                reel: ReelId(100),
                reporter: user,
                reason: Reason::Spam,
                comment: "",
                now: at(2),
            };
            report::file(&db, &new).await.unwrap();
        }
        assert!(reels(&db, &index, "harbour", at(3)).await.is_empty(), "hidden");
        moderation::keep(&db, ReelId(100), at(4)).await.unwrap();
        assert_eq!(reels(&db, &index, "harbour", at(5)).await, [100]);
        assert_eq!(management::find(&db, ReelId(100), casa, at(5)).await.unwrap().reel.state, ReelState::Published);

        reaction::mute(&db, casa, ANN, true, at(6)).await.unwrap();
        assert!(reels(&db, &index, "harbour", at(6)).await.is_empty(), "muted");
        reaction::mute(&db, casa, ANN, false, at(7)).await.unwrap();
        assert_eq!(reels(&db, &index, "harbour", at(7)).await, [100]);
        chat::set_block(&db, ANN, UserId(2_000_000 + casa.0), true, at(8)).await.unwrap();
        assert!(reels(&db, &index, "harbour", at(8)).await.is_empty(), "blocked");
        chat::set_block(&db, ANN, UserId(2_000_000 + casa.0), false, at(8)).await.unwrap();

        let caption = Some("Evening at the lighthouse".to_owned());
        let change = ReelChange { caption, ..ReelChange::default() };
        management::change(&db, ReelId(100), casa, &change, at(9)).await.unwrap();
        assert!(reels(&db, &index, "harbour", at(10)).await.is_empty());
        assert_eq!(reels(&db, &index, "lighthouse", at(10)).await, [100]);
        let ids = Ids::new(4);
        let editor = Editor { db: &db, ids: &ids, company: casa, user: owner(casa), now: at(11) };
        editor.delete_offerings(&[OfferingId(20)]).await.unwrap();
        assert!(reels(&db, &index, "saffron", at(12)).await.is_empty(), "the dish is no longer for sale");
        ReelRow { caption: "Lighthouse draft", published: false, at: at(13), ..ReelRow::new(101, casa) }
            .insert(&db)
            .await;
        assert_eq!(reels(&db, &index, "lighthouse", at(14)).await, [100]);
        publication::change(&db, ReelId(101), casa, Step::Publish, at(15)).await.unwrap();
        assert_eq!(reels(&db, &index, "lighthouse", at(16)).await, [101, 100], "the newer one first");
        publication::change(&db, ReelId(101), casa, Step::Remove, at(17)).await.unwrap();
        assert_eq!(reels(&db, &index, "lighthouse", at(18)).await, [100]);
        moderation::remove(&db, ReelId(200), at(19)).await.unwrap();
        assert!(reels(&db, &index, "haircut", at(20)).await.is_empty(), "removed");
        assert!(!view::is_public(&db, ReelId(200)).await.unwrap());
    })
    .await;
}

/// Number of offerings of each company on the first page.
fn by_company(hits: &[SearchHit]) -> HashMap<i64, usize> {
    let mut counts = HashMap::new();
    for hit in hits {
        if let SearchHit::Offering(hit) = hit {
            *counts.entry(hit.offering.company.id.0).or_default() += 1;
        }
    }
    counts
}

#[tokio::test]
async fn list_without_words_shows_two_offerings_of_a_company_first() {
    both(async |db| {
        for company in 0..6 {
            let id = CompanyRow::new(70 + company, ["A", "B", "C", "D", "E", "F"][company as usize]).insert(&db).await;
            // The first one has the most dishes.
            for dish in 0..if company == 0 { 40 } else { 3 } {
                let row = OfferingRow { position: dish, ..OfferingRow::new(1_000 + 100 * company + dish, id, "Dish") };
                row.insert(&db).await;
            }
        }
        let index = SearchIndex::open(&db, None).await.unwrap();
        index.catch_up(&db, NOW).await.unwrap();
        let all = query("", Tab::All);
        let first = index.find(&db, &all, None, 18, NOW).await.unwrap();
        let counts = by_company(&first.hits);
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| *count == 2), "{counts:?}");

        let (mut seen, mut cursor, mut step) = (Vec::new(), None, 0);
        loop {
            let page = index.find(&db, &all, cursor.as_deref(), 7, NOW).await.unwrap();
            seen.extend(page.hits.iter().filter_map(|hit| match hit {
                SearchHit::Offering(hit) => Some(hit.offering.id.0),
                SearchHit::Company(_) | SearchHit::Reel(_) => None,
            }));
            let Some(next) = page.next else { break };
            cursor = Some(next);
            // Added behind the others, as a company adds them.
            let row = OfferingRow { position: 100 + step, ..OfferingRow::new(9_000 + step, CompanyId(71), "Dish") };
            row.insert(&db).await;
            step += 1;
            index.catch_up(&db, Timestamp::now()).await.unwrap();
        }
        let mut distinct = seen.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), seen.len(), "{seen:?}");
        assert_eq!(distinct.iter().filter(|id| **id < 9_000).count(), 40 + 5 * 3);
    })
    .await;
}
