//! Groups: creation, settings, members and roles. Every change goes through the group's room, which notifies all
//! members.

use std::collections::HashSet;

use actix_web::{delete, get, patch, post, put, web};
use hub::{protocol::WireError, topics::chat::Command};
use serde::{Deserialize, Deserializer};
use store::{
    Db,
    account::privacy,
    chat::{self, ChatError, ChatSummary, CommandId, MEMBERS_MAX, Member, NewGroup, Role, TITLE_MAX},
    notification::{Kind, Notice},
    types::{
        ids::{ChatId, MediaId, UserId},
        text::{is_visible, turns_direction},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::seat;
use crate::{
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Query, Registered},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

/// Default page size of members.
const MEMBERS: i64 = 50;

pub fn routes(api: &mut ServiceConfig) {
    api.service(open).service(describe).service(list_members).service(add).service(remove).service(give_role);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenGroup {
    title: String,
    /// A picture uploaded by the caller.
    picture: Option<MediaId>,
    /// The other members: at least one.
    user_ids: Vec<UserId>,
}

/// Create a group
///
/// The caller becomes the owner. For strangers the group is a request until they accept it.
#[utoipa::path(
    tag = "chat", operation_id = "group_create",
    request_body = OpenGroup,
    responses((status = 201, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[post("/chat/groups/")]
async fn open(app: App, user: Registered, form: Body<OpenGroup>) -> Result<Envelope<ChatSummary>> {
    let OpenGroup { title, picture, user_ids } = form.0;
    let members = others(user.user, &user_ids);
    let mut checks = FieldErrors::default();
    let title = checks.check("title", title_of(&title));
    if members.is_empty() {
        checks.add("user_ids", "A group needs at least one other person.");
    } else if members.len() >= MEMBERS_MAX {
        checks.add("user_ids", hub::topics::chat::refusal(ChatError::Full).message);
    } else if !may_add(&app.db, user.user, &members).await? {
        checks.add("user_ids", hub::topics::chat::refusal(ChatError::CannotAdd).message);
    }
    let picture = match picture {
        Some(id) => checks.check("picture", own_picture(&app.db, user.user, id).await?),
        None => None,
    };
    checks.finish()?;
    let at = Timestamp::now();
    let id = ChatId(app.ids.next(at));
    let title = title.unwrap_or_default();
    let new = NewGroup { id, epoch: id.to_string(), owner: user.user, title, picture, members, at };
    let created = chat::group(&app.db, &new).await?;
    let strangers = created.map_err(|refused| of_people(hub::topics::chat::refusal(refused)))?;
    app.hub.chat_opened(id, &[&[user.user], &new.members[..]].concat()).await?;
    if !strangers.is_empty() {
        app.notifier.notify(&strangers, Notice::new(Kind::MessageRequest, id).by(user.user).about(id.0)).await;
    }
    Ok(Envelope::created(chat::summary(&app.db, user.user, id).await?))
}

/// Changes to a group. Omitted fields stay unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DescribeGroup {
    title: Option<String>,
    /// A picture uploaded by the caller; `null` removes the picture.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<MediaId>)]
    picture: Option<Option<MediaId>>,
}

/// Distinguishes a `null` field from a missing one.
pub(super) fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(value: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Change a group's title or picture
///
/// Requires the role owner or admin.
#[utoipa::path(
    tag = "chat", operation_id = "group_update",
    params(("chat_id" = ChatId, Path)),
    request_body = DescribeGroup,
    responses((status = 200, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[patch("/chat/chats/{chat_id}/")]
async fn describe(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    form: Body<DescribeGroup>,
) -> Result<Envelope<ChatSummary>> {
    let chat = chat.into_inner();
    chat::ensure_member(&app.db, user.user, chat).await?;
    let mut checks = FieldErrors::default();
    let title = form.0.title.and_then(|title| checks.check("title", title_of(&title)));
    let picture = match form.0.picture {
        Some(Some(id)) => checks.check("picture", own_picture(&app.db, user.user, id).await?).map(Some),
        Some(None) => Some(None),
        None => None,
    };
    checks.finish()?;
    ask(&app, &user, chat, Command::Describe { title, picture }).await?;
    Ok(Envelope::ok(chat::summary(&app.db, user.user, chat).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MembersQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100; 50 by default.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
    /// Part of a name.
    query: Option<String>,
}

/// List the members of a chat
///
/// Owner and admins first.
#[utoipa::path(
    tag = "chat", operation_id = "group_list_members",
    params(("chat_id" = ChatId, Path), MembersQuery),
    responses((status = 200, body = Page<Member>)),
    security(("bearer" = []))
)]
#[get("/chat/chats/{chat_id}/members/")]
async fn list_members(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    query: Query<MembersQuery>,
) -> Result<Page<Member>> {
    let MembersQuery { page, per_page, query } = query.0;
    let paging = Pagination::checked(page, per_page, MEMBERS)?;
    let query = query.unwrap_or_default();
    let chat = chat.into_inner();
    let viewer = seat(&app, &user, chat).await?;
    let (members, total) = chat::members(&app.db, viewer, chat, &query, paging.per_page, paging.offset()).await?;
    Ok(Page::new(members, paging, total))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddMembers {
    user_ids: Vec<UserId>,
}

/// Add members to a group
///
/// Requires the role owner or admin. Users who are already members stay unchanged. For strangers the group is a request
/// until they accept it. A stranger who left the group, or who has not accepted 5 others of the caller, cannot be added.
#[utoipa::path(
    tag = "chat", operation_id = "group_add_members",
    params(("chat_id" = ChatId, Path)),
    request_body = AddMembers,
    responses((status = 200, body = Envelope<ChatSummary>)),
    security(("bearer" = []))
)]
#[post("/chat/chats/{chat_id}/members/")]
async fn add(
    app: App,
    user: Registered,
    chat: web::Path<ChatId>,
    form: Body<AddMembers>,
) -> Result<Envelope<ChatSummary>> {
    let chat = chat.into_inner();
    chat::ensure_member(&app.db, user.user, chat).await?;
    let users = others(user.user, &form.0.user_ids);
    if users.is_empty() {
        return Err(Error::field("user_ids", "Name at least one person."));
    }
    if users.len() >= MEMBERS_MAX {
        return Err(of_people(hub::topics::chat::refusal(ChatError::Full)));
    }
    if !may_add(&app.db, user.user, &users).await? {
        return Err(of_people(hub::topics::chat::refusal(ChatError::CannotAdd)));
    }
    ask(&app, &user, chat, Command::Add { users }).await?;
    Ok(Envelope::ok(chat::summary(&app.db, user.user, chat).await?))
}

/// Remove a member from a group, or leave it
///
/// Removing yourself leaves the group. The owner may remove everyone, an admin only members without a role. When the
/// owner leaves, the longest-standing admin becomes owner, or else the longest-standing member.
#[utoipa::path(
    tag = "chat", operation_id = "group_remove_member",
    params(("chat_id" = ChatId, Path), ("user_id" = UserId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/chat/chats/{chat_id}/members/{user_id}/")]
async fn remove(app: App, user: Registered, path: web::Path<(ChatId, UserId)>) -> Result<Confirmation> {
    let (chat, member) = path.into_inner();
    ask(&app, &user, chat, Command::Remove { user: member }).await?;
    Ok(Confirmation::new("Removed"))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveRole {
    role: Role,
}

/// Change the role of a group member
///
/// Requires the role owner. Making another member the owner makes the caller an admin.
#[utoipa::path(
    tag = "chat", operation_id = "group_set_role",
    params(("chat_id" = ChatId, Path), ("user_id" = UserId, Path)),
    request_body = GiveRole,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[put("/chat/chats/{chat_id}/members/{user_id}/")]
async fn give_role(
    app: App,
    user: Registered,
    path: web::Path<(ChatId, UserId)>,
    form: Body<GiveRole>,
) -> Result<Confirmation> {
    let (chat, member) = path.into_inner();
    ask(&app, &user, chat, Command::Role { user: member, role: form.0.role }).await?;
    Ok(Confirmation::new("Changed"))
}

/// Sends the command to the chat's room. Group changes are idempotent, so a fixed command id suffices.
async fn ask(app: &App, user: &Registered, chat: ChatId, command: Command) -> Result<()> {
    let id = CommandId::of(Timestamp::now(), 0);
    app.hub.ask_chat(user, chat, id, command).await.map(drop).map_err(|refusal| match refusal.code {
        "chat.cannot_add" | "chat.full" => of_people(refusal),
        _ => refusal.into(),
    })
}

fn of_people(refusal: WireError) -> Error {
    Error::field("user_ids", refusal.message)
}

/// Returns the named users without duplicates and without the caller.
fn others(me: UserId, named: &[UserId]) -> Vec<UserId> {
    let mut seen = HashSet::from([me]);
    named.iter().filter(|user| seen.insert(**user)).copied().collect()
}

/// Returns true if the privacy settings of all named users let `user` add them.
async fn may_add(db: &Db, user: UserId, named: &[UserId]) -> Result<bool> {
    let settings = privacy::of(db, named).await?;
    let relations = privacy::relations(db, user, named).await?;
    let may = |one: &UserId| settings.get(one).zip(relations.get(one)).is_some_and(|(p, r)| p.may_message(r));
    Ok(named.iter().all(may))
}

async fn own_picture(db: &Db, user: UserId, id: MediaId) -> Result<Result<String, &'static str>> {
    Ok(chat::own_picture(db, user, id).await?.ok_or("This is no picture of yours."))
}

fn title_of(text: &str) -> Result<String, &'static str> {
    let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match title.chars().count() {
        _ if !is_visible(&title) => Err("This is required."),
        count if count > TITLE_MAX => Err("A title has 100 characters at most."),
        _ if title.chars().any(char::is_control) || turns_direction(&title) => Err("A title is one line of text."),
        _ => Ok(title),
    }
}
