use store::{
    cluster::node_lease::{self, LEASE_DURATION},
    on,
    testing::{self, both},
    types::ids::UserId,
};

use crate::NOW;

#[tokio::test]
async fn every_process_has_a_unique_node_number() {
    both(async |db| {
        assert_eq!(node_lease::acquire(&db, "one", NOW).await.unwrap(), Some(0));
        assert_eq!(node_lease::acquire(&db, "other", NOW).await.unwrap(), Some(1));
        node_lease::release(&db, 0, "one").await.unwrap();
        assert_eq!(node_lease::acquire(&db, "third", NOW).await.unwrap(), Some(0));
        // Only the holder may release the number.
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
async fn restarted_node_gets_its_number_again_under_its_name() {
    both(async |db| {
        assert_eq!(node_lease::acquire(&db, "other", NOW).await.unwrap(), Some(0));
        for life in 0..40 {
            assert_eq!(node_lease::acquire(&db, "often killed", NOW.plus(life)).await.unwrap(), Some(1));
        }
        // Each restart renews the lease. A node that was away longer finds its number reassigned.
        assert_eq!(node_lease::acquire(&db, "next", NOW.plus(LEASE_DURATION + 39)).await.unwrap(), Some(0));
        assert_eq!(node_lease::acquire(&db, "taker", NOW.plus(2 * LEASE_DURATION)).await.unwrap(), Some(1));
        assert_eq!(node_lease::acquire(&db, "often killed", NOW.plus(2 * LEASE_DURATION)).await.unwrap(), Some(2));
    })
    .await;
}

#[tokio::test]
async fn expired_number_is_reassigned_and_renewal_fails() {
    both(async |db| {
        assert_eq!(node_lease::acquire(&db, "gone", NOW).await.unwrap(), Some(0));
        assert_eq!(node_lease::acquire(&db, "next", NOW.plus(LEASE_DURATION)).await.unwrap(), Some(1));
        // Late, but the number is not reassigned yet.
        assert!(node_lease::renew(&db, 0, "gone", NOW.plus(2 * LEASE_DURATION)).await.unwrap());
        assert_eq!(node_lease::acquire(&db, "taker", NOW.plus(4 * LEASE_DURATION)).await.unwrap(), Some(0));
        assert!(!node_lease::renew(&db, 0, "gone", NOW.plus(4 * LEASE_DURATION)).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn process_finds_the_greatest_id_of_all_tables() {
    both(async |db| {
        testing::account(&db, UserId(7), "alice").await;
        assert_eq!(db.greatest_id().await.unwrap(), 7);
        testing::account(&db, UserId(1 << 52), "bruno").await;
        assert_eq!(db.greatest_id().await.unwrap(), 1 << 52);
    })
    .await;
}

#[tokio::test]
async fn deployment_keeps_its_name() {
    both(async |db| {
        let name = node_lease::deployment_id(&db).await.unwrap();
        assert_eq!(node_lease::deployment_id(&db).await.unwrap(), name);
    })
    .await;
}

#[tokio::test]
async fn transaction_of_a_stalled_process_does_not_block_others() {
    let Some(db) = testing::postgres().await else { return };
    let mut asleep = db.begin().await.unwrap();
    take_turn(&mut asleep).await;
    let mut awake = db.begin().await.unwrap();
    take_turn(&mut awake).await;
    awake.commit().await.unwrap();
    assert!(asleep.commit().await.is_err(), "what it had begun is undone");
}

/// Takes a lock that one transaction at a time can hold.
async fn take_turn(tx: &mut store::db::Tx) {
    let sql = "LOCK TABLE deployment IN EXCLUSIVE MODE";
    on!(tx.at(), at => testing::sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}
