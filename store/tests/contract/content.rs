//! Shareable content and the permission to share it.

use store::{
    Error, on,
    share_card::{ShareKind, card_for},
    testing::{both, sqlx},
    types::ids::UserId,
};

use crate::{NOW, account};

#[tokio::test]
async fn profile_is_shared_by_users_who_may_see_it() {
    both(async |db| {
        let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
        let card = card_for(&db, ann, ShareKind::Profile, ben.0, NOW).await.unwrap();
        assert_eq!((card.kind.as_str(), card.id, card.title.as_str()), ("profile", 2, "Ann Other"));
        assert_eq!(card.url.as_deref(), Some("/people/2"));
        on!(db.write(), at => sqlx::query("INSERT INTO block (blocker_id, blocked_id, at) VALUES (2, 1, $1)")
            .bind(NOW).execute(at).await.map(drop))
        .unwrap();
        for nothing in [
            card_for(&db, ann, ShareKind::Profile, ben.0, NOW).await,
            card_for(&db, ann, ShareKind::Profile, 99, NOW).await,
            card_for(&db, UserId(1), ShareKind::Reel, 1, NOW).await,
        ] {
            assert!(matches!(nothing, Err(Error::NotFound)), "{nothing:?}");
        }
    })
    .await;
}
