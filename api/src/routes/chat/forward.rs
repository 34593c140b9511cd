//! Forwarding of messages to other chats.

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

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

/// Maximum target chats.
const CHATS: usize = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(forward);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Forward {
    /// Chat of the message.
    chat_id: ChatId,
    seq: i64,
    /// Target chats: 20 at most.
    chat_ids: Vec<ChatId>,
    /// A ULID. Repeating the request with the same id forwards once.
    id: Option<CommandId>,
}

/// Result for one chat.
#[derive(Serialize, ToSchema)]
pub struct Forwarded {
    chat_id: ChatId,
    /// Error code. Omitted on success.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// True if this request sent the message; false if an earlier one with the same id did.
    #[serde(skip)]
    pub(super) is_new: bool,
}

/// Part of the hub's answer to a message.
#[derive(Deserialize)]
struct MessageReply {
    #[serde(default)]
    repeat: bool,
}

/// Forward a message
///
/// Returns a result for each chat. Fails if no chat accepted the message.
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

/// Returns the target chats without duplicates.
pub(super) fn chosen(mut chats: Vec<ChatId>) -> Result<Vec<ChatId>> {
    chats.sort_unstable();
    chats.dedup();
    if (1..=CHATS).contains(&chats.len()) { Ok(chats) } else { Err(Error::field("chat_ids", "Choose 1 to 20 chats.")) }
}

/// Sends the same command to all chats and returns a result for each. Fails if no chat accepted the command.
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
        let is_new = match &said {
            Ok(answer) => !serde_json::from_str::<MessageReply>(answer.get()).map_err(Error::internal)?.repeat,
            Err(_) => false,
        };
        told.push(Forwarded { chat_id: chat, code, message, is_new });
        refused = refused.or(said.err());
    }
    match refused {
        Some(refusal) if told.iter().all(|one| one.code.is_some()) => Err(refusal.into()),
        _ => Ok(Envelope::ok(told)),
    }
}

/// Returns the caller's command id or a new one. A message is identified by chat, sender and command id, so one id
/// serves all chats.
pub(super) fn once(app: &App, id: Option<CommandId>) -> CommandId {
    let now = Timestamp::now();
    id.unwrap_or_else(|| CommandId::of(now, app.ids.next(now)))
}

/// Returns code and message of an error, if any.
pub(super) fn worded(refusal: Option<&WireError>) -> (Option<String>, Option<String>) {
    refusal.map(|refusal| (refusal.code.to_owned(), refusal.message.clone().into_owned())).unzip()
}
