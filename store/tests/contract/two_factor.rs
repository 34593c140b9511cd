use store::{security::two_factor, testing::both, types::ids::UserId};

use crate::{NOW, account};

const ANN: UserId = UserId(7);

fn codes(of: &[&str]) -> Vec<String> {
    of.iter().map(|&code| code.to_owned()).collect()
}

#[tokio::test]
async fn app_is_enabled_when_its_code_is_confirmed() {
    both(async |db| {
        account(&db, 7, "ann").await;
        assert_eq!(two_factor::find(&db, ANN).await.unwrap(), None);
        assert!(two_factor::start(&db, ANN, "first").await.unwrap());
        assert!(two_factor::start(&db, ANN, "second").await.unwrap());
        assert!(!two_factor::is_on(&db, ANN).await.unwrap());
        assert!(!two_factor::use_step(&db, ANN, 5).await.unwrap(), "not in force yet");
        assert!(!two_factor::replace_recovery_codes(&db, ANN, &codes(&["x"])).await.unwrap());

        assert!(!two_factor::confirm(&db, ANN, "first", 5, &codes(&["a"]), NOW).await.unwrap());
        assert!(two_factor::confirm(&db, ANN, "second", 5, &codes(&["a", "b"]), NOW).await.unwrap());
        assert!(!two_factor::confirm(&db, ANN, "second", 6, &codes(&["c"]), NOW).await.unwrap());
        assert!(two_factor::is_on(&db, ANN).await.unwrap());
        assert!(!two_factor::start(&db, ANN, "third").await.unwrap());
        let app = two_factor::find(&db, ANN).await.unwrap().unwrap();
        assert_eq!((app.secret.as_str(), app.confirmed_at), ("second", Some(NOW)));
        assert_eq!(two_factor::recovery_codes_left(&db, ANN).await.unwrap(), 2);

        two_factor::remove(&db, ANN).await.unwrap();
        assert_eq!(two_factor::find(&db, ANN).await.unwrap(), None);
        assert_eq!(two_factor::recovery_codes_left(&db, ANN).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn code_works_once_and_for_its_account_only() {
    both(async |db| {
        account(&db, 7, "ann").await;
        account(&db, 8, "ben").await;
        for (id, secret) in [(7, "s7"), (8, "s8")] {
            assert!(two_factor::start(&db, UserId(id), secret).await.unwrap());
            assert!(two_factor::confirm(&db, UserId(id), secret, 5, &codes(&["a"]), NOW).await.unwrap());
        }
        assert!(!two_factor::use_step(&db, ANN, 5).await.unwrap(), "it confirmed the app");
        assert!(two_factor::use_step(&db, ANN, 6).await.unwrap());
        assert!(!two_factor::use_step(&db, ANN, 6).await.unwrap());
        assert!(two_factor::use_step(&db, UserId(8), 6).await.unwrap());

        assert!(!two_factor::use_recovery_code(&db, ANN, "b", NOW).await.unwrap());
        assert!(two_factor::use_recovery_code(&db, ANN, "a", NOW).await.unwrap());
        assert!(!two_factor::use_recovery_code(&db, ANN, "a", NOW).await.unwrap());
        assert_eq!(two_factor::recovery_codes_left(&db, ANN).await.unwrap(), 0);
        assert_eq!(two_factor::recovery_codes_left(&db, UserId(8)).await.unwrap(), 1);
        assert!(two_factor::replace_recovery_codes(&db, ANN, &codes(&["c", "d"])).await.unwrap());
        assert_eq!(two_factor::recovery_codes_left(&db, ANN).await.unwrap(), 2);
    })
    .await;
}
