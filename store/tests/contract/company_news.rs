//! News of companies and the notifications of their followers.

use store::{
    Db,
    company::follower,
    offering_management::Editor,
    storefront::news::{self, NewsForm},
    testing::{
        both,
        market::{self, CompanyRow},
    },
    types::{
        ids::{CompanyId, Ids, NewsId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

async fn publish(db: &Db, ids: &Ids, company: CompanyId, at: Timestamp) -> NewsId {
    let form = NewsForm {
        title: Some("New menu".to_owned()),
        text: Some("Rice.".to_owned()),
        published_at: Some(at),
        ..NewsForm::default()
    };
    Editor { db, ids, company, user: market::owner(company), now: NOW }.create_news(&form).await.unwrap()
}

#[tokio::test]
async fn news_is_announced_once_when_it_is_due() {
    both(async |db| {
        let ids = Ids::new(1);
        let company = CompanyRow::new(70, "Casa").insert(&db).await;
        let now = publish(&db, &ids, company, NOW).await;
        let later = publish(&db, &ids, company, NOW.plus(Timestamp::DAY)).await;
        publish(&db, &ids, company, NOW.plus(-2 * Timestamp::DAY)).await;
        let (one, other) = tokio::join!(news::announce_due(&db, NOW), news::announce_due(&db, NOW));
        assert_eq!([one.unwrap(), other.unwrap()].concat(), [(now, company)]);
        assert_eq!(news::announce_due(&db, NOW.plus(Timestamp::DAY)).await.unwrap(), [(later, company)]);
        assert_eq!(news::announce_due(&db, NOW.plus(Timestamp::DAY)).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn followers_are_listed_some_at_a_time() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa").insert(&db).await;
        for (id, name) in [(1, "ann"), (2, "ben"), (3, "cem")] {
            let follower = account(&db, id, name).await;
            follower::follow(&db, company, follower, None, NOW).await.unwrap();
        }
        let first = follower::list(&db, company, UserId(0), 2).await.unwrap();
        assert_eq!(first, [UserId(1), UserId(2)]);
        assert_eq!(follower::list(&db, company, first[1], 2).await.unwrap(), [UserId(3)]);
    })
    .await;
}
