//! Chat with a company: its team shares one seat, and the customer sees the company only.

use std::sync::Arc;

use hub::{protocol::StreamKey, room::fanout::ShardItem, state::HubState};
use serde_json::{Value, json};
use store::{
    Db,
    chat::{self, NewDirect},
    company::team,
    testing::market::{CompanyRow, business},
    types::{
        ids::{ChatId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

use crate::support::reader::{ANN, Reader, hub, parsed, position};

const LUCIA: UserId = UserId(11);
const NURIA: UserId = UserId(12);
const ID: ChatId = ChatId(70);
const STREAM: StreamKey = StreamKey::Chat(ID);

struct Casa {
    core: Arc<HubState>,
    db: Db,
    company: CompanyId,
    account: UserId,
}

/// Ann's chat with a company of Lucía and Núria.
async fn casa() -> (Casa, impl Sized) {
    let (core, db, folder) = hub().await;
    let (lucia, nuria) = (business(&db, LUCIA, "lucia").await, business(&db, NURIA, "nuria").await);
    let company = CompanyRow { owner: Some(lucia), ..CompanyRow::new(5, "Casa Azul") }.insert(&db).await;
    let account = team::join(&db, company, nuria, Timestamp(0)).await.unwrap();
    let new = NewDirect { id: ID, epoch: "e1".into(), from: ANN, with: account, at: Timestamp(0) };
    chat::direct(&db, new).await.unwrap();
    (Casa { core, db, company, account }, folder)
}

impl Casa {
    async fn joined(&self, user: UserId) -> (Reader, Value) {
        let mut reader = Reader::new(&self.core, user);
        reader.join(STREAM, None);
        let (mut frames, _) = reader.joined().await;
        (reader, frames.remove(0))
    }
}

/// Returns the next event as this user receives it.
async fn event_of(reader: &mut Reader, user: UserId) -> Value {
    loop {
        match reader.next_numbered().await {
            ShardItem::Broadcast { frame, .. } => return parsed(frame.for_viewer(user).expect("shown").json()),
            ShardItem::Reply { reply, .. } => drop(reply.expect("done")),
            other => panic!("expected an event, got {other:?}"),
        }
    }
}

fn say(reader: &Reader, number: u32, text: &str) {
    reader.command_in(STREAM, number, json!({"type": "send", "text": text}));
}

#[actix::test]
async fn colleagues_see_the_agent_and_the_customer_does_not() {
    let (casa, _folder) = casa().await;
    let ((mut ann, _), (mut lucia, _), (mut nuria, _)) =
        (casa.joined(ANN).await, casa.joined(LUCIA).await, casa.joined(NURIA).await);
    say(&ann, 1, "A table for two?");
    for (reader, user) in [(&mut ann, ANN), (&mut lucia, LUCIA), (&mut nuria, NURIA)] {
        assert_eq!(event_of(reader, user).await["data"]["message"]["sender"], ANN.0);
    }
    say(&nuria, 1, "Of course");
    let theirs = event_of(&mut ann, ANN).await;
    let message = &theirs["data"]["message"];
    assert_eq!((&message["sender"], &message["text"]), (&json!(casa.account), &json!("Of course")));
    assert!(message.get("agent").is_none(), "{message}");
    for (reader, user) in [(&mut lucia, LUCIA), (&mut nuria, NURIA)] {
        let event = event_of(reader, user).await;
        let message = &event["data"]["message"];
        assert_eq!((&message["sender"], &message["agent"]), (&json!(casa.account), &json!(NURIA)));
    }
    // A later reader finds the same, in the snapshot and after a gap.
    let (_, hers) = casa.joined(ANN).await;
    assert!(!hers.to_string().contains("agent") && !hers.to_string().contains("nuria"), "{hers}");
    let (_, team) = casa.joined(LUCIA).await;
    assert_eq!(team["data"]["messages"][1]["agent"], json!(NURIA));
    assert_eq!(team["data"]["chat"]["agents"].as_array().unwrap().len(), 2);
    let mut back = Reader::new(&casa.core, ANN);
    back.join(STREAM, position(&json!({"epoch": "e1", "seq": 0})));
    let (frames, _) = back.joined().await;
    assert!(!json!(frames).to_string().contains("\"agent\""), "{frames:?}");
}

#[actix::test]
async fn missed_messages_are_read_without_the_agent() {
    let (casa, _folder) = casa().await;
    let id = "01JDA7XK8Q0000000000000001".parse().unwrap();
    let change = chat::Change::Message(chat::NewMessage::text(id, "Welcome"));
    let write = chat::ChatWrite { chat: ID, author: casa.account, agent: Some(NURIA), at: Timestamp(5), change };
    store::db::group_commit::Write::commit(&casa.db, &[write]).await.unwrap();
    for (user, is_told) in [(ANN, false), (LUCIA, true)] {
        let mut reader = Reader::new(&casa.core, user);
        reader.join(STREAM, position(&json!({"epoch": "e1", "seq": 0})));
        let (frames, mode) = reader.joined().await;
        assert_eq!((mode.as_str(), frames[0]["events"][0]["message"]["text"].as_str()), ("resumed", Some("Welcome")));
        assert_eq!(json!(frames).to_string().contains("\"agent\""), is_told);
    }
}

#[actix::test]
async fn team_shares_one_list_and_a_leaver_is_shut_out() {
    let (casa, _folder) = casa().await;
    let inbox = StreamKey::Chats(casa.account);
    let mut stranger = Reader::new(&casa.core, ANN);
    stranger.join(inbox, None);
    stranger.refused().await;
    let (mut lucia, mut nuria) = (Reader::new(&casa.core, LUCIA), Reader::new(&casa.core, NURIA));
    for reader in [&mut lucia, &mut nuria] {
        reader.join(inbox, None);
        let (frames, _) = reader.joined().await;
        assert_eq!(frames[0]["data"]["chats"], json!([]), "an empty chat that Ann has opened");
    }
    let (ann, _) = casa.joined(ANN).await;
    say(&ann, 1, "Are you open?");
    for reader in [&mut lucia, &mut nuria] {
        let chat = &reader.event().await["data"]["chat"];
        assert_eq!((&chat["id"], &chat["unread"]), (&json!(ID.0), &json!(1)));
    }
    // One reads, and it is read for both.
    lucia.command_in(STREAM, 2, json!({"type": "read", "seq": 1}));
    loop {
        let told = event_of(&mut nuria, NURIA).await;
        if told["data"]["type"] == "unread" {
            assert_eq!(told["data"]["unread"], 0);
            break;
        }
    }
    team::leave(&casa.db, casa.company, NURIA).await.unwrap();
    casa.core.account_changed(casa.account).await.unwrap();
    let mut late = Reader::new(&casa.core, NURIA);
    late.join(inbox, None);
    late.refused().await;
    late.join(STREAM, None);
    late.refused().await;
    say(&late, 3, "Still here");
    late.refused().await;
}
