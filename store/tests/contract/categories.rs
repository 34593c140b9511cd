use store::{
    catalogue::category::{self, choose},
    testing::both,
};

use crate::account;

#[tokio::test]
async fn favourites_are_stored_and_replaced_per_account() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        let pick = |keys: [&str; 3]| choose(&keys.map(str::to_owned), 3).unwrap();
        category::save_favourites(&db, ann, &pick(["music", "food", "art"])).await.unwrap();
        category::save_favourites(&db, ben, &pick(["tours", "food", "hotels"])).await.unwrap();
        assert_eq!(category::favourites(&db, ann).await.unwrap(), ["food", "art", "music"]);
        category::save_favourites(&db, ann, &pick(["shops", "food", "art"])).await.unwrap();
        assert_eq!(category::favourites(&db, ann).await.unwrap(), ["food", "art", "shops"]);
        assert_eq!(category::favourites(&db, ben).await.unwrap(), ["food", "hotels", "tours"]);
    })
    .await;
}
