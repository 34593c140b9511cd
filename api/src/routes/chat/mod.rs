//! Chats: list, creation, members and history. Messages are sent through the hub.

mod forward;
mod groups;
mod requests;
pub mod search;
mod settings;
mod share;
mod shared_media;

use actix_web::{get, post, web};
use hub::protocol::WireError;
use serde::Deserialize;
use store::{
    account::{self, AccountKind, privacy},
    chat::{self, ArchiveFilter, ChatDetail, ChatSummary, History, NewDirect, Window},
    company::team,
    types::{
        ids::{ChatId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    auth::permission,
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, Registered},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination},
    },
};

/// Default page size of chats and of message history.
const CHATS: i64 = 30;
const MESSAGES: i64 = 50;

/// Chats of the caller, or of the company that the caller works for.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Inbox {
    #[default]
    Personal,
    /// Shared by the company's team.
    Company,
}

impl Inbox {
    /// Returns the account whose chats these are.
    pub async fn owner(self, app: &App, user: &Registered) -> Result<UserId> {
        match self {
            Self::Personal => Ok(user.user),
            Self::Company => match permission::acting(app, user.user).await {
                Ok(membership) => Ok(team::account(&app.db, membership.company).await?),
                Err(Error::NotFound) => Err(Error::NotAllowed),
                Err(cause) => Err(cause),
            },
        }
    }
}

/// Returns the account that acts for the caller in a chat: the caller's company if that is a member, else the caller.
pub async fn seat(app: &App, user: &Registered, chat: ChatId) -> Result<UserId> {
    match user.kind {
        AccountKind::Professional => Ok(chat::seat(&app.db, user.user, chat).await?),
        _ => Ok(user.user),
    }
}

pub fn routes(api: &mut ServiceConfig) {
    api.service(list).service(open_direct).service(history).service(detail);
    api.configure(groups::routes).configure(settings::routes).configure(forward::routes);
    api.configure(requests::routes).configure(share::routes).configure(shared_media::routes);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100; 30 by default.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
    /// `false` by default: chats that are not archived.
    #[param(inline)]
    archived: Option<ArchiveFilter>,
    /// `personal` by default.
    #[param(inline)]
    inbox: Option<Inbox>,
}

/// List your chats
///
/// Pinned chats first, then the latest.
#[utoipa::path(
    tag = "chat", operation_id = "chat_list", params(ListQuery), responses((status = 200, body = Page<ChatSummary>)), security(("bearer" = []))
)]
#[get("/chat/chats/")]
async fn list(app: App, user: Registered, query: Query<ListQuery>) -> Result<Page<ChatSummary>> {
    let ListQuery { page, per_page, archived, inbox } = query.0;
    let paging = Pagination::checked(page, per_page, CHATS)?;
    let shelf = archived.unwrap_or_default();
    let owner = inbox.unwrap_or_default().owner(&app, &user).await?;
    let (chats, total) = chat::list(&app.db, owner, shelf, paging.per_page, paging.offset()).await?;
    Ok(Page::new(chats, paging, total))
}

/// User or company to chat with. Exactly one field is required.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenDirect {
    user_id: Option<UserId>,
    #[serde(rename = "userName")]
    user_name: Option<String>,
    company_id: Option<CompanyId>,
}

/// Open a direct chat
///
/// Each pair of users has one, and each user has one with a company: its whole team reads it. Returns 201 if the chat was created, 200 if it existed. The other user's privacy
/// settings decide who may open one. A chat with a stranger is a request until the other user accepts it. The other user
/// lists the chat from its first message on.
#[utoipa::path(
    tag = "chat", operation_id = "chat_open_direct",
    request_body = OpenDirect,
    responses((status = 200, body = Envelope<ChatSummary>), (status = 201, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[post("/chat/chats/direct/")]
async fn open_direct(app: App, user: Registered, form: Body<OpenDirect>) -> Result<Envelope<ChatSummary>> {
    let (field, with) = match form.0 {
        OpenDirect { user_id: Some(id), user_name: None, company_id: None } => ("user_id", id),
        OpenDirect { user_id: None, user_name: None, company_id: Some(id) } => {
            ("company_id", team::account(&app.db, id).await?)
        }
        OpenDirect { user_id: None, user_name: Some(name), company_id: None } => {
            let found = account::find_by_user_name(&app.db, &name).await?;
            ("userName", found.ok_or(Error::NotFound)?.id)
        }
        _ => return Err(Error::field("user_id", "Give one of user_id, userName and company_id.")),
    };
    if with == user.user || team::acts_for(&app.db, user.user).await? == Some(with) {
        return Err(Error::field(field, "You cannot chat with yourself."));
    }
    let (chat, opened) = direct_with(&app, user.user, with).await?;
    let summary = chat::summary(&app.db, user.user, chat).await?;
    Ok(if opened { Envelope::created(summary) } else { Envelope::ok(summary) })
}

/// Returns the direct chat of `user` with another, and true if it was created. Creates it only if the other user
/// accepts messages.
async fn direct_with(app: &App, user: UserId, with: UserId) -> Result<(ChatId, bool)> {
    if let Some(chat) = chat::find_direct(&app.db, user, with).await? {
        return Ok((chat, false));
    }
    let relation = privacy::relation(&app.db, user, with).await?;
    // An account that blocks the caller returns the same error as one that does not exist.
    if relation.blocked_by {
        return Err(Error::NotFound);
    }
    let settings = privacy::of(&app.db, &[with]).await?;
    if !settings.get(&with).is_some_and(|privacy| privacy.may_message(&relation)) {
        return Err(WireError::new("chat.not_open", "This person takes messages from friends only.").into());
    }
    let at = Timestamp::now();
    let id = ChatId(app.ids.next(at));
    let new = NewDirect { id, epoch: id.to_string(), from: user, with, at };
    let (chat, opened) = chat::contact(&app.db, new).await?;
    if opened {
        // The other user sees the chat with its first message.
        app.hub.chat_opened(chat, &[user]).await?;
    }
    Ok((chat, opened))
}

/// Get a chat and its members
#[utoipa::path(
    tag = "chat", operation_id = "chat_show",
    params(("chat_id" = ChatId, Path)),
    responses((status = 200, body = Envelope<ChatDetail>)),
    security(("bearer" = []))
)]
#[get("/chat/chats/{chat_id}/")]
async fn detail(app: App, user: Registered, chat: web::Path<ChatId>) -> Result<Envelope<ChatDetail>> {
    let chat = chat.into_inner();
    let viewer = seat(&app, &user, chat).await?;
    Ok(Envelope::ok(chat::detail(&app.db, viewer, chat).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// Messages before this sequence number.
    before: Option<i64>,
    /// Messages after this sequence number.
    after: Option<i64>,
    /// Messages on both sides of this sequence number.
    around: Option<i64>,
    /// Maximum messages: 1 to 100, 50 by default.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

impl HistoryQuery {
    fn window(&self) -> Result<(Window, i64)> {
        let window = match (self.before, self.after, self.around) {
            (None, None, None) => Window::Newest,
            (Some(seq), None, None) => Window::Before(seq),
            (None, Some(seq), None) => Window::After(seq),
            (None, None, Some(seq)) => Window::Around(seq),
            _ => return Err(Error::field("before", "Give one of before, after and around.")),
        };
        let named = [("before", self.before), ("after", self.after), ("around", self.around)];
        if let Some((field, _)) = named.iter().find(|(_, seq)| seq.is_some_and(|seq| seq < 0)) {
            return Err(Error::field(field, "Expected a sequence number, from 0."));
        }
        match self.limit.unwrap_or(MESSAGES) {
            limit @ 1..=100 => Ok((window, limit)),
            _ => Err(Error::field("limit", "Expected a number from 1 to 100.")),
        }
    }
}

/// List the messages of a chat
///
/// Oldest first. Returns the newest messages without `before`, `after` and `around`.
#[utoipa::path(
    tag = "chat", operation_id = "chat_list_messages",
    params(("chat_id" = ChatId, Path), HistoryQuery),
    responses((status = 200, body = Envelope<History>)),
    security(("bearer" = []))
)]
#[get("/chat/chats/{chat_id}/messages/")]
async fn history(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    query: Query<HistoryQuery>,
) -> Result<Envelope<History>> {
    let (window, limit) = query.0.window()?;
    let chat = chat.into_inner();
    let viewer = seat(&app, &user, chat).await?;
    Ok(Envelope::ok(chat::history(&app.db, viewer, chat, window, limit).await?))
}
