//! Codes: guessed, repeated, expired, foreign and requested too often.

use store::{
    Db,
    account::AccountKind,
    security::{
        known_network::{Network, Source},
        verification_code::{self, IssueResult, LIFETIME, Pepper, Purpose, VerifyResult},
    },
    testing::{both, count},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{NOW, account};

fn pepper() -> Pepper {
    Pepper::new(vec![7; 32])
}

fn reset(email: &str) -> Purpose {
    Purpose::Reset { realm: AccountKind::Regular, email: email.parse().unwrap() }
}

async fn made(db: &Db, purpose: &Purpose, account: Option<UserId>, now: Timestamp) -> String {
    match verification_code::issue(db, &pepper(), purpose, account, Source::Elsewhere, now).await.unwrap() {
        IssueResult::Code(digits) => digits,
        IssueResult::Link(token) => token,
        IssueResult::TooSoon(seconds) => panic!("too soon by {seconds}"),
    }
}

async fn check(db: &Db, purpose: &Purpose, typed: &str, now: Timestamp) -> VerifyResult {
    verification_code::verify(db, &pepper(), purpose, typed, Source::Elsewhere, now).await.unwrap()
}

async fn right(db: &Db, purpose: &Purpose, typed: &str, now: Timestamp) -> String {
    match check(db, purpose, typed, now).await {
        VerifyResult::Valid(proof) => proof,
        other => panic!("{other:?}"),
    }
}

/// Returns a different code with the same number of digits.
fn other_than(digits: &str) -> String {
    let first = if digits.starts_with('0') { '1' } else { '0' };
    format!("{first}{}", &digits[1..])
}

#[tokio::test]
async fn code_works_once_and_yields_a_hashed_reset_token() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = reset("ann@plaza.example");
        let digits = made(&db, &purpose, Some(ann), NOW).await;
        assert!(digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()));
        assert_eq!(check(&db, &purpose, &other_than(&digits), NOW).await, VerifyResult::Invalid);
        let proof = right(&db, &reset("ANN@plaza.example"), &digits, NOW).await;
        assert_eq!(check(&db, &purpose, &digits, NOW).await, VerifyResult::Expired);
        let whose = async |proof: &str, now| {
            verification_code::reset_token_owner(&db, &pepper(), &purpose, proof, now).await.unwrap()
        };
        assert_eq!(whose(&proof, NOW).await, Some(ann));
        assert_eq!(whose(&proof, NOW.plus(LIFETIME)).await, None);
        assert_eq!(whose(&digits, NOW).await, None);
        let (hash, kept): (String, String) =
            store::on!(db.read(), at => sqlx::query_as("SELECT hash, proof FROM code").fetch_one(at).await).unwrap();
        assert!(!hash.contains(&digits) && kept != proof);
        let forged = Pepper::new(vec![8; 32]);
        assert_eq!(verification_code::reset_token_owner(&db, &forged, &purpose, &proof, NOW).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn five_wrong_codes_leave_only_a_link_until_later() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = reset("ann@plaza.example");
        let digits = made(&db, &purpose, Some(ann), NOW).await;
        for _ in 0..5 {
            assert_eq!(check(&db, &purpose, &other_than(&digits), NOW).await, VerifyResult::Invalid);
        }
        assert_eq!(check(&db, &purpose, &digits, NOW).await, VerifyResult::LinkOnly);

        let later = NOW.plus(Timestamp::MINUTE);
        let token = made(&db, &purpose, Some(ann), later).await;
        assert_eq!(token.len(), verification_code::LINK_LENGTH);
        assert_eq!(check(&db, &purpose, &"0".repeat(32), later).await, VerifyResult::Invalid);
        right(&db, &purpose, &token, later.plus(verification_code::LINK_LIFETIME - 1)).await;
    })
    .await;
}

#[tokio::test]
async fn ten_wrong_reset_codes_are_checked_per_day() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = reset("ann@plaza.example");
        let mut weighed = 0;
        // A code and a guess every two minutes.
        for minute in 0..12 * 60 {
            let now = NOW.plus(2 * minute * Timestamp::MINUTE);
            let _ =
                verification_code::issue(&db, &pepper(), &purpose, Some(ann), Source::Elsewhere, now).await.unwrap();
            weighed += usize::from(check(&db, &purpose, "none", now).await == VerifyResult::Invalid);
        }
        assert!((5..=10).contains(&weighed), "{weighed}");
    })
    .await;
}

#[tokio::test]
async fn attempts_of_strangers_do_not_use_up_a_known_network() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = reset("ann@plaza.example");
        let home = Source::Known(Network::of("192.0.2.7".parse().unwrap()));
        let from = async |typed: &str, source| {
            verification_code::verify(&db, &pepper(), &purpose, typed, source, NOW).await.unwrap()
        };
        let make =
            async |source| verification_code::issue(&db, &pepper(), &purpose, Some(ann), source, NOW).await.unwrap();
        let IssueResult::Code(digits) = make(home).await else { panic!() };
        // A stranger requests a code too, and guesses.
        assert!(matches!(make(Source::Elsewhere).await, IssueResult::Code(_)));
        for _ in 0..5 {
            assert_eq!(from("none", Source::Elsewhere).await, VerifyResult::Invalid);
        }
        assert_eq!(from(&digits, Source::Elsewhere).await, VerifyResult::LinkOnly);
        assert!(matches!(from(&digits, home).await, VerifyResult::Valid(_)));
    })
    .await;
}

#[tokio::test]
async fn newest_two_codes_are_valid_for_ten_minutes() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = Purpose::VerifyEmail { account: ann, email: "new@plaza.example".parse().unwrap() };
        let minute = |number| NOW.plus(number * Timestamp::MINUTE);
        let first = made(&db, &purpose, Some(ann), NOW).await;
        let second = made(&db, &purpose, Some(ann), minute(1)).await;
        let third = made(&db, &purpose, Some(ann), minute(2)).await;
        if first != second && first != third {
            assert_eq!(check(&db, &purpose, &first, minute(2)).await, VerifyResult::Invalid);
        }
        right(&db, &purpose, &second, minute(11).plus(-1)).await;
        assert_eq!(check(&db, &purpose, &third, minute(11)).await, VerifyResult::Expired);
        let fourth = made(&db, &purpose, Some(ann), minute(12)).await;
        assert_eq!(check(&db, &purpose, &fourth, minute(22)).await, VerifyResult::Expired);
    })
    .await;
}

#[tokio::test]
async fn concurrent_guesses_are_limited_to_five() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = reset("ann@plaza.example");
        let digits = made(&db, &purpose, Some(ann), NOW).await;
        let wrong = other_than(&digits);
        let guesses = (0..20).map(|_| {
            let (db, purpose, wrong) = (db.clone(), purpose.clone(), wrong.clone());
            tokio::spawn(async move { check(&db, &purpose, &wrong, NOW).await })
        });
        let mut weighed = 0;
        for guess in guesses.collect::<Vec<_>>() {
            weighed += usize::from(guess.await.unwrap() == VerifyResult::Invalid);
        }
        assert_eq!(weighed, 5);
    })
    .await;
}

#[tokio::test]
async fn code_works_for_its_account_realm_and_target_only() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let ben = account(&db, 8, "ben").await;
        let mine = reset("ann@plaza.example");
        let digits = made(&db, &mine, Some(ann), NOW).await;
        made(&db, &reset("ben@plaza.example"), Some(ben), NOW).await;
        let theirs = Purpose::Reset { realm: AccountKind::Professional, email: "ann@plaza.example".parse().unwrap() };
        assert_eq!(check(&db, &theirs, &digits, NOW).await, VerifyResult::Expired);

        let verify = |email: &str| Purpose::VerifyEmail { account: ann, email: email.parse().unwrap() };
        let digits = made(&db, &verify("new@plaza.example"), Some(ann), NOW).await;
        assert_eq!(digits.len(), 6);
        assert_eq!(check(&db, &verify("other@plaza.example"), &digits, NOW).await, VerifyResult::Invalid);
        let of_ben = Purpose::VerifyEmail { account: ben, email: "new@plaza.example".parse().unwrap() };
        assert_eq!(check(&db, &of_ben, &digits, NOW).await, VerifyResult::Expired);
        let by_phone = Purpose::VerifyPhone { account: ann, phone: "+33612345678".parse().unwrap() };
        let by_sms = made(&db, &by_phone, Some(ann), NOW).await;
        right(&db, &by_phone, &by_sms, NOW).await;
        right(&db, &verify("New@plaza.example"), &digits, NOW).await;
    })
    .await;
}

#[tokio::test]
async fn codes_are_one_minute_apart_and_five_per_hour() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let purpose = reset("ann@plaza.example");
        let make = async |now| {
            verification_code::issue(&db, &pepper(), &purpose, Some(ann), Source::Elsewhere, now).await.unwrap()
        };
        let first = made(&db, &purpose, Some(ann), NOW).await;
        assert_eq!(make(NOW.plus(1)).await, IssueResult::TooSoon(60));
        assert_eq!(make(NOW.plus(59_500)).await, IssueResult::TooSoon(1));
        for minute in 1..5 {
            made(&db, &purpose, Some(ann), NOW.plus(minute * Timestamp::MINUTE)).await;
        }
        // A refusal changes nothing.
        let five = NOW.plus(5 * Timestamp::MINUTE);
        assert_eq!(make(five).await, IssueResult::TooSoon(55 * 60));
        assert_eq!(make(NOW.plus(Timestamp::HOUR - 1)).await, IssueResult::TooSoon(1));
        let sixth = made(&db, &purpose, Some(ann), NOW.plus(Timestamp::HOUR)).await;
        assert_eq!(make(NOW.plus(Timestamp::HOUR + 1)).await, IssueResult::TooSoon(60));
        if first != sixth {
            assert_eq!(check(&db, &purpose, &first, NOW.plus(Timestamp::HOUR)).await, VerifyResult::Invalid);
        }
        right(&db, &purpose, &sixth, NOW.plus(Timestamp::HOUR)).await;
    })
    .await;
}

#[tokio::test]
async fn code_without_account_behaves_alike_and_never_matches() {
    both(async |db| {
        let purpose = reset("nobody@plaza.example");
        let digits = made(&db, &purpose, None, NOW).await;
        let again = verification_code::issue(&db, &pepper(), &purpose, None, Source::Elsewhere, NOW).await.unwrap();
        assert_eq!(again, IssueResult::TooSoon(60));
        for _ in 0..5 {
            assert_eq!(check(&db, &purpose, &digits, NOW).await, VerifyResult::Invalid);
        }
        assert_eq!(check(&db, &purpose, &digits, NOW).await, VerifyResult::LinkOnly);
        assert_eq!(check(&db, &reset("other@plaza.example"), "1234", NOW).await, VerifyResult::Expired);
        assert_eq!(verification_code::purge_expired(&db, NOW.plus(Timestamp::HOUR - 1)).await.unwrap(), 0);
        assert_eq!(verification_code::purge_expired(&db, NOW.plus(Timestamp::HOUR)).await.unwrap(), 1);
        assert_eq!(count(&db, "code").await, 0);
    })
    .await;
}
