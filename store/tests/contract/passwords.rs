//! Changes of credentials: passwords with their history, e-mail addresses, phones.

use store::{
    Db, Error,
    account::{
        self, AccountKind,
        credentials::{self, ChangeAuthorization},
    },
    security::{
        known_network::Source,
        session::{self, NewSession},
        verification_code::{self, IssueResult, Pepper, Purpose, VerifyResult},
    },
    testing::both,
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

async fn sign_in(db: &Db, id: i64, account: UserId) {
    let new = NewSession {
        id: SessionId(id),
        account,
        user_agent: "test".to_owned(),
        address: "127.0.0.1".to_owned(),
        now: NOW,
        lifetime: Timestamp::DAY,
    };
    session::create(db, &new).await.unwrap();
}

async fn open(db: &Db) -> Vec<i64> {
    let rows: Vec<(i64,)> = store::on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM session WHERE revoked_at IS NULL ORDER BY id").fetch_all(at).await)
    .unwrap();
    rows.into_iter().map(|(id,)| id).collect()
}

#[tokio::test]
async fn change_requires_current_password_and_ends_other_sessions() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        for (id, whose) in [(70, ann), (71, ann), (80, ben)] {
            sign_in(&db, id, whose).await;
        }
        let old = credentials::password_hash(&db, ann).await.unwrap().unwrap();
        let proof = ChangeAuthorization::Password { hash: &old, session: SessionId(70) };
        let ended = credentials::set_password(&db, ann, "new", proof, NOW).await.unwrap();
        assert_eq!(ended, Some(vec![SessionId(71)]));
        assert_eq!(open(&db).await, [70, 80]);
        assert_eq!(credentials::password_hash(&db, ann).await.unwrap().as_deref(), Some("new"));
        // A change that checked the old password earlier is too late.
        assert_eq!(credentials::set_password(&db, ann, "third", proof, NOW).await.unwrap(), None);
        assert_eq!(credentials::password_hash(&db, ann).await.unwrap().as_deref(), Some("new"));
    })
    .await;
}

#[tokio::test]
async fn current_and_five_earlier_passwords_are_refused() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let mut current = credentials::password_hash(&db, ann).await.unwrap().unwrap();
        for n in 1..=8 {
            let new = format!("hash {n}");
            let proof = ChangeAuthorization::Password { hash: &current, session: SessionId(1) };
            assert!(credentials::set_password(&db, ann, &new, proof, NOW.plus(n)).await.unwrap().is_some());
            current = new;
        }
        let mut used = credentials::password_history(&db, ann).await.unwrap();
        used.sort();
        assert_eq!(used, ["hash 3", "hash 4", "hash 5", "hash 6", "hash 7", "hash 8"]);
        assert_eq!(credentials::password_history(&db, UserId(99)).await.unwrap(), Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn reset_token_sets_a_password_once_and_ends_all_sessions() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let ben = account(&db, 8, "ben").await;
        sign_in(&db, 70, ann).await;
        sign_in(&db, 80, ben).await;
        let email = "ann@plaza.example".parse().unwrap();
        let realm = AccountKind::Regular;
        let found = credentials::find_by_email(&db, realm, &"Ann@Plaza.example".parse().unwrap()).await.unwrap();
        assert_eq!(found, Some((ann, "ann@plaza.example".to_owned(), "US".to_owned())));
        assert_eq!(credentials::find_by_email(&db, AccountKind::Professional, &email).await.unwrap(), None);
        let (pepper, purpose) = (Pepper::new(vec![7; 32]), Purpose::Reset { realm, email });
        let IssueResult::Code(digits) =
            verification_code::issue(&db, &pepper, &purpose, Some(ann), Source::Elsewhere, NOW).await.unwrap()
        else {
            panic!()
        };
        let VerifyResult::Valid(proof) =
            verification_code::verify(&db, &pepper, &purpose, &digits, Source::Elsewhere, NOW).await.unwrap()
        else {
            panic!()
        };
        let by = |proof| ChangeAuthorization::Code { pepper: &pepper, purpose: &purpose, proof };
        let late = NOW.plus(verification_code::LIFETIME);
        for (whose, typed, now) in [(ann, "forged", NOW), (ben, &*proof, NOW), (ann, &*proof, late)] {
            assert_eq!(credentials::set_password(&db, whose, "new", by(typed), now).await.unwrap(), None);
        }
        assert_eq!(open(&db).await, [70, 80]);
        let ended = credentials::set_password(&db, ann, "new", by(&proof), NOW).await.unwrap();
        assert_eq!(ended, Some(vec![SessionId(70)]));
        assert_eq!(credentials::set_password(&db, ann, "newer", by(&proof), NOW).await.unwrap(), None);
        assert_eq!(credentials::password_hash(&db, ann).await.unwrap().as_deref(), Some("new"));
        assert_eq!(open(&db).await, [80]);
    })
    .await;
}

#[tokio::test]
async fn address_and_phone_are_stored_when_verified() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        let before = credentials::contact(&db, ann).await.unwrap();
        assert_eq!((before.email_verified, before.phone_verified, before.phone), (false, false, None));
        let new = "New@plaza.example".parse().unwrap();
        assert!(!credentials::email_taken(&db, &new, NOW).await.unwrap());
        account::address::verify(&db, ann, &new, NOW).await.unwrap();
        credentials::verify_phone(&db, ann, &"+33612345678".parse().unwrap(), NOW).await.unwrap();
        let after = credentials::contact(&db, ann).await.unwrap();
        assert_eq!((after.email.as_deref(), after.email_verified), (Some("New@plaza.example"), true));
        assert_eq!((after.phone.as_deref(), after.phone_verified), (Some("+33612345678"), true));
        assert!(account::find_by_login(&db, "new@plaza.example").await.unwrap().is_some());

        assert!(credentials::email_taken(&db, &new, NOW).await.unwrap());
        assert!(credentials::email_of_another(&db, ben, &new).await.unwrap());
        assert!(!credentials::email_of_another(&db, ann, &new).await.unwrap());
        assert!(matches!(account::address::verify(&db, ben, &new, NOW).await, Err(Error::Taken)));
        assert!(matches!(account::address::verify(&db, UserId(99), &new, NOW).await, Err(Error::NotFound)));
        assert!(matches!(
            credentials::verify_phone(&db, UserId(99), &"+33612345678".parse().unwrap(), NOW).await,
            Err(Error::NotFound)
        ));
    })
    .await;
}
