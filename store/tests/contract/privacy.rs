use store::{
    Db,
    account::privacy::{self, Audience, Privacy, Relation},
    on,
    testing::{both, sqlx},
    types::ids::UserId,
};

use crate::{NOW, account};

async fn friends(db: &Db, a: UserId, b: UserId) {
    on!(db.write(), at => sqlx::query("INSERT INTO friendship (low_id, high_id, since) VALUES ($1, $2, $3)")
        .bind(a.min(b)).bind(a.max(b)).bind(NOW).execute(at).await.map(drop))
    .unwrap();
}

async fn block(db: &Db, blocker: UserId, blocked: UserId) {
    on!(db.write(), at => sqlx::query("INSERT INTO block (blocker_id, blocked_id, at) VALUES ($1, $2, $3)")
        .bind(blocker).bind(blocked).bind(NOW).execute(at).await.map(drop))
    .unwrap();
}

#[tokio::test]
async fn settings_are_open_by_default_and_stored_per_account() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        let all = privacy::of(&db, &[ann, ben, UserId(99)]).await.unwrap();
        assert_eq!(all.len(), 3);
        assert!(all.values().all(|privacy| *privacy == Privacy::default()));

        let first = privacy::change(&db, ann, NOW, |p| p.messaging = Audience::OnlyFriends).await.unwrap();
        let second = privacy::change(&db, ann, NOW.plus(1), |p| p.read_receipts = false).await.unwrap();
        assert_eq!(second, Privacy { read_receipts: false, ..first.clone() });
        assert_eq!(first.messaging, Audience::OnlyFriends);
        let all = privacy::of(&db, &[ben, ann]).await.unwrap();
        assert_eq!((&all[&ann], &all[&ben]), (&second, &Privacy::default()));

        privacy::save(&db, ann, &Privacy::default(), NOW).await.unwrap();
        privacy::save(&db, ben, &first, NOW).await.unwrap();
        let all = privacy::of(&db, &[ben, ann]).await.unwrap();
        assert_eq!((&all[&ann], &all[&ben]), (&Privacy::default(), &first));
        assert!(privacy::of(&db, &[]).await.unwrap().is_empty());
        assert!(privacy::change(&db, UserId(99), NOW, |_| ()).await.is_err(), "there is no such account");
    })
    .await;
}

#[tokio::test]
async fn friends_friends_of_friends_and_blocks_work_from_both_sides() {
    both(async |db| {
        let mut people = Vec::new();
        for (id, name) in [(5, "ann"), (3, "ben"), (9, "cem"), (4, "dan"), (6, "eve"), (8, "fay")] {
            people.push(account(&db, id, name).await);
        }
        let [ann, ben, cem, dan, eve, fay] = people[..] else { unreachable!() };
        // ann – ben – cem – dan; eve is unconnected. Ids lie on both sides of ann's, so that both columns are checked.
        friends(&db, ann, ben).await;
        friends(&db, ben, cem).await;
        friends(&db, cem, dan).await;
        friends(&db, ann, fay).await;
        friends(&db, fay, dan).await;
        block(&db, ann, eve).await;
        block(&db, cem, ann).await;

        let seen = privacy::relations(&db, ann, &[ann, ben, cem, dan, eve, fay, UserId(99)]).await.unwrap();
        let stranger = Relation::default();
        assert!(seen[&ann].itself);
        assert_eq!(seen[&ben], Relation { friend: true, ..stranger });
        assert_eq!(seen[&cem], Relation { friend_of_friend: true, blocked_by: true, ..stranger });
        assert_eq!(seen[&dan], Relation { friend_of_friend: true, ..stranger });
        assert_eq!(seen[&eve], Relation { blocks: true, ..stranger });
        assert_eq!((seen[&fay].friend, seen[&UserId(99)]), (true, stranger));

        let back = privacy::relation(&db, eve, ann).await.unwrap();
        assert_eq!(back, Relation { blocked_by: true, ..stranger });
        assert!(privacy::relation(&db, cem, ann).await.unwrap().blocks);
        assert!(privacy::relation(&db, dan, ann).await.unwrap().friend_of_friend);
        assert!(!privacy::relation(&db, eve, ben).await.unwrap().friend_of_friend);
    })
    .await;
}
