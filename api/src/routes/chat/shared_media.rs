//! Files and links shared in a chat.

use actix_web::{get, web};
use serde::{Deserialize, Serialize};
use store::{
    chat::{self, ChatFile, ChatLink},
    media::MediaKind,
    types::ids::ChatId,
};
use utoipa::{IntoParams, ToSchema};

use super::seat;
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query, Registered},
        openapi::ServiceConfig,
        response::CursorPage,
    },
};

/// Default page size, in messages.
const MESSAGES: i64 = 40;

pub fn routes(api: &mut ServiceConfig) {
    api.service(shared);
}

/// Kind of shared content.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SharedKind {
    Picture,
    Video,
    Voice,
    File,
    /// URLs of web pages in message texts.
    Link,
}

/// Content shared in a chat: a file, or the URL of a web page.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum SharedItem {
    File(ChatFile),
    Link(ChatLink),
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SharedQuery {
    /// Kind of content. Files of all kinds if omitted.
    #[param(inline)]
    kind: Option<SharedKind>,
    /// Only content of messages before this sequence number.
    before: Option<i64>,
    /// Maximum messages whose content is returned: 1 to 100, 40 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// List the files or links of a chat
///
/// Newest first. Items of one message stay together.
#[utoipa::path(
    tag = "chat", operation_id = "chat_list_shared",
    params(("chat_id" = ChatId, Path), SharedQuery),
    responses((status = 200, body = CursorPage<SharedItem>)),
    security(("bearer" = []))
)]
#[get("/chat/chats/{chat_id}/media/")]
async fn shared(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    query: Query<SharedQuery>,
) -> Result<CursorPage<SharedItem>> {
    let SharedQuery { kind, before, limit } = query.0;
    let before = before.unwrap_or(i64::MAX);
    if before < 0 {
        return Err(Error::field("before", "Expected a sequence number, from 0."));
    }
    let limit = match limit.unwrap_or(MESSAGES) {
        limit @ 1..=100 => limit,
        _ => return Err(Error::field("limit", "Expected a number from 1 to 100.")),
    };
    let chat = chat.into_inner();
    let viewer = seat(&app, &user, chat).await?;
    let kind = match kind {
        None => None,
        Some(SharedKind::Picture) => Some(MediaKind::Image),
        Some(SharedKind::Video) => Some(MediaKind::Video),
        Some(SharedKind::Voice) => Some(MediaKind::Voice),
        Some(SharedKind::File) => Some(MediaKind::File),
        Some(SharedKind::Link) => {
            let (links, next) = chat::links(&app.db, viewer, chat, before, limit).await?;
            return Ok(CursorPage::new(links.into_iter().map(SharedItem::Link).collect(), next));
        }
    };
    let (files, next) = chat::files(&app.db, viewer, chat, kind, before, limit).await?;
    Ok(CursorPage::new(files.into_iter().map(SharedItem::File).collect(), next))
}
