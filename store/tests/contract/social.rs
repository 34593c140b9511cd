use store::{
    Db, Result,
    account::{self, AccountKind, NewAccount, credentials},
    security::federated_identity::{self, Identity, LinkedAccount},
    testing::{both, count},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{NOW, account as person, new_account};

fn identity(subject: &str, email: Option<&str>) -> Identity {
    Identity {
        issuer: "https://id.example".to_owned(),
        subject: subject.to_owned(),
        email: email.map(|email| email.parse().unwrap()),
    }
}

fn linked(id: i64, made: bool) -> LinkedAccount {
    LinkedAccount { account: UserId(id), kind: AccountKind::Regular, made }
}

async fn login_or_link(
    db: &Db,
    identity: &Identity,
    new: NewAccount,
    guest: Option<UserId>,
    now: Timestamp,
) -> Result<LinkedAccount> {
    Ok(federated_identity::login_or_link(db, identity, Some(new), guest, now).await?.unwrap())
}

#[tokio::test]
async fn identity_without_accepted_terms_creates_no_account() {
    both(async |db| {
        let ann = identity("1", Some("ann@mail.example"));
        assert_eq!(federated_identity::login_or_link(&db, &ann, None, None, NOW).await.unwrap(), None);
        assert_eq!((count(&db, "account").await, count(&db, "social_identity").await), (0, 0));
        login_or_link(&db, &ann, new_account(7, "ann"), None, NOW).await.unwrap();
        let known = federated_identity::login_or_link(&db, &ann, None, None, NOW).await.unwrap();
        assert_eq!(known, Some(linked(7, false)));
    })
    .await;
}

#[tokio::test]
async fn identity_creates_an_account_once_and_then_signs_in() {
    both(async |db| {
        let ann = identity("1", Some("ann@mail.example"));
        assert_eq!(login_or_link(&db, &ann, new_account(7, "ann"), None, NOW).await.unwrap(), linked(7, true));
        let moved = identity("1", Some("other@mail.example"));
        assert_eq!(login_or_link(&db, &moved, new_account(8, "ann"), None, NOW).await.unwrap(), linked(7, false));
        let contact = credentials::contact(&db, UserId(7)).await.unwrap();
        assert_eq!((contact.email.as_deref(), contact.email_verified), (Some("ann@mail.example"), true));
        let elsewhere = Identity { issuer: "https://other.example".to_owned(), ..identity("1", None) };
        assert_eq!(login_or_link(&db, &elsewhere, new_account(9, "ann"), None, NOW).await.unwrap(), linked(9, true));
        assert_eq!(account::profile(&db, UserId(9)).await.unwrap().user_name, "ann2");
        assert_eq!(count(&db, "account").await, 2);
    })
    .await;
}

#[tokio::test]
async fn verified_address_links_and_claimed_one_moves() {
    both(async |db| {
        person(&db, 7, "ann").await;
        let address = "ann@plaza.example";
        let first = login_or_link(&db, &identity("1", Some(address)), new_account(8, "ann"), None, NOW).await.unwrap();
        assert_eq!(first, linked(8, true), "nobody has proved to own the address");
        let contact = credentials::contact(&db, UserId(8)).await.unwrap();
        assert_eq!((contact.email.as_deref(), contact.email_verified), (Some(address), true));
        assert_eq!(credentials::contact(&db, UserId(7)).await.unwrap().email, None);

        let second = login_or_link(&db, &identity("2", Some("ANN@plaza.example")), new_account(9, "ann"), None, NOW)
            .await
            .unwrap();
        assert_eq!(second, linked(8, false));
        let without = login_or_link(&db, &identity("3", None), new_account(10, "ann"), None, NOW).await.unwrap();
        assert_eq!(without, linked(10, true));
    })
    .await;
}

#[tokio::test]
async fn guest_becomes_the_created_account_and_no_other() {
    both(async |db| {
        person(&db, 5, "ann").await;
        for id in [6, 7] {
            account::create(&db, &account::guest::new_guest(UserId(id), NOW).unwrap()).await.unwrap();
        }
        let entered = async |subject, id, guest| {
            login_or_link(&db, &identity(subject, None), new_account(id, "ann"), Some(UserId(guest)), NOW)
                .await
                .unwrap()
        };
        assert_eq!(entered("1", 10, 7).await, linked(7, true));
        let profile = account::profile(&db, UserId(7)).await.unwrap();
        assert_eq!((profile.kind, profile.user_name.as_str()), (AccountKind::Regular, "ann2"));
        // A user with an account signs in, and the guest stays a guest.
        assert_eq!(entered("1", 11, 6).await, linked(7, false));
        assert_eq!(account::profile(&db, UserId(6)).await.unwrap().kind, AccountKind::Guest);
        // An account that is not a guest, or does not exist, is left unchanged.
        assert_eq!(entered("2", 12, 7).await, linked(12, true));
        assert_eq!(entered("3", 13, 99).await, linked(13, true));
    })
    .await;
}

#[tokio::test]
async fn business_account_cannot_sign_in_through_a_provider() {
    both(async |db| {
        let chef = NewAccount { kind: AccountKind::Professional, ..new_account(7, "chef") };
        account::create(&db, &chef).await.unwrap();
        let address = "chef@plaza.example";
        account::address::verify(&db, UserId(7), &address.parse().unwrap(), NOW).await.unwrap();
        let entered =
            login_or_link(&db, &identity("1", Some(address)), new_account(8, "chef"), None, NOW).await.unwrap();
        assert_eq!(entered, linked(8, true));
        assert_eq!(credentials::contact(&db, UserId(8)).await.unwrap().email, None);
    })
    .await;
}
