//! Message requests: who asks, what is counted, and how a request ends.

use store::{
    Db, Error,
    account::privacy::{self, Audience},
    chat::{
        self, ArchiveFilter, Change, ChatError, ChatWrite, Event, NewDirect, NewMessage, Outcome, changes_since,
        request::{self, MESSAGES_MAX},
    },
    company::team,
    db::group_commit::Write,
    testing::{
        both,
        market::{CompanyRow, business},
    },
    types::ids::{ChatId, UserId},
};

use crate::{NOW, account, people::befriend};

const CHAT: ChatId = ChatId(7);

async fn contact(db: &Db, from: UserId, with: UserId) -> (ChatId, bool) {
    let new = NewDirect { id: CHAT, epoch: "e1".into(), from, with, at: NOW };
    chat::contact(db, new).await.unwrap()
}

async fn strangers(db: &Db) -> (UserId, UserId) {
    let (ann, ben) = (account(db, 1, "ann").await, account(db, 2, "ben").await);
    assert_eq!(contact(db, ann, ben).await, (CHAT, true));
    (ann, ben)
}

fn send(author: UserId, number: i64) -> ChatWrite {
    let client_id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
    let change = Change::Message(NewMessage::text(client_id, format!("message {number}")));
    ChatWrite { chat: CHAT, author, agent: None, at: NOW, change }
}

fn accept(author: UserId) -> ChatWrite {
    ChatWrite { chat: CHAT, author, agent: None, at: NOW, change: Change::Accept { quiet: false } }
}

async fn commit(db: &Db, write: ChatWrite) -> Outcome {
    ChatWrite::commit(db, &[write]).await.unwrap().remove(0)
}

/// Numbers of listed chats and of requests.
async fn shown(db: &Db, viewer: UserId) -> (i64, i64) {
    let (chats, total) = chat::list(db, viewer, ArchiveFilter::All, 10, 0).await.unwrap();
    assert_eq!(chats.len() as i64, total);
    let (requests, waiting) = chat::requests(db, viewer, 10, 0).await.unwrap();
    assert_eq!(requests.len() as i64, waiting);
    (total, waiting)
}

#[tokio::test]
async fn stranger_asks_and_acceptance_lists_the_chat() {
    both(async |db| {
        let (ann, ben) = strangers(&db).await;
        assert_eq!((shown(&db, ann).await, shown(&db, ben).await), ((1, 0), (0, 0)), "nothing is said yet");
        commit(&db, send(ann, 1)).await;
        assert_eq!((shown(&db, ann).await, shown(&db, ben).await), ((1, 0), (0, 1)));
        let request = chat::summary(&db, ann, CHAT).await.unwrap().request.unwrap();
        assert_eq!((request.to, request.left), (ben, MESSAGES_MAX - 1));

        assert_eq!(commit(&db, accept(ann)).await, Outcome::Refused(ChatError::NotAllowed));
        let read = Change::Read { up_to: 1, quiet: true };
        commit(&db, ChatWrite { change: read, ..accept(ben) }).await;
        let accepted = Outcome::Applied { seq: 2, event: Event::Accepted { up_to: 1 } };
        assert_eq!(commit(&db, accept(ben)).await, accepted);
        assert_eq!(commit(&db, accept(ben)).await, Outcome::Same { seq: 2 });
        assert_eq!(shown(&db, ben).await, (1, 0));
        assert_eq!(chat::summary(&db, ann, CHAT).await.unwrap().request, None);

        let missed: Vec<_> = changes_since(&db, CHAT, 1, 10, NOW).await.unwrap().events.unwrap();
        assert!(missed.iter().any(|missed| missed.seq == 2 && matches!(missed.event, Event::Accepted { .. })));
        assert!(missed.iter().any(|missed| missed.event == Event::Read { user: ben, up_to: 1, at: NOW }));
        assert_eq!(contact(&db, ben, ann).await, (CHAT, false), "an earlier chat is no request");
    })
    .await;
}

#[tokio::test]
async fn request_holds_few_messages_and_an_answer_accepts_it() {
    both(async |db| {
        let (ann, ben) = strangers(&db).await;
        let batch: Vec<_> = (1..=MESSAGES_MAX + 1).map(|number| send(ann, number)).collect();
        let outcomes = ChatWrite::commit(&db, &batch).await.unwrap();
        assert_eq!(outcomes.last(), Some(&Outcome::Refused(ChatError::RequestLimit)));
        assert!(matches!(commit(&db, send(ann, 1)).await, Outcome::Repeat { seq: 1, .. }), "a repeat is no message");
        assert_eq!(commit(&db, send(ann, 99)).await, Outcome::Refused(ChatError::RequestLimit));

        let react = Change::React { seq: 1, emoji: Some("👍".to_owned()) };
        let reaction = commit(&db, ChatWrite { change: react, ..accept(ben) }).await;
        assert_eq!(reaction, Outcome::Refused(ChatError::RequestPending), "it would show that the request was seen");
        let outcomes = ChatWrite::commit(&db, &[send(ben, 1), send(ann, 100)]).await.unwrap();
        assert!(outcomes.iter().all(|outcome| matches!(outcome, Outcome::Applied { .. })), "{outcomes:?}");
        assert_eq!(shown(&db, ben).await, (1, 0));
    })
    .await;
}

#[tokio::test]
async fn friends_colleagues_and_companies_do_not_ask() {
    both(async |db| {
        let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
        befriend(&db, ann, ben).await;
        contact(&db, ann, ben).await;
        assert_eq!(request::between(&db, ann, ben).await.unwrap(), None);

        let (lucia, nuria) = (business(&db, UserId(3), "lucia").await, business(&db, UserId(4), "nuria").await);
        let company = CompanyRow { owner: Some(lucia), ..CompanyRow::new(5, "Casa Azul") }.insert(&db).await;
        let casa = team::join(&db, company, nuria, NOW).await.unwrap();
        let with = async |id: i64, from: UserId, with: UserId| {
            let new = NewDirect { id: ChatId(id), epoch: "e".into(), from, with, at: NOW };
            chat::contact(&db, new).await.unwrap();
            request::between(&db, from, with).await.unwrap()
        };
        assert_eq!(with(8, lucia, nuria).await, None);
        assert_eq!(with(9, ann, casa).await, None);
        assert_eq!(with(10, ann, lucia).await, Some((ChatId(10), lucia)));
    })
    .await;
}

#[tokio::test]
async fn block_hides_a_request_and_wins_over_a_later_acceptance() {
    both(async |db| {
        let (ann, ben) = strangers(&db).await;
        commit(&db, send(ann, 1)).await;
        let block = chat::set_block(&db, ben, ann, true, NOW);
        let (blocked, outcome) = tokio::join!(block, commit(&db, accept(ben)));
        blocked.unwrap();
        let is_accepted = chat::summary(&db, ben, CHAT).await.unwrap().request.is_none();
        match outcome {
            Outcome::Applied { .. } => assert!(is_accepted),
            Outcome::Refused(ChatError::Blocked) => assert!(!is_accepted),
            other => panic!("{other:?}"),
        }
        assert_eq!(shown(&db, ben).await.1, 0);
        assert_eq!(commit(&db, accept(ben)).await, Outcome::Refused(ChatError::Blocked));
        assert_eq!(commit(&db, send(ann, 2)).await, Outcome::Refused(ChatError::Blocked));
    })
    .await;
}

#[tokio::test]
async fn only_the_recipient_sees_what_both_have_in_common() {
    both(async |db| {
        let (ann, ben) = strangers(&db).await;
        let cat = account(&db, 3, "cat").await;
        befriend(&db, ann, cat).await;
        befriend(&db, ben, cat).await;
        let group = chat::NewGroup {
            id: ChatId(20),
            epoch: "g".into(),
            owner: cat,
            title: "Supper".into(),
            picture: None,
            members: vec![ann, ben],
            at: NOW,
        };
        chat::group(&db, &group).await.unwrap().unwrap();
        let common = request::in_common(&db, ben, CHAT).await.unwrap();
        assert_eq!((common.from.id, common.mutual_friends, common.friends[0].id), (ann, 1, cat));
        assert_eq!((common.groups[0].title.as_deref(), common.companies.len()), (Some("Supper"), 0));
        privacy::change(&db, ann, NOW, |p| p.activity_visibility = Audience::Private).await.unwrap();
        let hidden = request::in_common(&db, ben, CHAT).await.unwrap();
        assert_eq!((hidden.mutual_friends, hidden.friends.len(), hidden.groups.len()), (0, 0, 1));
        for viewer in [ann, cat] {
            assert!(matches!(request::in_common(&db, viewer, CHAT).await, Err(Error::NotFound)));
        }
    })
    .await;
}

/// A group of `owner` with others.
async fn group(db: &Db, id: ChatId, owner: UserId, others: &[UserId]) -> Result<Vec<UserId>, ChatError> {
    let (title, members) = ("Supper".to_owned(), others.to_vec());
    let new = chat::NewGroup { id, epoch: "g".into(), owner, title, picture: None, members, at: NOW };
    chat::group(db, &new).await.unwrap()
}

fn of_group(id: ChatId, author: UserId, change: Change) -> ChatWrite {
    ChatWrite { chat: id, author, agent: None, at: NOW, change }
}

#[tokio::test]
async fn group_of_a_stranger_is_a_request_until_accepted() {
    both(async |db| {
        let [ann, ben, cat, dan] = [(1, "ann"), (2, "ben"), (3, "cat"), (4, "dan")];
        let (ann, ben) = (account(&db, ann.0, ann.1).await, account(&db, ben.0, ben.1).await);
        let (cat, dan) = (account(&db, cat.0, cat.1).await, account(&db, dan.0, dan.1).await);
        befriend(&db, ann, cat).await;
        // Dan has accepted a chat with Ann, and Ben has only been asked.
        let direct = NewDirect { id: ChatId(8), epoch: "e".into(), from: ann, with: dan, at: NOW };
        chat::direct(&db, direct).await.unwrap();
        contact(&db, ann, ben).await;
        assert_eq!(group(&db, ChatId(20), ann, &[ben, cat, dan]).await, Ok(vec![ben]));
        assert_eq!((shown(&db, ben).await, shown(&db, cat).await.1), ((0, 1), 0));
        let request = chat::summary(&db, ben, ChatId(20)).await.unwrap().request.unwrap();
        assert_eq!((request.to, request.left), (ben, 0));
        assert_eq!(chat::summary(&db, ann, ChatId(20)).await.unwrap().request, None);
        assert_eq!(chat::peer(&db, ben, ChatId(20)).await.unwrap(), Some(ann));
        let common = request::in_common(&db, ben, ChatId(20)).await.unwrap();
        assert_eq!((common.from.id, common.groups), (ann, Vec::new()), "the group itself is none in common");
        assert!(matches!(request::in_common(&db, cat, ChatId(20)).await, Err(Error::NotFound)));
        assert_eq!(request::groups_between(&db, ben, ann).await.unwrap(), [(ChatId(20), ben)]);

        let react = Change::React { seq: 1, emoji: Some("👍".to_owned()) };
        let pending = Outcome::Refused(ChatError::RequestPending);
        assert_eq!(commit(&db, of_group(ChatId(20), ben, react)).await, pending);
        let accept = || of_group(ChatId(20), ben, Change::Accept { quiet: true });
        let Outcome::Applied { seq: 2, event: Event::Details(details) } = commit(&db, accept()).await else {
            panic!("the members learn it");
        };
        assert_eq!((details.joined[0].user.id, details.joined[0].request_from, details.message), (ben, None, None));
        assert_eq!(commit(&db, accept()).await, Outcome::Same { seq: 2 });
        assert_eq!(shown(&db, ben).await, (1, 0));
        let missed = changes_since(&db, ChatId(20), 1, 10, NOW).await.unwrap().events.unwrap();
        let Event::Details(details) = &missed[0].event else { panic!("{missed:?}") };
        assert_eq!((details.joined.len(), details.joined[0].request_from), (1, None));
    })
    .await;
}

#[tokio::test]
async fn message_accepts_a_group_and_pending_member_leads_last() {
    both(async |db| {
        let (ann, ben, cat) =
            (account(&db, 1, "ann").await, account(&db, 2, "ben").await, account(&db, 3, "cat").await);
        group(&db, CHAT, ann, &[ben, cat]).await.unwrap();
        // Ben joined before Cat by number, and has not accepted.
        commit(&db, send(cat, 1)).await;
        assert_eq!((shown(&db, ben).await, shown(&db, cat).await), ((0, 1), (1, 0)));
        let Outcome::Applied { event: Event::Details(left), .. } =
            commit(&db, of_group(CHAT, ann, Change::Remove { user: ann })).await
        else {
            panic!("the owner leaves");
        };
        assert_eq!(left.roles[0].user, cat);
    })
    .await;
}

#[tokio::test]
async fn stranger_adds_nobody_who_left_and_asks_a_few_times() {
    both(async |db| {
        let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
        let cat = account(&db, 3, "cat").await;
        befriend(&db, ann, cat).await;
        group(&db, CHAT, ann, &[cat]).await.unwrap();
        let add = || of_group(CHAT, ann, Change::Add { users: vec![ben] });
        let refused = Outcome::Refused(ChatError::CannotAdd);
        assert!(matches!(commit(&db, add()).await, Outcome::Applied { .. }));
        // Removed by the owner, Ben can be asked again. Once Ben declines, only a friend adds.
        commit(&db, of_group(CHAT, ann, Change::Remove { user: ben })).await;
        assert!(matches!(commit(&db, add()).await, Outcome::Applied { .. }));
        commit(&db, of_group(CHAT, ben, Change::Remove { user: ben })).await;
        assert_eq!(commit(&db, add()).await, refused);
        for id in 21..21 + request::GROUPS_MAX - 1 {
            group(&db, ChatId(id), ann, &[ben]).await.unwrap();
        }
        assert_eq!(group(&db, ChatId(40), ann, &[ben]).await, Err(ChatError::CannotAdd));
        befriend(&db, ann, ben).await;
        assert!(matches!(commit(&db, add()).await, Outcome::Applied { .. }));
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().request, None);
        assert_eq!(group(&db, ChatId(40), ann, &[ben]).await, Ok(vec![]));
    })
    .await;
}
