use store::{
    Error,
    account::{self, AccountKind, Email, Gender, NewAccount, Taken, UserName, credentials},
    testing::both,
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{NOW, account as person, new_account};

#[tokio::test]
async fn account_is_found_by_either_name_in_any_case() {
    both(async |db| {
        person(&db, 7, "Ann.1").await;
        for login in ["ann.1", "ANN.1", "Ann.1@Plaza.example", " ann.1@plaza.example "] {
            let found = account::find_by_login(&db, login).await.unwrap().expect(login);
            assert_eq!((found.id, found.kind), (UserId(7), AccountKind::Regular));
            assert_eq!(found.password_hash.as_deref(), Some("$argon2id$"));
        }
        assert!(account::find_by_login(&db, "ann").await.unwrap().is_none());
        let card = account::find_by_user_name(&db, "ANN.1").await.unwrap().unwrap();
        assert_eq!((card.id, card.user_name.as_str(), card.first_name.as_str()), (UserId(7), "Ann.1", "Ann"));
        assert!(account::find_by_user_name(&db, "ann.1@plaza.example").await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn profile_contains_submitted_fields() {
    both(async |db| {
        let filled = NewAccount {
            kind: AccountKind::Professional,
            phone: Some("+33612345678".parse().unwrap()),
            dob: Some("1990-04-30".parse().unwrap()),
            gender: Some(Gender::Other),
            address: Some("1 Main Street".parse().unwrap()),
            address_line2: Some("Floor 2".parse().unwrap()),
            city: Some("Lyon".parse().unwrap()),
            postal_code: Some("69001".parse().unwrap()),
            country: Some("FR".parse().unwrap()),
            marketing: true,
            picture: Some("/media/0123".to_owned()),
            ..new_account(7, "chef")
        };
        account::create(&db, &filled).await.unwrap();
        let profile = account::profile(&db, UserId(7)).await.unwrap();
        assert_eq!(
            serde_json::to_value(&profile).unwrap(),
            serde_json::json!({
                "id": 7, "type": "professional", "userName": "chef", "firstName": "Ann", "lastName": "Other",
                "email": "chef@plaza.example", "phone": "+33612345678", "dob": "1990-04-30", "gender": "other",
                "address": "1 Main Street", "addressLine2": "Floor 2", "city": "Lyon", "postalCode": "69001",
                "country": "FR", "language": "US", "marketing": true, "bio": null, "picture": "/media/0123",
                "createdAt": NOW.to_string(), "emailVerified": false, "pendingEmail": null, "hasPassword": true, "phoneVerified": false, "documents": [],
                "favouriteCategories": [], "company": null, "actsFor": null,
            })
        );
        assert!(matches!(account::profile(&db, UserId(8)).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn address_claimed_without_proof_is_pending_for_a_newcomer() {
    both(async |db| {
        person(&db, 7, "ann").await;
        let email: Email = "ANN@plaza.example".parse().unwrap();
        let free: UserName = "ben".parse().unwrap();
        let later = NOW.plus(Timestamp::HOUR);
        for (now, email_taken) in [(NOW, true), (later, false), (NOW.plus(-Timestamp::HOUR), false)] {
            let taken = account::taken(&db, &free, Some(&email), now).await.unwrap();
            assert_eq!(taken, Taken { user_name: false, email: email_taken });
            assert_eq!(credentials::email_taken(&db, &email, now).await.unwrap(), email_taken);
        }
        assert!(credentials::email_claimed(&db, &email).await.unwrap());
        let ben = NewAccount { email: Some(email.clone()), ..new_account(8, "ben") };
        assert!(matches!(account::create(&db, &ben).await, Err(Error::Taken)), "just signed up");
        account::create(&db, &NewAccount { created_at: later, ..ben }).await.unwrap();
        account::create(&db, &account::guest::new_guest(UserId(9), NOW).unwrap()).await.unwrap();
        let cem = NewAccount { email: Some(email), created_at: later, ..new_account(9, "cem") };
        account::guest::promote(&db, &cem).await.unwrap();
        for id in [8, 9] {
            let contact = credentials::contact(&db, UserId(id)).await.unwrap();
            assert_eq!((contact.email, contact.pending_email.as_deref()), (None, Some("ANN@plaza.example")));
        }
        let found = account::find_by_login(&db, "ann@plaza.example").await.unwrap().unwrap();
        assert_eq!(found.id, UserId(7), "a claim signs in until another account proves the address");
    })
    .await;
}

#[tokio::test]
async fn one_of_two_sign_ups_at_the_same_time_has_the_address() {
    both(async |db| {
        let email: Email = "same@plaza.example".parse().unwrap();
        let new = |id, name| NewAccount { email: Some(email.clone()), ..new_account(id, name) };
        let (ann, ben) = (new(7, "ann"), new(8, "ben"));
        let (first, second) = tokio::join!(account::create(&db, &ann), account::create(&db, &ben));
        assert_eq!(u8::from(first.is_ok()) + u8::from(second.is_ok()), 1, "{first:?} {second:?}");
        let owner = UserId(if first.is_ok() { 7 } else { 8 });
        assert_eq!(account::find_by_login(&db, email.as_str()).await.unwrap().unwrap().id, owner);
    })
    .await;
}

#[tokio::test]
async fn account_is_created_in_its_language() {
    both(async |db| {
        let french = NewAccount { language: "FR".parse().ok(), ..new_account(7, "ann") };
        account::create(&db, &french).await.unwrap();
        assert_eq!(credentials::contact(&db, UserId(7)).await.unwrap().language, "FR");
        account::create(&db, &account::guest::new_guest(UserId(8), NOW).unwrap()).await.unwrap();
        assert_eq!(account::profile(&db, UserId(8)).await.unwrap().language, "US");
        let promoted = NewAccount { language: "FR".parse().ok(), ..new_account(8, "ben") };
        account::guest::promote(&db, &promoted).await.unwrap();
        assert_eq!(account::profile(&db, UserId(8)).await.unwrap().language, "FR");
    })
    .await;
}

#[tokio::test]
async fn used_name_is_refused_and_the_field_is_named() {
    both(async |db| {
        person(&db, 7, "ann").await;
        let same_name = NewAccount { email: "other@plaza.example".parse().ok(), ..new_account(8, "ANN") };
        assert!(matches!(account::create(&db, &same_name).await, Err(Error::Taken)));
        let same_mail = NewAccount { user_name: "other".parse().unwrap(), ..new_account(9, "ann") };
        assert!(matches!(account::create(&db, &same_mail).await, Err(Error::Taken)));

        for (new, user_name, email) in [(&same_name, true, false), (&same_mail, false, true)] {
            let taken = account::taken(&db, &new.user_name, new.email.as_ref(), NOW).await.unwrap();
            assert_eq!(taken, Taken { user_name, email });
        }
        person(&db, 10, "alice").await;
        let looks_alike: store::account::UserName = "aIice".parse().unwrap();
        assert!(account::taken(&db, &looks_alike, None, NOW).await.unwrap().user_name);
        let free = account::taken(&db, &"ben".parse().unwrap(), Some(&"ben@plaza.example".parse().unwrap()), NOW)
            .await
            .unwrap();
        assert_eq!(free, Taken { user_name: false, email: false });
        assert_eq!(store::testing::count(&db, "account").await, 2);
    })
    .await;
}
