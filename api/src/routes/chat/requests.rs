//! Message requests: direct chats and groups of strangers that the caller has not accepted.

use actix_web::{get, post, web};
use hub::topics::chat::Command;
use serde::Deserialize;
use store::{
    chat::{self, ChatSummary, CommandId, request::InCommon},
    types::{ids::ChatId, timestamp::Timestamp},
};
use utoipa::IntoParams;

use crate::{
    error::Result,
    http::{
        extract::{App, Query, Registered},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination},
    },
};

/// Default page size of requests.
const REQUESTS: i64 = 30;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list).service(in_common).service(accept);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RequestsQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100; 30 by default.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the message requests to you
///
/// Newest first. A direct chat is listed from its first message on, and not while you block its sender. A group is listed
/// if a stranger added you.
#[utoipa::path(
    tag = "chat", operation_id = "chat_list_requests", params(RequestsQuery),
    responses((status = 200, body = Page<ChatSummary>)), security(("bearer" = []))
)]
#[get("/chat/requests/")]
async fn list(app: App, user: Registered, query: Query<RequestsQuery>) -> Result<Page<ChatSummary>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, REQUESTS)?;
    let (chats, total) = chat::requests(&app.db, user.user, paging.per_page, paging.offset()).await?;
    Ok(Page::new(chats, paging, total))
}

/// Get what you have in common with the sender of a request
///
/// Returns 404 unless the chat is a request to you.
#[utoipa::path(
    tag = "chat", operation_id = "chat_show_request",
    params(("chat_id" = ChatId, Path)),
    responses((status = 200, body = Envelope<InCommon>)),
    security(("bearer" = []))
)]
#[get("/chat/chats/{chat_id}/request/")]
async fn in_common(app: App, user: Registered, chat: web::Path<ChatId>) -> Result<Envelope<InCommon>> {
    Ok(Envelope::ok(chat::request::in_common(&app.db, user.user, chat.into_inner()).await?))
}

/// Accept a message request
///
/// Puts the chat into your list. A repeat has no effect. The sender of the request gets 403. You decline a group by
/// leaving it.
#[utoipa::path(
    tag = "chat", operation_id = "chat_accept_request",
    params(("chat_id" = ChatId, Path)),
    responses((status = 200, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[post("/chat/chats/{chat_id}/accept/")]
async fn accept(app: App, user: Registered, chat: web::Path<ChatId>) -> Result<Envelope<ChatSummary>> {
    let chat = chat.into_inner();
    chat::ensure_member(&app.db, user.user, chat).await?;
    let now = Timestamp::now();
    let id = CommandId::of(now, app.ids.next(now));
    app.hub.ask_chat(&user, chat, id, Command::Accept {}).await?;
    Ok(Envelope::ok(chat::summary(&app.db, user.user, chat).await?))
}
