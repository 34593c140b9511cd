use store::{
    cluster::node_lease::{self, LEASE_DURATION},
    on,
    testing::{self, both},
};

use crate::NOW;

#[tokio::test]
async fn every_process_has_a_number_of_its_own() {
    both(async |db| {
        assert_eq!(node_lease::acquire(&db, "one", NOW).await.unwrap(), Some(0));
        assert_eq!(node_lease::acquire(&db, "other", NOW).await.unwrap(), Some(1));
        node_lease::release(&db, 0, "one").await.unwrap();
        assert_eq!(node_lease::acquire(&db, "third", NOW).await.unwrap(), Some(0));
        // Not theirs to give back.
        node_lease::release(&db, 0, "one").await.unwrap();
        assert!(node_lease::renew(&db, 0, "third", NOW).await.unwrap());
        for number in 2..32 {
            assert_eq!(node_lease::acquire(&db, &format!("number {number}"), NOW).await.unwrap(), Some(number));
        }
        assert_eq!(node_lease::acquire(&db, "too many", NOW).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn who_is_killed_and_comes_back_under_its_name_has_its_number_again() {
    both(async |db| {
        assert_eq!(node_lease::acquire(&db, "other", NOW).await.unwrap(), Some(0));
        for life in 0..40 {
            assert_eq!(node_lease::acquire(&db, "often killed", NOW.plus(life)).await.unwrap(), Some(1));
        }
        // Each life renews it, and one that was away for longer finds that it went to somebody else.
        assert_eq!(node_lease::acquire(&db, "next", NOW.plus(LEASE_DURATION + 39)).await.unwrap(), Some(0));
        assert_eq!(node_lease::acquire(&db, "taker", NOW.plus(2 * LEASE_DURATION)).await.unwrap(), Some(1));
        assert_eq!(node_lease::acquire(&db, "often killed", NOW.plus(2 * LEASE_DURATION)).await.unwrap(), Some(2));
    })
    .await;
}

#[tokio::test]
async fn a_number_that_ran_out_goes_to_the_next_and_its_holder_is_told() {
    both(async |db| {
        assert_eq!(node_lease::acquire(&db, "gone", NOW).await.unwrap(), Some(0));
        assert_eq!(node_lease::acquire(&db, "next", NOW.plus(LEASE_DURATION)).await.unwrap(), Some(1));
        // Late, but nobody has it yet.
        assert!(node_lease::renew(&db, 0, "gone", NOW.plus(2 * LEASE_DURATION)).await.unwrap());
        assert_eq!(node_lease::acquire(&db, "taker", NOW.plus(4 * LEASE_DURATION)).await.unwrap(), Some(0));
        assert!(!node_lease::renew(&db, 0, "gone", NOW.plus(4 * LEASE_DURATION)).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_deployment_keeps_its_name() {
    both(async |db| {
        let name = node_lease::deployment_id(&db).await.unwrap();
        assert_eq!(node_lease::deployment_id(&db).await.unwrap(), name);
    })
    .await;
}

#[tokio::test]
async fn a_process_that_falls_asleep_in_a_transaction_does_not_hold_up_the_others_for_ever() {
    let Some(db) = testing::postgres().await else { return };
    let mut asleep = db.begin().await.unwrap();
    take_turn(&mut asleep).await;
    let mut awake = db.begin().await.unwrap();
    take_turn(&mut awake).await;
    awake.commit().await.unwrap();
    assert!(asleep.commit().await.is_err(), "what it had begun is undone");
}

/// Takes what only one transaction at a time can have.
async fn take_turn(tx: &mut store::db::Tx) {
    let sql = "LOCK TABLE deployment IN EXCLUSIVE MODE";
    on!(tx.at(), at => testing::sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}
