//! Settings of a chat per user: mute, pin, archive, draft, cleared history, deletion; and blocking.

use actix_web::{delete, post, put, web};
use serde::{Deserialize, Serialize};
use store::{
    chat::{self, ChatSummary, NewSettings, TEXT_MAX},
    types::{ids::ChatId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use super::{groups::given, seat};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, OptionalBody, Query, Registered},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(change).service(draft).service(set_block).service(clear).service(delete_chat);
}

/// Settings to change. Omitted settings stay unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeSettings {
    /// End of the mute. `null`: not muted.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<Timestamp>)]
    muted_until: Option<Option<Timestamp>>,
    pinned: Option<bool>,
    archived: Option<bool>,
}

/// Mute, pin or archive a chat
///
/// Applies to the caller only. A new message unarchives a chat unless it is muted.
#[utoipa::path(
    tag = "chat", operation_id = "chat_change_settings",
    params(("chat_id" = ChatId, Path)),
    request_body = Option<ChangeSettings>,
    responses((status = 200, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[put("/chat/chats/{chat_id}/settings/")]
async fn change(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    form: Body<ChangeSettings>,
) -> Result<Envelope<ChatSummary>> {
    let chat = chat.into_inner();
    let ChangeSettings { muted_until, pinned, archived } = form.0;
    let new = NewSettings { muted_until, pinned, archived };
    let member = seat(&app, &user, chat).await?;
    chat::change_settings(&app.db, member, chat, new, Timestamp::now()).await?;
    Ok(Envelope::ok(app.hub.chat_kept(member, chat).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeepDraft {
    /// Text of the draft. An empty text deletes the draft.
    #[schema(min_length = 0, max_length = 4000)]
    text: String,
}

/// Save a draft
///
/// Shared by all devices of the caller.
#[utoipa::path(
    tag = "chat", operation_id = "chat_save_draft",
    params(("chat_id" = ChatId, Path)),
    request_body = KeepDraft,
    responses((status = 200, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[put("/chat/chats/{chat_id}/draft/")]
async fn draft(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    form: Body<KeepDraft>,
) -> Result<Envelope<ChatSummary>> {
    let (chat, text) = (chat.into_inner(), form.0.text);
    if text.chars().count() > TEXT_MAX || text.contains('\0') {
        return Err(Error::field("text", "A message has 4,000 characters at most."));
    }
    let text = if text.trim().is_empty() { "" } else { &text };
    let member = seat(&app, &user, chat).await?;
    chat::keep_draft(&app.db, member, chat, text, Timestamp::now()).await?;
    Ok(Envelope::ok(app.hub.chat_kept(member, chat).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ChatQuery {
    chat_id: ChatId,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockForm {
    /// True to block, false to unblock. Toggles the block if omitted.
    block: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub struct Blocked {
    blocked: bool,
}

/// Block or unblock the other user of a direct chat
///
/// Neither user can send messages while one blocks the other. In a group that a stranger added you to and that you have not
/// accepted, blocks the stranger and leaves the group.
#[utoipa::path(
    tag = "chat", operation_id = "chat_set_block",
    params(ChatQuery),
    request_body = Option<BlockForm>,
    responses((status = 200, body = Envelope<Blocked>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-block-unblock-users/")]
async fn set_block(
    app: App,
    user: Registered,
    query: Query<ChatQuery>,
    form: OptionalBody<BlockForm>,
) -> Result<Envelope<Blocked>> {
    let member = seat(&app, &user, query.0.chat_id).await?;
    let peer = chat::peer(&app.db, member, query.0.chat_id).await?;
    let peer = peer.ok_or_else(|| Error::field("chat_id", "Only a direct chat has somebody to block."))?;
    let blocked = match form.0.block {
        Some(block) => block,
        None => !chat::blocks(&app.db, member, peer).await?,
    };
    chat::set_block(&app.db, member, peer, blocked, Timestamp::now()).await?;
    app.hub.blocked(member, peer, blocked).await?;
    if blocked {
        app.notifier.separate(member, peer).await;
    }
    Ok(Envelope::ok(Blocked { blocked }))
}

#[derive(Serialize, ToSchema)]
pub struct Cleared {
    /// Messages up to this sequence number are hidden from the caller.
    cleared_seq: i64,
}

/// Clear your history of a chat
#[utoipa::path(
    tag = "chat", operation_id = "chat_clear",
    params(ChatQuery),
    responses((status = 200, body = Envelope<Cleared>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-clear-chats-per-users/")]
async fn clear(app: App, user: Registered, query: Query<ChatQuery>) -> Result<Envelope<Cleared>> {
    let chat = query.0.chat_id;
    let member = seat(&app, &user, chat).await?;
    let cleared_seq = chat::clear(&app.db, member, chat).await?;
    app.hub.chat_cleared(member, chat, cleared_seq);
    Ok(Envelope::ok(Cleared { cleared_seq }))
}

/// Delete a direct chat for you
///
/// Clears its history and removes it from your list until the next message. The other user keeps it. A group is left instead:
/// 403.
#[utoipa::path(
    tag = "chat", operation_id = "chat_delete",
    params(("chat_id" = ChatId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/chat/chats/{chat_id}/")]
async fn delete_chat(app: App, user: Registered, chat: web::Path<ChatId>) -> Result<Confirmation> {
    let chat = chat.into_inner();
    let member = seat(&app, &user, chat).await?;
    let up_to = chat::delete(&app.db, member, chat).await?.ok_or(Error::NotAllowed)?;
    app.hub.chat_deleted(member, chat, up_to);
    Ok(Confirmation::new("Deleted"))
}
