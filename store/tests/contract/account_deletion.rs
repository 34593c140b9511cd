use store::{
    Error,
    account::{
        self, ProfileChange, deletion,
        document::{self, DocumentKind, NewDocument},
        export,
    },
    chat::{self, Change, ChatError, ChatWrite, NewDirect, NewGroup, NewMessage, Outcome},
    db::group_commit::Write,
    media::{self, MediaKind, NewMedia, pending_deletion},
    notify::outbox::{self, Channel, NewOutboxMessage},
    security::session::{self, NewSession},
    social,
    testing::{both, count},
    types::{
        ids::{ChatId, DocumentId, MediaId, SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person};

#[tokio::test]
async fn deletion_removes_own_data_and_leaves_that_of_others() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        account::address::verify(&db, ann, &"ann@plaza.example".parse().unwrap(), NOW).await.unwrap();
        for (id, account) in [(70, ann), (80, ben)] {
            let new = NewSession {
                id: SessionId(id),
                account,
                user_agent: String::new(),
                address: String::new(),
                now: NOW,
                lifetime: Timestamp::DAY,
            };
            session::create(&db, &new).await.unwrap();
            let key = format!("{id:032x}");
            let file = NewMedia::new(MediaId(id), key, account, MediaKind::File, "text/plain", 3, NOW);
            media::insert(&db, &file).await.unwrap();
        }
        let new = NewDirect { id: ChatId(1), epoch: "e".to_owned(), from: ann, with: ben, at: NOW };
        chat::direct(&db, new).await.unwrap();
        let id = format!("01JDA7XK8Q{:016}", 1).parse().unwrap();
        let said = Change::Message(NewMessage::text(id, "hello"));
        ChatWrite::commit(&db, &[ChatWrite { chat: ChatId(1), author: ben, agent: None, at: NOW, change: said }])
            .await
            .unwrap();
        let left = deletion::delete(&db, ann, NOW).await.unwrap();
        assert_eq!((left.sessions, left.chats, left.friends), (vec![SessionId(70)], vec![], vec![]));
        assert_eq!(pending_deletion::due(&db, NOW, "", 10).await.unwrap(), [format!("{:032x}", 70)]);
        assert!(matches!(deletion::delete(&db, ann, NOW).await, Err(Error::NotFound)));

        let profile = account::profile(&db, ann).await.unwrap();
        assert_eq!(
            (profile.user_name.as_str(), profile.first_name.as_str(), profile.email),
            ("deleted-7", "Deleted", None)
        );
        for login in ["ann", "ann@plaza.example", "deleted-7"] {
            assert!(account::find_by_login(&db, login).await.unwrap().is_none(), "{login}");
        }
        assert!(account::find_by_user_name(&db, "deleted-7").await.unwrap().is_none());
        person(&db, 9, "ann").await;
        assert_eq!((count(&db, "media").await, count(&db, "account").await), (1, 3));

        // A deleted user cannot be written to, also after an unblock; old messages stay.
        let say = |number: u32| {
            let id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
            ChatWrite {
                chat: ChatId(1),
                author: ben,
                agent: None,
                at: NOW,
                change: Change::Message(NewMessage::text(id, "hello?")),
            }
        };
        let refused = [Outcome::Refused(ChatError::Blocked)];
        assert_eq!(ChatWrite::commit(&db, &[say(2)]).await.unwrap(), refused);
        for stands in [true, false] {
            chat::set_block(&db, ben, ann, stands, NOW).await.unwrap();
        }
        assert_eq!(ChatWrite::commit(&db, &[say(2)]).await.unwrap(), refused);
        assert!(matches!(ChatWrite::commit(&db, &[say(1)]).await.unwrap()[..], [Outcome::Repeat { .. }]));
        assert_eq!(session::list(&db, ben, NOW).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn export_contains_own_data_only() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        let new = NewDirect { id: ChatId(1), epoch: "e".to_owned(), from: ann, with: ben, at: NOW };
        chat::direct(&db, new).await.unwrap();
        let file = NewMedia::new(MediaId(70), "0".repeat(32), ann, MediaKind::File, "text/plain", 3, NOW);
        media::insert(&db, &file).await.unwrap();
        assert_eq!(export::chats(&db, ann).await.unwrap().len(), 1);
        assert_eq!(export::files(&db, ann).await.unwrap().len(), 1);
        assert!(export::files(&db, ben).await.unwrap().is_empty());
        assert!(export::messages(&db, ann, (ChatId(0), 0), 10).await.unwrap().is_empty());
        assert!(export::friends(&db, ann).await.unwrap().is_empty());
        assert!(export::blocked(&db, UserId(7)).await.unwrap().is_empty());
        assert!(export::social_identities(&db, ann).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn deletion_lists_own_groups_documents_outbox_and_friends() {
    both(async |db| {
        let (ann, ben) = (person(&db, 7, "ann").await, person(&db, 8, "ben").await);
        account::address::verify(&db, ann, &"Ann@plaza.example".parse().unwrap(), NOW).await.unwrap();
        for (id, owner) in [(70, ann), (80, ben)] {
            let paper = NewDocument {
                id: DocumentId(id),
                owner,
                kind: DocumentKind::Identity,
                name: "card.pdf".to_owned(),
                mime: "application/pdf",
                key: format!("{id:032x}"),
                bytes: 3,
                expires_on: None,
                created_at: NOW,
            };
            let add = ProfileChange { document: Some(paper), ..ProfileChange::default() };
            account::update(&db, owner, &add, NOW).await.unwrap();
        }
        for (id, recipient) in [(1, "Ann@plaza.example"), (2, "ben@plaza.example")] {
            let letter = NewOutboxMessage {
                id,
                channel: Channel::Mail,
                recipient: recipient.to_owned(),
                subject: None,
                body: String::new(),
                now: NOW,
                expires_at: NOW.plus(Timestamp::DAY),
            };
            outbox::add(&db, &letter).await.unwrap();
        }
        social::send(&db, ann, ben, NOW).await.unwrap();
        let key = format!("{:032x}", 71);
        let picture = NewMedia::new(MediaId(71), key.clone(), ann, MediaKind::Image, "image/jpeg", 3, NOW);
        let picture = media::insert(&db, &picture).await.unwrap();
        let group = NewGroup {
            id: ChatId(1),
            epoch: "e".to_owned(),
            owner: ann,
            title: "Supper".to_owned(),
            picture: Some(picture.url),
            members: vec![ben],
            at: NOW,
        };
        chat::group(&db, &group).await.unwrap().unwrap();
        for user in [ann, ben] {
            assert_eq!(deletion::groups(&db, user).await.unwrap(), [ChatId(1)]);
        }

        let left = deletion::delete(&db, ann, NOW).await.unwrap();
        // The group still shows its image.
        assert_eq!(left.friends, [ben]);
        assert_eq!(pending_deletion::due(&db, NOW, "", 10).await.unwrap(), [format!("{:032x}", 70)]);
        assert!(media::find_by_key(&db, &key).await.unwrap().is_some());
        assert_eq!((document::count(&db, ann).await.unwrap(), document::count(&db, ben).await.unwrap()), (0, 1));
        let letters = outbox::latest(&db, 10).await.unwrap();
        assert_eq!(letters.iter().map(|letter| letter.id).collect::<Vec<_>>(), [2]);
        assert_eq!((count(&db, "friend_request").await, count(&db, "friendship").await), (0, 0));
    })
    .await;
}
