//! Message search.

use actix_web::get;
use serde::Deserialize;
use store::{
    chat::search::{self, Hit, Search},
    types::ids::ChatId,
};
use utoipa::IntoParams;

use super::{Inbox, seat};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query, Registered},
        openapi::ServiceConfig,
        response::CursorPage,
    },
};

/// Default page size.
const HITS: usize = 30;
/// Maximum characters of a query.
const QUERY_MAX: usize = 200;

pub fn routes(api: &mut ServiceConfig) {
    api.service(search_messages);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Words that a message must contain, in any order. The last word may be a prefix. No character has a special
    /// meaning.
    #[param(min_length = 1, max_length = 200)]
    query: String,
    /// Restricts the search to this chat.
    chat_id: Option<ChatId>,
    /// The `next` of the previous page.
    before: Option<i64>,
    /// At most 50; 30 by default.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<usize>,
    /// Chats to search without `chat_id`: `personal` by default.
    #[param(inline)]
    inbox: Option<Inbox>,
}

/// Search messages
///
/// Searches all chats of the caller or a single one. Newest first, ignoring case and accents. Cleared, hidden and
/// deleted messages are excluded. New messages become searchable after a moment.
#[utoipa::path(
    tag = "chat", operation_id = "chat_search", params(SearchQuery), responses((status = 200, body = CursorPage<Hit>)), security(("bearer" = []))
)]
#[get("/chat/search/")]
async fn search_messages(app: App, user: Registered, query: Query<SearchQuery>) -> Result<CursorPage<Hit>> {
    let SearchQuery { query, chat_id, before, limit, inbox } = query.0;
    if query.trim().is_empty() {
        return Err(Error::field("query", "Enter what to look for."));
    }
    if query.chars().count() > QUERY_MAX {
        return Err(Error::field("query", "Enter at most 200 characters."));
    }
    let limit = match limit.unwrap_or(HITS) {
        limit @ 1..=50 => limit,
        _ => return Err(Error::field("limit", "Expected a number from 1 to 50.")),
    };
    let search = Search { query: &query, chat: chat_id, before, limit };
    let viewer = match chat_id {
        Some(chat) => seat(&app, &user, chat).await?,
        None => inbox.unwrap_or_default().owner(&app, &user).await?,
    };
    let found = search::search(&app.db, viewer, &search).await?;
    Ok(CursorPage::new(found.hits, found.next))
}
