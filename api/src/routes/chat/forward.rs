//! Saying again in other chats what was said in one.

use actix_web::post;
use hub::chat::{Command, Source};
use serde::{Deserialize, Serialize};
use store::{chat::CommandId, ids::ChatId, time::Millis};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    envelope::Envelope,
    error::{Error, Result},
    extract::{App, Body, Registered},
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
    tag = "chat",
    request_body = Forward,
    responses((status = 200, body = Envelope<Vec<Forwarded>>)),
    security(("bearer" = []))
)]
#[post("/chat/forward/")]
async fn forward(app: App, user: Registered, form: Body<Forward>) -> Result<Envelope<Vec<Forwarded>>> {
    let Forward { chat_id, seq, mut chat_ids, id } = form.0;
    chat_ids.sort_unstable();
    chat_ids.dedup();
    if !(1..=CHATS).contains(&chat_ids.len()) {
        return Err(Error::field("chat_ids", "Choose 1 to 20 chats."));
    }
    let now = Millis::now();
    let id = id.unwrap_or_else(|| CommandId::of(now, app.ids.next(now)));
    let mut told = Vec::new();
    let mut refused = None;
    for chat in chat_ids {
        let command = Command::Send {
            text: String::new(),
            media: Vec::new(),
            reply_to: None,
            mentions: Vec::new(),
            forward_of: Some(Source { chat: chat_id, seq }),
            content: None,
        };
        let said = app.hub.ask_chat(&user, chat, id.clone(), command).await;
        let (code, message) = match &said {
            Ok(_) => (None, None),
            Err(refusal) => (Some(refusal.code.to_owned()), Some(refusal.message.clone().into_owned())),
        };
        told.push(Forwarded { chat_id: chat, code, message });
        refused = refused.or(said.err());
    }
    match refused {
        Some(refusal) if told.iter().all(|one| one.code.is_some()) => Err(refusal.into()),
        _ => Ok(Envelope::ok(told)),
    }
}
