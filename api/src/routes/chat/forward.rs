//! Saying again in other chats what was said in one.

use actix_web::post;
use hub::{
    protocol::WireError,
    topics::chat::{Command, Source},
};
use serde::{Deserialize, Serialize};
use store::{
    chat::CommandId,
    types::{ids::ChatId, timestamp::Timestamp},
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered},
        response::Envelope,
    },
};

/// Chats at most.
const CHATS: usize = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(forward);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Forward {
    /// Where the message stands.
    chat_id: ChatId,
    seq: i64,
    /// Where it goes: 20 at most.
    chat_ids: Vec<ChatId>,
    /// A ULID: the same forward, repeated, is done once.
    id: Option<CommandId>,
}

/// What became of it in one chat.
#[derive(Serialize, ToSchema)]
pub struct Forwarded {
    chat_id: ChatId,
    /// Why it was not said there.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Forward a message
///
/// Tells for each chat whether it was said there; fails when it was said in none.
#[utoipa::path(
    tag = "chat", operation_id = "chat_forward",
    request_body = Forward,
    responses((status = 200, body = Envelope<Vec<Forwarded>>)),
    security(("bearer" = []))
)]
#[post("/chat/forward/")]
async fn forward(app: App, user: Registered, form: Body<Forward>) -> Result<Envelope<Vec<Forwarded>>> {
    let Forward { chat_id, seq, chat_ids, id } = form.0;
    let chats = chosen(chat_ids)?;
    let command = Command::Send {
        text: String::new(),
        media: Vec::new(),
        reply_to: None,
        mentions: Vec::new(),
        forward_of: Some(Source { chat: chat_id, seq }),
        content: None,
    };
    say(&app, &user, chats, id, &command).await
}

/// The chats that were chosen, each once.
pub(super) fn chosen(mut chats: Vec<ChatId>) -> Result<Vec<ChatId>> {
    chats.sort_unstable();
    chats.dedup();
    if (1..=CHATS).contains(&chats.len()) { Ok(chats) } else { Err(Error::field("chat_ids", "Choose 1 to 20 chats.")) }
}

/// Says the same in all of these chats, and tells what became of it in each; fails when it was said in none.
pub(super) async fn say(
    app: &App,
    user: &Registered,
    chats: Vec<ChatId>,
    id: Option<CommandId>,
    command: &Command,
) -> Result<Envelope<Vec<Forwarded>>> {
    let id = once(app, id);
    let mut told = Vec::new();
    let mut refused = None;
    for chat in chats {
        let said = app.hub.ask_chat(user, chat, id.clone(), command.clone()).await;
        let (code, message) = worded(said.as_ref().err());
        told.push(Forwarded { chat_id: chat, code, message });
        refused = refused.or(said.err());
    }
    match refused {
        Some(refusal) if told.iter().all(|one| one.code.is_some()) => Err(refusal.into()),
        _ => Ok(Envelope::ok(told)),
    }
}

/// The id of what is said: the caller's own, or a new one. A message is known by its chat, its sender and this, so that one
/// does for all chats.
pub(super) fn once(app: &App, id: Option<CommandId>) -> CommandId {
    let now = Timestamp::now();
    id.unwrap_or_else(|| CommandId::of(now, app.ids.next(now)))
}

/// Code and sentence of a refusal, if it was one.
pub(super) fn worded(refusal: Option<&WireError>) -> (Option<String>, Option<String>) {
    refusal.map(|refusal| (refusal.code.to_owned(), refusal.message.clone().into_owned())).unzip()
}
