use std::{future::poll_fn, pin::Pin, task::Poll};

use futures_util::future::join_all;
use store::{
    Db, account,
    company::{follower, plan},
    db::Aggregate::{self, All, Company, Inventory, Market},
    testing::{self, both, market::CompanyRow, new_account},
    types::ids::{CompanyId, UserId},
};

use crate::NOW;

const NEAR: CompanyId = CompanyId(70);
const FAR: CompanyId = CompanyId(71);
const EACH: [Aggregate; 6] = [Company(NEAR), Inventory(NEAR), Market, All, Company(FAR), Inventory(FAR)];

/// Returns which of [`EACH`] a write changes.
async fn changed(db: &Db, write: impl AsyncFnOnce(&Db)) -> [bool; 6] {
    let before = db.versions(&EACH).await.unwrap();
    write(db).await;
    let after = db.versions(&EACH).await.unwrap();
    std::array::from_fn(|at| before.at(&[at]) != after.at(&[at]))
}

/// Runs a story with the versions in memory and with those in the database.
pub async fn each_way(story: impl AsyncFn(Db)) {
    both(&story).await;
    both(async |db: Db| {
        db.share_versions();
        story(db).await;
    })
    .await;
}

#[tokio::test]
async fn commit_counts_up_what_the_transaction_named() {
    each_way(async |db| {
        let ann = UserId(1);
        account::create(&db, &new_account(ann, "ann")).await.unwrap();
        CompanyRow::new(NEAR.0, "Near").insert(&db).await;
        CompanyRow::new(FAR.0, "Far").insert(&db).await;
        let follow = async |db: &Db| assert!(follower::follow(db, NEAR, ann, None, NOW).await.unwrap().is_some());
        assert_eq!(changed(&db, follow).await, [true, false, true, false, false, false]);
        // Locks the company, so that its inventory counts as changed too.
        let change_plan = async |db: &Db| {
            assert!(matches!(plan::change(db, NEAR, plan::PlanKey::Team, NOW).await, Ok(plan::Change::Done)))
        };
        assert_eq!(changed(&db, change_plan).await, [true, true, true, false, false, false]);
        let name = async |db: &Db, aggregate, is_kept| {
            let mut tx = db.begin().await.unwrap();
            tx.changes(aggregate);
            if is_kept {
                tx.commit().await.unwrap();
            }
        };
        let inventory = async |db: &Db| name(db, Inventory(FAR), true).await;
        assert_eq!(changed(&db, inventory).await, [false, false, false, false, false, true]);
        let all = async |db: &Db| name(db, All, true).await;
        assert_eq!(changed(&db, all).await, [false, false, false, true, false, false]);
        let rolled_back = async |db: &Db| name(db, Company(NEAR), false).await;
        assert_eq!(changed(&db, rolled_back).await, [false; 6]);
        let none = async |db: &Db| db.begin().await.unwrap().commit().await.unwrap();
        assert_eq!(changed(&db, none).await, [false; 6]);
    })
    .await;
}

#[tokio::test]
async fn another_node_sees_the_version_of_an_acknowledged_commit() {
    let Some(url) = testing::postgres_url().await else { return };
    let nodes = [Db::postgres(&url, 4).await.unwrap(), Db::postgres(&url, 4).await.unwrap()];
    nodes.iter().for_each(Db::share_versions);
    for turn in 0..40 {
        let (writer, reader) = (&nodes[turn % 2], &nodes[(turn + 1) % 2]);
        // Checks that run meanwhile share queries, and each still sees what was acknowledged before it.
        let (before, _) = tokio::join!(reader.versions(&EACH), join_all((0..8).map(|_| reader.versions(&EACH))));
        let mut tx = writer.begin().await.unwrap();
        tx.changes(Company(FAR));
        let (commit, _) = tokio::join!(tx.commit(), join_all((0..8).map(|_| reader.versions(&EACH))));
        commit.unwrap();
        let before = before.unwrap();
        for after in join_all((0..8).map(|_| reader.versions(&EACH))).await {
            let after = after.unwrap();
            assert!(before.at(&[4]) != after.at(&[4]) && before.at(&[0]) == after.at(&[0]), "turn {turn}");
        }
    }
}

#[tokio::test]
async fn check_ends_with_its_request_and_others_go_on() {
    let Some(url) = testing::postgres_url().await else { return };
    let db = Db::postgres(&url, 2).await.unwrap();
    db.share_versions();
    for polls in 0..6 {
        let mut given_up = Box::pin(db.versions(&EACH));
        for _ in 0..polls {
            if once(given_up.as_mut()).await.is_ready() {
                break;
            }
        }
        let mut waiting = Box::pin(join_all((0..4).map(|_| db.versions(&EACH))));
        let _ = once(waiting.as_mut()).await;
        drop(given_up);
        assert!(waiting.await.iter().all(Result::is_ok), "{polls} polls");
    }
}

/// Polls a future once.
async fn once<F: Future>(mut future: Pin<&mut F>) -> Poll<()> {
    poll_fn(|context| Poll::Ready(future.as_mut().poll(context).map(drop))).await
}

#[tokio::test]
#[should_panic(expected = "names no aggregate")]
async fn transaction_that_names_nothing_may_not_change_a_public_table() {
    let (db, _folder) = testing::sqlite().await;
    CompanyRow::new(NEAR.0, "Near").insert(&db).await;
    let mut tx = db.begin().await.unwrap();
    store::on!(tx.at(), at => testing::sqlx::query("UPDATE company SET name = 'Far'").execute(at).await.map(drop))
        .unwrap();
    let _ = tx.commit().await;
}
