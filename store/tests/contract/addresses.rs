//! E-mail addresses: pending, verified, and restored by the owner of the former address.

use store::{
    Db, Error,
    account::{
        self, AccountKind, Email, address,
        credentials::{self, ChangeAuthorization},
    },
    on,
    security::{
        known_network::{self, Source},
        session::{self, NewSession},
        two_factor,
        verification_code::{self, IssueResult, Pepper, Purpose, VerifyResult},
    },
    testing::{both, count},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person};

const NEW: &str = "new@plaza.example";

/// Account that has verified its address.
async fn verified(db: &Db, id: i64, name: &str) -> UserId {
    let account = person(db, id, name).await;
    address::verify(db, account, &format!("{name}@plaza.example").parse().unwrap(), NOW).await.unwrap();
    account
}

async fn login(db: &Db, login: &str) -> bool {
    account::find_by_login(db, login).await.unwrap().is_some()
}

async fn sign_in(db: &Db, account: UserId, id: i64, from: &str) {
    let (user_agent, address) = (String::new(), from.to_owned());
    let new = NewSession { id: SessionId(id), account, user_agent, address, now: NOW, lifetime: Timestamp::DAY };
    session::create(db, &new).await.unwrap();
}

#[tokio::test]
async fn old_address_stays_valid_until_the_new_one_is_verified() {
    both(async |db| {
        let ann = verified(&db, 7, "ann").await;
        let former = address::request(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().unwrap();
        assert_eq!((former.email.as_str(), former.token.len()), ("ann@plaza.example", 32));
        assert!(login(&db, "ann@plaza.example").await && !login(&db, NEW).await);
        let found =
            credentials::find_by_email(&db, AccountKind::Regular, &"ann@plaza.example".parse().unwrap()).await.unwrap();
        assert_eq!(found.unwrap().0, ann);
        assert_eq!(credentials::contact(&db, ann).await.unwrap().pending_email.as_deref(), Some(NEW));
        assert_eq!(address::request(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap(), None, "asked before");

        let former = address::verify(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().unwrap();
        assert_eq!(former.email, "ann@plaza.example");
        assert!(!login(&db, "ann@plaza.example").await && login(&db, NEW).await);
        let contact = credentials::contact(&db, ann).await.unwrap();
        assert_eq!((contact.email.as_deref(), contact.email_verified, contact.pending_email), (Some(NEW), true, None));
        assert_eq!(address::verify(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap(), None, "the same once more");
    })
    .await;
}

#[tokio::test]
async fn pending_address_is_withdrawn_by_the_current_one() {
    both(async |db| {
        let ann = person(&db, 7, "ann").await;
        address::request(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap();
        let own = address::request(&db, ann, &"Ann@plaza.example".parse().unwrap(), NOW).await.unwrap();
        assert_eq!(own, None);
        assert_eq!(credentials::contact(&db, ann).await.unwrap().pending_email, None);
        let ben = person(&db, 8, "ben").await;
        address::verify(&db, ann, &"ann@plaza.example".parse().unwrap(), NOW).await.unwrap();
        let taken = address::request(&db, ben, &"ann@plaza.example".parse().unwrap(), NOW).await;
        assert!(matches!(taken, Err(Error::Taken)));
    })
    .await;
}

#[tokio::test]
async fn token_restores_the_address_and_ends_later_sessions() {
    both(async |db| {
        let (ann, ben) = (verified(&db, 7, "ann").await, person(&db, 8, "ben").await);
        sign_in(&db, ann, 70, "192.0.2.7").await;
        sign_in(&db, ben, 80, "192.0.2.8").await;
        let later = |minutes| NOW.plus(minutes * Timestamp::MINUTE);
        let thief = "thief@plaza.example".parse().unwrap();
        let first = address::verify(&db, ann, &thief, later(1)).await.unwrap().unwrap();
        assert!(two_factor::start(&db, ann, "sealed").await.unwrap());
        assert!(two_factor::confirm(&db, ann, "sealed", 1, &["hash".to_owned()], later(2)).await.unwrap());
        // The thief's address could be restored as well.
        let second = address::verify(&db, ann, &NEW.parse().unwrap(), later(3)).await.unwrap().unwrap();
        assert_eq!(second.email, "thief@plaza.example");

        assert_eq!(address::restore(&db, "", later(4)).await.unwrap(), None);
        assert_eq!(address::restore(&db, &"0".repeat(32), later(4)).await.unwrap(), None);
        let restored = address::restore(&db, &first.token, later(4)).await.unwrap().unwrap();
        assert_eq!((restored.account, restored.email.as_str()), (ann, "ann@plaza.example"));
        assert_eq!((restored.kind, restored.sessions), (AccountKind::Regular, vec![SessionId(70)]));
        let contact = credentials::contact(&db, ann).await.unwrap();
        assert_eq!((contact.email.as_deref(), contact.email_verified), (Some("ann@plaza.example"), true));
        assert_eq!(credentials::password_hash(&db, ann).await.unwrap(), None);
        assert_eq!(credentials::password_history(&db, ann).await.unwrap(), ["$argon2id$"]);
        assert!(!two_factor::is_on(&db, ann).await.unwrap());
        let source = known_network::source(&db, Some(ann), "192.0.2.7".parse().unwrap(), later(4)).await.unwrap();
        assert_eq!(source, Source::Elsewhere);
        for token in [&first.token, &second.token] {
            assert_eq!(
                address::restore(&db, token, later(5)).await.unwrap(),
                None,
                "it serves once, a later one never"
            );
        }
        assert_eq!(session::list(&db, ben, later(5)).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn restored_address_sets_a_password_by_code() {
    both(async |db| {
        let ann = verified(&db, 7, "ann").await;
        let former = address::verify(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().unwrap();
        address::restore(&db, &former.token, NOW).await.unwrap().unwrap();
        let pepper = Pepper::new(vec![7; 32]);
        let email = "ann@plaza.example".parse().unwrap();
        let purpose = Purpose::Reset { realm: AccountKind::Regular, email };
        let made = verification_code::issue(&db, &pepper, &purpose, Some(ann), Source::Elsewhere, NOW).await.unwrap();
        let IssueResult::Code(digits) = made else { panic!() };
        let checked = verification_code::verify(&db, &pepper, &purpose, &digits, Source::Elsewhere, NOW).await.unwrap();
        let VerifyResult::Valid(proof) = checked else { panic!() };
        let by = ChangeAuthorization::Code { pepper: &pepper, purpose: &purpose, proof: &proof };
        assert!(credentials::set_password(&db, ann, "$new$", by, NOW).await.unwrap().is_some());
    })
    .await;
}

#[tokio::test]
async fn former_address_stays_reserved_for_seven_days() {
    both(async |db| {
        let (ann, ben) = (verified(&db, 7, "ann").await, person(&db, 8, "ben").await);
        let former = address::verify(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().unwrap();
        let old = "ann@plaza.example".parse().unwrap();
        assert!(account::taken(&db, &"anna".parse().unwrap(), Some(&old), NOW).await.unwrap().email);
        assert!(account::taken_by_another(&db, ben, None, Some(&old)).await.unwrap().email);
        assert!(!account::taken_by_another(&db, ann, None, Some(&old)).await.unwrap().email);
        assert!(credentials::email_taken(&db, &old, NOW).await.unwrap());
        assert!(credentials::email_claimed(&db, &old).await.unwrap());
        assert!(credentials::email_of_another(&db, ben, &old).await.unwrap());
        assert!(!credentials::email_of_another(&db, ann, &old).await.unwrap());
        assert!(!credentials::email_claimed(&db, &"nobody@plaza.example".parse().unwrap()).await.unwrap());
        assert!(matches!(address::verify(&db, ben, &old, NOW).await, Err(Error::Taken)));
        let week = NOW.plus(address::RESTORE_LIFETIME);
        assert_eq!(address::restore(&db, &former.token, week).await.unwrap(), None);
        assert_eq!(address::delete_expired(&db, week.plus(-1)).await.unwrap(), 0);
        assert_eq!(address::delete_expired(&db, week).await.unwrap(), 1);
        assert!(!credentials::email_taken(&db, &old, NOW).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn proof_takes_the_address_from_a_claim() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        let email: Email = "ann@plaza.example".parse().unwrap();
        address::request(&db, ben, &email, NOW).await.unwrap();
        assert_eq!(credentials::contact(&db, ann).await.unwrap().email.as_deref(), Some("ann@plaza.example"));
        address::verify(&db, ben, &email, NOW).await.unwrap();
        let (lost, won) =
            (credentials::contact(&db, ann).await.unwrap(), credentials::contact(&db, ben).await.unwrap());
        assert_eq!((lost.email, lost.email_verified), (None, false));
        assert_eq!((won.email.as_deref(), won.email_verified), (Some("ann@plaza.example"), true));
        assert_eq!(account::find_by_login(&db, "ann@plaza.example").await.unwrap().unwrap().id, ben);
        assert!(login(&db, "ann").await, "the user name still signs in");
        // The first proof stands.
        assert!(matches!(address::verify(&db, ann, &email, NOW).await, Err(Error::Taken)));
    })
    .await;
}

#[tokio::test]
async fn one_of_two_proofs_at_the_same_time_has_the_address() {
    both(async |db| {
        let email: Email = "ann@plaza.example".parse().unwrap();
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        let (first, second) =
            tokio::join!(address::verify(&db, ann, &email, NOW), address::verify(&db, ben, &email, NOW));
        assert_eq!(u8::from(first.is_ok()) + u8::from(second.is_ok()), 1, "{first:?} {second:?}");
        let winner = if first.is_ok() { ann } else { ben };
        assert_eq!(account::find_by_login(&db, "ann@plaza.example").await.unwrap().unwrap().id, winner);
    })
    .await;
}

#[tokio::test]
async fn unproven_address_is_not_restored() {
    both(async |db| {
        let ann = person(&db, 7, "ann").await;
        // The mailbox of a mistyped address is a stranger's: no link goes there.
        assert!(address::request(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().is_none());
        assert!(address::verify(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().is_none());
        assert!(!credentials::email_taken(&db, &"ann@plaza.example".parse().unwrap(), NOW).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn claim_loses_the_address_to_its_restoration() {
    both(async |db| {
        let (ann, ben) = (verified(&db, 7, "ann").await, person(&db, 8, "ben").await);
        let old: Email = "ann@plaza.example".parse().unwrap();
        let former = address::verify(&db, ann, &NEW.parse().unwrap(), NOW).await.unwrap().unwrap();
        on!(db.write(), at => sqlx::query("UPDATE account SET email = $2, email_key = $2, email_verified_at = NULL WHERE id = $1")
            .bind(ben).bind(old.key()).execute(at).await.map(drop))
        .unwrap();
        assert!(address::restore(&db, &former.token, NOW).await.unwrap().is_some());
        assert_eq!(credentials::contact(&db, ben).await.unwrap().email, None);
    })
    .await;
}

#[tokio::test]
async fn reset_code_verifies_unless_there_is_a_second_factor() {
    both(async |db| {
        let pepper = Pepper::new(vec![7; 32]);
        for (id, name, has_factor) in [(7, "ann", false), (8, "ben", true)] {
            let account = person(&db, id, name).await;
            if has_factor {
                assert!(two_factor::start(&db, account, "sealed").await.unwrap());
                assert!(two_factor::confirm(&db, account, "sealed", 1, &["hash".to_owned()], NOW).await.unwrap());
            }
            let email = format!("{name}@plaza.example").parse().unwrap();
            let purpose = Purpose::Reset { realm: AccountKind::Regular, email };
            let made =
                verification_code::issue(&db, &pepper, &purpose, Some(account), Source::Elsewhere, NOW).await.unwrap();
            let IssueResult::Code(digits) = made else { panic!() };
            let checked =
                verification_code::verify(&db, &pepper, &purpose, &digits, Source::Elsewhere, NOW).await.unwrap();
            let VerifyResult::Valid(proof) = checked else { panic!() };
            let by = ChangeAuthorization::Code { pepper: &pepper, purpose: &purpose, proof: &proof };
            assert!(credentials::set_password(&db, account, "$new$", by, NOW).await.unwrap().is_some());
            assert_eq!(credentials::contact(&db, account).await.unwrap().email_verified, !has_factor);
        }
    })
    .await;
}

#[tokio::test]
async fn account_remembers_its_last_networks_only() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        sign_in(&db, ann, 70, "2001:db8::1").await;
        let source = async |account, address: &str, now| {
            known_network::source(&db, account, address.parse().unwrap(), now).await.unwrap()
        };
        assert!(matches!(source(Some(ann), "2001:db8::2", NOW).await, Source::Known(_)), "the same network");
        assert_eq!(source(Some(ann), "2001:db8:0:1::1", NOW).await, Source::Elsewhere);
        assert_eq!(source(Some(ben), "2001:db8::1", NOW).await, Source::Elsewhere);
        assert_eq!(source(None, "2001:db8::1", NOW).await, Source::Elsewhere);
        for number in 0..30 {
            sign_in(&db, ann, 100 + number, &format!("192.0.2.{number}")).await;
        }
        assert_eq!(count(&db, "known_network").await, 20);
        let old = NOW.plus(91 * Timestamp::DAY);
        assert_eq!(source(Some(ann), "192.0.2.29", old).await, Source::Elsewhere);
        assert_eq!(known_network::delete_old(&db, old).await.unwrap(), 20);
        sign_in(&db, ann, 99, "no address").await;
        assert_eq!(count(&db, "known_network").await, 0);
    })
    .await;
}
