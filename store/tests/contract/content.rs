//! Shareable content and the permission to share it.

use store::{
    Error, on,
    share_card::{ShareKind, card_for},
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow},
        sqlx,
    },
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

#[tokio::test]
async fn company_and_product_are_shared_while_public() {
    both(async |db| {
        let ann = account(&db, 5, "ann").await;
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        let mug = OfferingRow::new(1, company, "Mug").insert(&db).await;
        market::show_picture(&db, mug, market::picture(&db, 9, market::owner(company)).await, 0).await;

        let card = card_for(&db, ann, ShareKind::Company, company.0, NOW).await.unwrap();
        assert_eq!((card.kind.as_str(), card.id, card.title.as_str()), ("company", 70, "Casa Azul"));
        assert!(card.url.is_some_and(|url| url.starts_with("/companies/")));
        let card = card_for(&db, ann, ShareKind::Product, mug.0, NOW).await.unwrap();
        assert_eq!((card.kind.as_str(), card.id, card.title.as_str()), ("product", 1, "Mug"));
        assert_eq!(card.url.as_deref(), Some("/products/1"));
        assert!(card.picture.is_some_and(|picture| picture.starts_with("/media/")));

        on!(db.write(), at => sqlx::query("UPDATE offering SET state = 'archived'").execute(at).await.map(drop))
            .unwrap();
        on!(db.write(), at => sqlx::query("UPDATE company SET closed_at = $1").bind(NOW).execute(at).await.map(drop))
            .unwrap();
        for nothing in [
            card_for(&db, ann, ShareKind::Company, company.0, NOW).await,
            card_for(&db, ann, ShareKind::Company, 71, NOW).await,
            card_for(&db, ann, ShareKind::Product, mug.0, NOW).await,
            card_for(&db, ann, ShareKind::Product, 2, NOW).await,
        ] {
            assert!(matches!(nothing, Err(Error::NotFound)), "{nothing:?}");
        }
    })
    .await;
}
