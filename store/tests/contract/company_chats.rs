//! Chats with a company: one seat for its whole team, and customers who do not learn which employee wrote.

use store::{
    Db,
    account::{self, AccountKind, deletion},
    chat::{self, ArchiveFilter, Change, ChatError, ChatWrite, Message, NewDirect, NewMessage, Outcome, Window},
    company::team,
    db::group_commit::Write as _,
    notify::push,
    social,
    testing::{
        both,
        market::{CompanyRow, business},
    },
    types::ids::{ChatId, CompanyId, UserId},
};

use crate::{
    NOW, account,
    push::{signed_in, subscription},
};

const CHAT: ChatId = ChatId(7);

/// Casa Azul with its owner Lucía and her employee Núria, and Ann who writes to it.
struct Cast {
    ann: UserId,
    lucia: UserId,
    nuria: UserId,
    company: CompanyId,
    casa: UserId,
}

async fn cast(db: &Db) -> Cast {
    let ann = account(db, 1, "ann").await;
    let (lucia, nuria) = (business(db, UserId(2), "lucia").await, business(db, UserId(3), "nuria").await);
    let company = CompanyRow { owner: Some(lucia), ..CompanyRow::new(5, "Casa Azul") }.insert(db).await;
    let casa = team::join(db, company, nuria, NOW).await.unwrap();
    let new = NewDirect { id: CHAT, epoch: "e1".into(), from: ann, with: casa, at: NOW };
    assert_eq!(chat::direct(db, new).await.unwrap(), (CHAT, true));
    Cast { ann, lucia, nuria, company, casa }
}

async fn change(db: &Db, author: UserId, agent: Option<UserId>, change: Change) -> Outcome {
    let write = ChatWrite { chat: CHAT, author, agent, at: NOW, change };
    ChatWrite::commit(db, &[write]).await.unwrap().remove(0)
}

async fn say(db: &Db, author: UserId, agent: Option<UserId>, number: u32) {
    let id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
    let said = change(db, author, agent, Change::Message(NewMessage::text(id, format!("words {number}")))).await;
    assert!(matches!(said, Outcome::Applied { .. }), "{said:?}");
}

fn agents(messages: &[Message]) -> Vec<Option<UserId>> {
    messages.iter().map(|message| message.agent).collect()
}

#[tokio::test]
async fn only_the_team_learns_which_employee_wrote() {
    both(async |db| {
        let Cast { ann, nuria, casa, .. } = cast(&db).await;
        say(&db, ann, None, 1).await;
        say(&db, casa, Some(nuria), 2).await;
        let seen = async |viewer| chat::history(&db, viewer, CHAT, Window::Newest, 10).await.unwrap().messages;
        assert_eq!(agents(&seen(casa).await), [None, Some(nuria)]);
        let theirs = seen(ann).await;
        assert_eq!((agents(&theirs), theirs[1].sender), (vec![None, None], casa));
        let last = async |viewer| chat::summary(&db, viewer, CHAT).await.unwrap().last_message.unwrap().agent;
        assert_eq!((last(casa).await, last(ann).await), (Some(nuria), None));
        let shown = async |viewer| chat::detail(&db, viewer, CHAT).await.unwrap();
        let team: Vec<_> = shown(casa).await.agents.into_iter().map(|card| card.id).collect();
        assert_eq!((team.contains(&nuria), shown(ann).await.agents.len()), (true, 0));
        let told = serde_json::to_string(&shown(ann).await).unwrap();
        assert!(!told.contains("nuria") && !told.contains("lucia"), "{told}");
    })
    .await;
}

#[tokio::test]
async fn team_shares_the_company_seat_but_not_its_personal_list() {
    both(async |db| {
        let Cast { ann, lucia, nuria, casa, .. } = cast(&db).await;
        say(&db, ann, None, 1).await;
        for member in [lucia, nuria] {
            assert_eq!(team::acts_for(&db, member).await.unwrap(), Some(casa));
            assert_eq!(chat::seat(&db, member, CHAT).await.unwrap(), casa);
            assert_eq!(chat::list(&db, member, ArchiveFilter::All, 10, 0).await.unwrap().1, 0);
        }
        assert_eq!(chat::seat(&db, ann, CHAT).await.unwrap(), ann);
        let (inbox, total) = chat::list(&db, casa, ArchiveFilter::Main, 10, 0).await.unwrap();
        assert_eq!((inbox[0].unread, inbox[0].members[0].id, total), (1, ann, 1));
        // One employee reads for all of them.
        change(&db, casa, Some(lucia), Change::Read { up_to: 1, quiet: false }).await;
        assert_eq!(chat::summary(&db, casa, CHAT).await.unwrap().unread, 0);
        let face = chat::summary(&db, ann, CHAT).await.unwrap().members.remove(0);
        assert_eq!(
            (face.kind, face.name(), face.user_name),
            (AccountKind::Company, "Casa Azul".into(), "casa-azul".into())
        );
    })
    .await;
}

#[tokio::test]
async fn message_is_edited_by_its_agent_and_deleted_by_any() {
    both(async |db| {
        let Cast { lucia, nuria, casa, .. } = cast(&db).await;
        say(&db, casa, Some(nuria), 1).await;
        let edit = || Change::Edit { seq: 1, text: "new words".into(), mentions: Vec::new() };
        assert_eq!(change(&db, casa, Some(lucia), edit()).await, Outcome::Refused(ChatError::NotYours));
        assert!(matches!(change(&db, casa, Some(nuria), edit()).await, Outcome::Applied { .. }));
        assert!(matches!(change(&db, casa, Some(lucia), Change::Delete { seq: 1 }).await, Outcome::Applied { .. }));
    })
    .await;
}

#[tokio::test]
async fn leaver_loses_the_chats_and_keeps_the_name() {
    both(async |db| {
        let Cast { nuria, company, casa, lucia, .. } = cast(&db).await;
        say(&db, casa, Some(nuria), 1).await;
        assert_eq!(team::leave(&db, company, nuria).await.unwrap(), casa);
        assert_eq!(team::acts_for(&db, nuria).await.unwrap(), None);
        assert!(matches!(team::leave(&db, company, lucia).await, Err(store::Error::NotFound)), "the owner stays");
        let known: Vec<_> =
            chat::detail(&db, casa, CHAT).await.unwrap().agents.into_iter().map(|card| card.id).collect();
        assert!(known.contains(&nuria) && known.contains(&lucia));
        team::join(&db, company, nuria, NOW).await.unwrap();
        assert!(matches!(team::join(&db, company, nuria, NOW).await, Err(store::Error::Taken)));
    })
    .await;
}

#[tokio::test]
async fn company_is_no_person() {
    both(async |db| {
        let Cast { ann, casa, .. } = cast(&db).await;
        for query in ["", "casa", "azul", "company"] {
            let search = social::Search { query, kind: None, limit: 30, offset: 0 };
            for found in
                [social::find(&db, ann, &search).await.unwrap(), social::to_write_to(&db, ann, &search).await.unwrap()]
            {
                assert!(found.0.iter().all(|person| person.user.id != casa), "{query}");
            }
        }
        assert!(matches!(social::send(&db, ann, casa, NOW).await, Err(store::Error::NotFound)));
        assert!(matches!(social::public_profile(&db, ann, casa).await, Err(store::Error::NotFound)));
        assert!(account::find_by_login(&db, "casa-azul").await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn push_reaches_the_team_and_spares_it_its_own_message() {
    both(async |db| {
        let Cast { ann, lucia, nuria, casa, .. } = cast(&db).await;
        for member in [ann, lucia, nuria] {
            let session = signed_in(&db, member, member.0).await;
            push::subscribe(&db, &subscription(member, session, member.0)).await.unwrap();
        }
        let told = async |sender| -> Vec<UserId> {
            push::targets(&db, CHAT, sender, NOW).await.unwrap().into_iter().map(|target| target.account_id).collect()
        };
        assert_eq!((told(ann).await, told(casa).await), (vec![lucia, nuria], vec![ann]));
    })
    .await;
}

#[tokio::test]
async fn company_goes_with_its_owner() {
    both(async |db| {
        let Cast { ann, lucia, nuria, company, casa } = cast(&db).await;
        say(&db, casa, Some(nuria), 1).await;
        let gone = deletion::delete(&db, lucia, NOW).await.unwrap();
        assert_eq!((gone.companies, gone.moved), (vec![company], vec![nuria]));
        let line = chat::summary(&db, ann, CHAT).await.unwrap();
        assert_eq!((line.can_write, line.members[0].name()), (false, "Deleted account".to_owned()));
        assert_eq!(team::acts_for(&db, nuria).await.unwrap(), None);
    })
    .await;
}
