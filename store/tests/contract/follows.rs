//! Followers, codes of profiles and plans of companies.

use store::{
    Error,
    catalogue::filter::Window,
    chat,
    company::{
        self, follower,
        plan::{self, Change, PlanKey},
        team,
    },
    offering_management::Editor,
    reel,
    social::{self, FollowDirection, ProfileCode},
    storefront::news::{self, NewsForm},
    testing::{
        both,
        market::{self, CompanyRow, business},
    },
    types::ids::{Ids, UserId},
};

use crate::{NOW, account, people::befriend};

#[tokio::test]
async fn follows_hold_friends_companies_and_followers_of_the_team() {
    both(async |db| {
        let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
        let lucia = business(&db, UserId(3), "lucia").await;
        let company = CompanyRow { owner: Some(lucia), ..CompanyRow::new(5, "Casa Azul") }.insert(&db).await;
        befriend(&db, ann, ben).await;
        follower::follow(&db, company, ann, None, NOW.plus(1_000)).await.unwrap();
        let names = async |viewer, owner, direction| {
            let (follows, total) = social::follows(&db, viewer, owner, direction, 10, 0).await.unwrap();
            assert_eq!(total, i64::try_from(follows.len()).unwrap());
            follows.into_iter().map(|one| (one.person.user.first_name, one.company_id)).collect::<Vec<_>>()
        };
        let following = names(ann, ann, FollowDirection::Following).await;
        assert_eq!(following.len(), 2);
        assert_eq!(following.iter().filter_map(|(_, company)| *company).collect::<Vec<_>>(), [company]);
        assert_eq!(names(ben, ann, FollowDirection::Following).await.len(), 2);
        assert_eq!(names(ann, ann, FollowDirection::Followers).await.len(), 1);
        assert_eq!(names(lucia, lucia, FollowDirection::Followers).await.len(), 1);
        assert!(names(ben, lucia, FollowDirection::Followers).await.is_empty());
        let past = social::follows(&db, ann, ann, FollowDirection::Following, 10, 10).await.unwrap();
        assert_eq!((past.0.len(), past.1), (0, 2));
    })
    .await;
}

#[tokio::test]
async fn block_of_either_side_ends_following() {
    both(async |db| {
        let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
        let ids = Ids::new(1);
        let form = NewsForm { title: Some("Menu".to_owned()), text: Some("Rice.".to_owned()), ..NewsForm::default() };
        let editor = Editor { db: &db, ids: &ids, company, user: market::owner(company), now: NOW };
        editor.create_news(&form).await.unwrap();
        let contact = company::account_of(&db, company).await.unwrap();
        let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
        for person in [ann, ben] {
            let follow = async |followed| follower::follow(&db, company, person, Some(followed), NOW).await;
            follow(true).await.unwrap();
            let again = follow(true).await.unwrap().unwrap();
            assert_eq!((again.followed, again.follower_count), (true, 1), "a repeat has no effect");
            let (blocker, blocked) = if person == ann { (ann, contact) } else { (contact, ben) };
            chat::set_block(&db, blocker, blocked, true, NOW).await.unwrap();
            assert_eq!(follower::list(&db, company, UserId(0), 9).await.unwrap(), []);
            assert_eq!(reel::publication::audience(&db, company, UserId(0), 9).await.unwrap(), []);
            assert_eq!(news::of_followed(&db, person, Window { limit: 9, offset: 0 }, NOW).await.unwrap().1, 0);
            assert!(matches!(follow(true).await, Err(Error::NotFound)));
            let ended = follow(false).await.unwrap().unwrap();
            assert_eq!((ended.followed, ended.follower_count), (false, 0));
            chat::set_block(&db, blocker, blocked, false, NOW).await.unwrap();
            assert!(follow(true).await.unwrap().unwrap().followed);
            assert!(!follow(false).await.unwrap().unwrap().followed);
        }
    })
    .await;
}

#[tokio::test]
async fn code_of_a_profile_is_made_once_and_replaced() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        let (one, other) = tokio::join!(social::code_of(&db, ann, NOW), social::code_of(&db, ann, NOW));
        let code = one.unwrap();
        assert_eq!(code, other.unwrap());
        assert_eq!(social::holder(&db, &code).await.unwrap(), ann);
        let next = social::rotate_code(&db, ann, NOW).await.unwrap();
        assert_eq!(social::code_of(&db, ann, NOW).await.unwrap(), next);
        assert!(matches!(social::holder(&db, &code).await, Err(Error::NotFound)));
        let unknown: ProfileCode = "000000000000".parse().unwrap();
        assert!(matches!(social::holder(&db, &unknown).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn plan_is_refused_when_the_company_has_more() {
    both(async |db| {
        let lucia = business(&db, UserId(1), "lucia").await;
        let company = CompanyRow { owner: Some(lucia), ..CompanyRow::new(5, "Casa Azul") }.insert(&db).await;
        assert_eq!(plan::subscription(&db, company, NOW).await.unwrap().plan, PlanKey::Start);
        assert_eq!(plan::change(&db, company, PlanKey::Team, NOW).await.unwrap(), Change::Done);
        for id in 2..=6 {
            let member = business(&db, UserId(id), &format!("member{id}")).await;
            team::join(&db, company, member, NOW).await.unwrap();
        }
        let refused = plan::change(&db, company, PlanKey::Start, NOW).await.unwrap();
        assert!(matches!(refused, Change::TooSmall(used) if used.members == 6));
        assert_eq!(plan::subscription(&db, company, NOW).await.unwrap().plan, PlanKey::Team);
        assert_eq!(plan::change(&db, company, PlanKey::House, NOW).await.unwrap(), Change::Done);
    })
    .await;
}
