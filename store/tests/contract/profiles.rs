use store::{
    Db, Error,
    account::{
        self, Gender, Profile, ProfileChange, Taken, Viewers, credentials,
        document::{self, DocumentKind, NewDocument},
    },
    catalogue::category,
    chat::{self, NewDirect},
    media::pending_deletion,
    social,
    testing::{both, count},
    types::ids::{ChatId, DocumentId, UserId},
};

use crate::{NOW, account as person};

pub fn paper(id: i64, owner: UserId) -> NewDocument {
    NewDocument {
        id: DocumentId(id),
        owner,
        kind: DocumentKind::Identity,
        name: "passport.pdf".to_owned(),
        mime: "application/pdf",
        key: format!("{id:032x}"),
        bytes: 1_234,
        expires_on: Some("2031-01-31".parse().unwrap()),
        created_at: NOW,
    }
}

async fn of(db: &Db, id: UserId) -> Profile {
    account::profile(db, id).await.unwrap()
}

#[tokio::test]
async fn sent_fields_change_and_others_stay() {
    both(async |db| {
        let ann = person(&db, 7, "ann").await;
        let before = of(&db, ann).await;
        account::update(&db, ann, &ProfileChange::default(), NOW).await.unwrap();
        assert_eq!(of(&db, ann).await, before);

        let filled = ProfileChange {
            first_name: "Anna".parse().ok(),
            user_name: "Anna.1".parse().ok(),
            phone: Some("+33612345678".parse().ok()),
            dob: "1991-05-01".parse().ok(),
            gender: Some(Gender::Other),
            address: "2 Side Street".parse().ok(),
            address_line2: Some("Floor 3".parse().ok()),
            city: Some("Lyon".parse().ok()),
            postal_code: Some("69001".parse().ok()),
            country: Some("fr".parse().ok()),
            language: "FR".parse().ok(),
            marketing: Some(true),
            picture: Some(Some("/media/0123".to_owned())),
            document: Some(paper(1, ann)),
            ..ProfileChange::default()
        };
        account::update(&db, ann, &filled, NOW).await.unwrap();
        let now = of(&db, ann).await;
        assert_eq!((now.first_name.as_str(), now.last_name.as_str()), ("Anna", "Other"));
        assert_eq!((now.email.as_deref(), now.user_name.as_str()), (Some("ann@plaza.example"), "Anna.1"));
        assert_eq!((now.country.as_deref(), now.language.as_str(), now.marketing), (Some("FR"), "FR", true));
        assert_eq!((now.city.as_deref(), now.address_line2.as_deref()), (Some("Lyon"), Some("Floor 3")));
        assert_eq!((now.documents.len(), now.documents[0].url.as_str()), (1, "/api/v1/users/documents/1/"));
        assert!(account::find_by_login(&db, "ANNA.1").await.unwrap().is_some());
        assert!(account::find_by_login(&db, "ann").await.unwrap().is_none());

        let emptied = ProfileChange {
            phone: Some(None),
            address_line2: Some(None),
            city: Some(None),
            postal_code: Some(None),
            country: Some(None),
            picture: Some(None),
            ..ProfileChange::default()
        };
        account::update(&db, ann, &emptied, NOW).await.unwrap();
        let now = of(&db, ann).await;
        assert_eq!((now.phone, now.address_line2, now.city, now.country, now.picture), (None, None, None, None, None));
        assert_eq!((now.address.as_deref(), now.dob), (Some("2 Side Street"), "1991-05-01".parse().ok()));
        assert!(matches!(account::update(&db, UserId(99), &emptied, NOW).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn new_phone_is_unverified_and_new_address_pending() {
    both(async |db| {
        let ann = person(&db, 7, "ann").await;
        account::address::verify(&db, ann, &"ann@plaza.example".parse().unwrap(), NOW).await.unwrap();
        credentials::verify_phone(&db, ann, &"+33612345678".parse().unwrap(), NOW).await.unwrap();
        let update = async |email: &str, phone: &str| {
            let change = ProfileChange {
                email: email.parse().ok(),
                phone: Some(phone.parse().ok()),
                ..ProfileChange::default()
            };
            account::update(&db, ann, &change, NOW).await.unwrap();
            let now = of(&db, ann).await;
            (now.email_verified, now.phone_verified)
        };
        assert_eq!(update("Ann@Plaza.example", "+33612345678").await, (true, true));
        assert_eq!(update("ann@plaza.example", "+33600000000").await, (true, false));
        assert_eq!(update("anna@plaza.example", "+33600000000").await, (true, false));
        credentials::verify_phone(&db, ann, &"+33600000000".parse().unwrap(), NOW).await.unwrap();
        assert_eq!(update("anna@plaza.example", "").await, (true, false));
        let now = of(&db, ann).await;
        assert_eq!(now.email.as_deref(), Some("ann@plaza.example"));
        assert_eq!(now.pending_email.as_deref(), Some("anna@plaza.example"));
    })
    .await;
}

#[tokio::test]
async fn used_name_is_refused_and_changes_nothing() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "alice").await);
        account::address::verify(&db, ben, &"alice@plaza.example".parse().unwrap(), NOW).await.unwrap();
        let before = of(&db, ann).await;
        for taken in [
            ProfileChange { user_name: "aIice".parse().ok(), ..ProfileChange::default() },
            ProfileChange { email: "Alice@plaza.example".parse().ok(), ..ProfileChange::default() },
        ] {
            let change = ProfileChange { document: Some(paper(1, ann)), ..taken.clone() };
            assert!(matches!(account::update(&db, ann, &change, NOW).await, Err(Error::Taken)));
            let found =
                account::taken_by_another(&db, ann, taken.user_name.as_ref(), taken.email.as_ref()).await.unwrap();
            assert_eq!(found, Taken { user_name: taken.user_name.is_some(), email: taken.email.is_some() });
            let own =
                account::taken_by_another(&db, ben, taken.user_name.as_ref(), taken.email.as_ref()).await.unwrap();
            assert_eq!(own, Taken { user_name: false, email: false });
        }
        assert_eq!((of(&db, ann).await, count(&db, "document").await), (before, 0));
    })
    .await;
}

#[tokio::test]
async fn documents_and_favourites_belong_to_their_owner() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        for id in [1, 2, 3] {
            let add = ProfileChange { document: Some(paper(id, ann)), ..ProfileChange::default() };
            account::update(&db, ann, &add, NOW).await.unwrap();
        }
        let papers = document::of(&db, ann).await.unwrap();
        assert_eq!(papers.iter().map(|paper| paper.id.0).collect::<Vec<_>>(), [3, 2, 1]);
        assert_eq!((document::count(&db, ann).await.unwrap(), document::count(&db, ben).await.unwrap()), (3, 0));
        assert_eq!(papers[0].expires_on, "2031-01-31".parse().ok());
        let stored = document::find(&db, ann, DocumentId(2)).await.unwrap();
        assert_eq!((stored.mime.as_str(), stored.key), ("application/pdf", format!("{:032x}", 2)));
        assert!(matches!(document::find(&db, ben, DocumentId(2)).await, Err(Error::NotFound)));
        assert!(matches!(document::remove(&db, ben, DocumentId(2)).await, Err(Error::NotFound)));
        document::remove(&db, ann, DocumentId(2)).await.unwrap();
        assert_eq!(pending_deletion::due(&db, NOW, "", 10).await.unwrap(), [format!("{:032x}", 2)]);
        assert!(matches!(document::remove(&db, ann, DocumentId(2)).await, Err(Error::NotFound)));
        assert_eq!(of(&db, ann).await.documents.len(), 2);

        let chosen = category::choose(&["art", "food", "music"].map(str::to_owned), 3).unwrap();
        category::save_favourites(&db, ann, &chosen).await.unwrap();
        assert_eq!(of(&db, ann).await.favourite_categories, ["food", "art", "music"]);
    })
    .await;
}

#[tokio::test]
async fn user_is_visible_in_chats_to_friends_and_requesters() {
    both(async |db| {
        let mut ids = Vec::new();
        for (id, name) in [(5, "ann"), (6, "ben"), (3, "cem"), (8, "dan"), (9, "eve")] {
            ids.push(person(&db, id, name).await);
        }
        let [ann, ben, cem, dan, eve] = ids[..] else { unreachable!() };
        social::send(&db, cem, ann, NOW).await.unwrap();
        social::send(&db, ann, cem, NOW).await.unwrap();
        social::send(&db, ann, dan, NOW).await.unwrap();
        let new = NewDirect { id: ChatId(70), epoch: "e".to_owned(), from: ann, with: ben, at: NOW };
        let (chat, _) = chat::direct(&db, new).await.unwrap();
        let seen = account::viewers(&db, ann).await.unwrap();
        assert_eq!(seen, Viewers { chats: vec![chat], people: vec![cem, ben, dan] });
        assert_eq!(account::viewers(&db, eve).await.unwrap(), Viewers::default());
    })
    .await;
}
