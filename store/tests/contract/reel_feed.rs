//! Feed of reels: ranking, stable pages, and what a viewer does not see.

use std::collections::HashSet;

use store::{
    Db,
    account::privacy,
    chat, company,
    reel::{
        Reel, Viewer,
        feed::{self, FeedReason},
        management::ReelChange,
        publication::{self, Step},
        reaction,
    },
    testing::{
        both,
        market::{CompanyRow, ReelRow},
    },
    types::{
        ids::{CompanyId, ReelId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person};

const ANN: UserId = UserId(1);

async fn page(db: &Db, viewer: &Viewer, cursor: Option<&str>, limit: usize) -> (Vec<i64>, Option<String>) {
    let page = feed::page(db, viewer, cursor, None, limit, NOW).await.unwrap();
    (page.reels.iter().map(|reel| reel.id.0).collect(), page.next)
}

/// Publishes reels with these ids, the last one newest.
async fn publish(db: &Db, company: CompanyId, ids: impl Iterator<Item = i64>) {
    for id in ids {
        let at = NOW.plus(-Timestamp::DAY + id);
        ReelRow { at, ..ReelRow::new(id, company) }.insert(db).await;
    }
}

#[tokio::test]
async fn feed_shows_each_reel_once_while_others_change() {
    both(async |db| {
        person(&db, 1, "ann").await;
        let companies = [CompanyRow::new(7, "Casa").insert(&db).await, CompanyRow::new(8, "Otra").insert(&db).await];
        for id in 0..200 {
            publish(&db, companies[id % 2], [1_000 + i64::try_from(id).unwrap()].into_iter()).await;
        }
        let viewer = Viewer::account(ANN);
        let (mut seen, mut cursor, mut pages) = (Vec::new(), None, 0);
        loop {
            let (reels, next) = page(&db, &viewer, cursor.as_deref(), 7).await;
            seen.extend(reels.iter().copied());
            pages += 1;
            // The world moves on between two pages.
            publish(&db, companies[0], [5_000 + pages].into_iter()).await;
            if let Some(last) = reels.last() {
                reaction::like(&db, ReelId(*last), ANN, Some(true), NOW).await.unwrap();
                reaction::view(&db, ReelId(*last), ANN, 100, true, NOW).await.unwrap();
            }
            // One that was not shown yet disappears.
            if pages == 3 {
                let gone = (1_000..1_200).find(|id| !seen.contains(id)).unwrap();
                let company = companies[usize::try_from(gone % 2).unwrap()];
                publication::change(&db, ReelId(gone), company, Step::Remove, NOW).await.unwrap();
            }
            match next {
                Some(next) => cursor = Some(next),
                None => break,
            }
            assert!(pages < 100, "the feed ends");
        }
        let unique: HashSet<_> = seen.iter().collect();
        assert_eq!((seen.len(), unique.len()), (199, 199), "all but the removed one, each once, none of the new ones");
        assert!(seen.iter().all(|id| *id < 5_000));
        let (fresh, _) = page(&db, &viewer, None, 10).await;
        assert!(fresh.iter().any(|id| *id >= 5_000), "a new feed has the new ones");
    })
    .await;
}

#[tokio::test]
async fn followed_and_near_companies_come_first_with_reasons() {
    both(async |db| {
        person(&db, 1, "ann").await;
        let far = CompanyRow::new(7, "Casa").insert(&db).await;
        let near = CompanyRow { position: Some((40.4, -3.7)), ..CompanyRow::new(8, "Otra") }.insert(&db).await;
        let followed = CompanyRow::new(9, "Tercera").insert(&db).await;
        // Both are older than a whole window of others.
        publish(&db, near, [100].into_iter()).await;
        publish(&db, followed, [101].into_iter()).await;
        publish(&db, far, 1_000..1_140).await;
        company::follower::follow(&db, followed, ANN, None, NOW).await.unwrap();
        let viewer = Viewer { account: Some(ANN), position: Position::new(40.42, -3.71) };
        let reels = feed::page(&db, &viewer, None, None, 5, NOW).await.unwrap().reels;
        assert_eq!(reels.iter().take(2).map(|reel| reel.id.0).collect::<Vec<_>>(), [101, 100]);
        assert_eq!(reels[0].why[0], FeedReason::Follow);
        assert!(reels[0].company.followed && reels[1].why.contains(&FeedReason::Near));
        assert!(reels[1].distance_km.is_some_and(|distance| distance < 5.0));
        let (visitor, _) = page(&db, &Viewer::default(), None, 5).await;
        assert!(!visitor.contains(&100) && !visitor.contains(&101));
    })
    .await;
}

#[tokio::test]
async fn feed_without_personalization_knows_no_behavior() {
    both(async |db| {
        person(&db, 1, "ann").await;
        let companies = [CompanyRow::new(7, "Casa").insert(&db).await, CompanyRow::new(8, "Otra").insert(&db).await];
        publish(&db, companies[0], 100..104).await;
        publish(&db, companies[1], 200..204).await;
        let (as_visitor, _) = page(&db, &Viewer::default(), None, 8).await;
        let viewer = Viewer::account(ANN);
        for reel in &as_visitor[..2] {
            reaction::view(&db, ReelId(*reel), ANN, 100, true, NOW).await.unwrap();
        }
        let liked: Vec<_> = as_visitor.iter().copied().filter(|id| *id < 104).collect();
        for reel in &liked[1..] {
            reaction::like(&db, ReelId(*reel), ANN, Some(true), NOW).await.unwrap();
        }
        let (visitors, _) = page(&db, &Viewer::default(), None, 8).await;
        let own = async || feed::page(&db, &viewer, None, None, 8, NOW).await.unwrap().reels;
        let tells_taste = |reels: &[Reel]| reels.iter().any(|reel| reel.why.contains(&FeedReason::Taste));
        let reels = own().await;
        assert!(reels.iter().map(|reel| reel.id.0).ne(visitors.iter().copied()) && tells_taste(&reels));
        privacy::change(&db, ANN, NOW, |privacy| privacy.cookies = false).await.unwrap();
        let reels = own().await;
        assert_eq!(reels.iter().map(|reel| reel.id.0).collect::<Vec<_>>(), visitors);
        assert!(!tells_taste(&reels));
        company::follower::follow(&db, companies[0], ANN, None, NOW).await.unwrap();
        assert_eq!(own().await[0].why[0], FeedReason::Follow, "whom one follows is chosen");
    })
    .await;
}

#[tokio::test]
async fn liked_reel_of_long_ago_is_a_candidate() {
    both(async |db| {
        let company = CompanyRow::new(7, "Casa").insert(&db).await;
        publish(&db, company, 1_000..1_200).await;
        for account in 1..=60 {
            person(&db, account, &format!("user{account}")).await;
            reaction::like(&db, ReelId(1_000), UserId(account), None, NOW).await.unwrap();
        }
        let (reels, _) = page(&db, &Viewer::default(), None, 3).await;
        assert_eq!(reels[0], 1_000);
    })
    .await;
}

#[tokio::test]
async fn mutes_blocks_and_closed_companies_are_left_out() {
    both(async |db| {
        person(&db, 1, "ann").await;
        let mut companies = Vec::new();
        for id in 7..11 {
            let company = CompanyRow::new(id, ["Casa", "Otra", "Tercera", "Cuarta"][usize::try_from(id - 7).unwrap()]);
            let company = company.insert(&db).await;
            publish(&db, company, [100 + id].into_iter()).await;
            companies.push(company);
        }
        let viewer = Viewer::account(ANN);
        let all = async |viewer: &Viewer| {
            let mut reels = page(&db, viewer, None, 10).await.0;
            reels.sort_unstable();
            reels
        };
        assert_eq!(all(&viewer).await, [107, 108, 109, 110]);
        company::follower::follow(&db, companies[0], ANN, None, NOW).await.unwrap();
        let told = async || publication::audience(&db, companies[0], UserId(0), 10).await.unwrap();
        assert_eq!(told().await, [ANN]);
        reaction::mute(&db, companies[0], ANN, true, NOW).await.unwrap();
        assert!(told().await.is_empty(), "a follower who has muted the reels hears of none");
        chat::set_block(&db, ANN, UserId(2_000_008), true, NOW).await.unwrap();
        chat::set_block(&db, UserId(2_000_009), ANN, true, NOW).await.unwrap();
        assert_eq!(all(&viewer).await, [110]);
        assert_eq!(all(&Viewer::default()).await, [107, 108, 109, 110]);
        assert_eq!(reaction::muted(&db, ANN, 10, 0).await.unwrap().0[0].name, "Casa");
        // A deep link shows a muted reel, but not a blocked one.
        let link = async |id| feed::page(&db, &viewer, None, Some(ReelId(id)), 10, NOW).await;
        let linked = link(107).await.unwrap().reels;
        assert_eq!(linked.iter().map(|reel| reel.id.0).collect::<Vec<_>>(), [107, 110]);
        assert!(matches!(link(108).await, Err(store::Error::NotFound)));
        reaction::mute(&db, companies[0], ANN, false, NOW).await.unwrap();
        assert_eq!(all(&viewer).await, [107, 110]);
        store::account::deletion::delete(&db, UserId(1_000_010), NOW).await.unwrap();
        assert_eq!(all(&Viewer::default()).await, [107, 108, 109]);
    })
    .await;
}

#[tokio::test]
async fn deep_link_begins_the_feed_and_does_not_come_again() {
    both(async |db| {
        let company = CompanyRow::new(7, "Casa").insert(&db).await;
        publish(&db, company, 1_000..1_060).await;
        let viewer = Viewer::default();
        let first = feed::page(&db, &viewer, None, Some(ReelId(1_000)), 20, NOW).await.unwrap();
        assert_eq!(first.reels[0].id.0, 1_000);
        let mut seen: Vec<_> = first.reels.iter().map(|reel| reel.id.0).collect();
        let mut next = first.next;
        while let Some(cursor) = next {
            let (reels, following) = page(&db, &viewer, Some(&cursor), 20).await;
            seen.extend(reels);
            next = following;
        }
        seen.sort_unstable();
        assert_eq!(seen, (1_000..1_060).collect::<Vec<_>>());
        for wrong in ["", "x", "AQ", &"A".repeat(1_000)] {
            assert!(matches!(feed::page(&db, &viewer, Some(wrong), None, 5, NOW).await, Err(store::Error::Corrupt(_))));
        }
    })
    .await;
}

#[tokio::test]
async fn empty_feed_has_no_next_page() {
    both(async |db| {
        assert_eq!(page(&db, &Viewer::default(), None, 5).await, (Vec::new(), None));
        let company = CompanyRow::new(7, "Casa").insert(&db).await;
        let draft = ReelRow { published: false, ..ReelRow::new(100, company) }.insert(&db).await;
        assert_eq!(page(&db, &Viewer::default(), None, 5).await, (Vec::new(), None));
        let change = ReelChange { caption: Some("x".repeat(1_001)), ..ReelChange::default() };
        assert!(store::reel::management::change(&db, draft, company, &change, NOW).await.is_err());
    })
    .await;
}
