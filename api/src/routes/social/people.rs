//! People: search, public profiles, friend requests, friends.

use actix_web::{delete, get, put, web};
use hub::topics::friends::FriendshipChange;
use serde::{Deserialize, Serialize};
use store::{
    account::{AccountKind, UserCard},
    chat,
    notification::{Kind, Notice},
    social::{self, Friend, Person, PublicProfile, Requests, Search, SendResult},
    types::{ids::UserId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, Registered},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

/// Default page size.
const PEOPLE: i64 = 10;
const LISTED: i64 = 30;
/// Maximum characters of a query.
const QUERY_MAX: usize = 100;
/// Maximum friend requests listed per direction. Equals the limit of pending requests.
const REQUESTS: i64 = social::OUTGOING_MAX;

pub fn routes(api: &mut ServiceConfig) {
    api.service(find_people)
        .service(show_person)
        .service(block_person)
        .service(users_list)
        .service(ask_friend)
        .service(answer_friend)
        // Registered before the route that matches any name in this position.
        .service(friend_requests)
        .service(take_back_request)
        .service(list_friends)
        .service(list_blocked)
        .service(unfriend);
}

/// Kinds of accounts in a search.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UserType {
    #[default]
    All,
    Regular,
    Professional,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// Prefixes of names. Without a query, suggestions are returned.
    query: Option<String>,
    #[serde(rename = "userType")]
    #[param(inline)]
    user_type: Option<UserType>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

impl SearchQuery {
    fn paging(&self, per_page: i64) -> Result<Pagination> {
        Pagination::checked(self.page, self.per_page, per_page)
    }

    fn search(&self, paging: Pagination) -> Result<Search<'_>> {
        let query = self.query.as_deref().unwrap_or_default();
        if query.chars().count() > QUERY_MAX {
            return Err(Error::field("query", "Enter at most 100 characters."));
        }
        let kind = match self.user_type.unwrap_or_default() {
            UserType::All => None,
            UserType::Regular => Some(AccountKind::Regular),
            UserType::Professional => Some(AccountKind::Professional),
        };
        Ok(Search { query, kind, limit: paging.per_page, offset: paging.offset() })
    }
}

/// Search people
///
/// Matches prefixes of user, first and last names, ignoring case and accents. Friends come first. Without a query,
/// returns suggestions, first users with mutual friends.
#[utoipa::path(
    tag = "people", operation_id = "people_search", params(SearchQuery), responses((status = 200, body = Page<Person>)), security(("bearer" = []))
)]
#[get("/users/search/friends/")]
async fn find_people(app: App, user: Registered, query: Query<SearchQuery>) -> Result<Page<Person>> {
    let paging = query.0.paging(PEOPLE)?;
    let (people, total) = social::find(&app.db, user.user, &query.0.search(paging)?).await?;
    Ok(Page::new(people, paging, total))
}

/// List possible message recipients
///
/// Friends first, then other users who accept messages from the caller.
#[utoipa::path(
    tag = "people", operation_id = "people_list", params(SearchQuery), responses((status = 200, body = Page<Person>)), security(("bearer" = []))
)]
#[get("/users/users-list/")]
async fn users_list(app: App, user: Registered, query: Query<SearchQuery>) -> Result<Page<Person>> {
    let paging = query.0.paging(LISTED)?;
    let (people, total) = social::to_write_to(&app.db, user.user, &query.0.search(paging)?).await?;
    Ok(Page::new(people, paging, total))
}

/// List your friends
#[utoipa::path(
    tag = "people", operation_id = "people_list_friends", params(SearchQuery), responses((status = 200, body = Page<Friend>)), security(("bearer" = []))
)]
#[get("/users/friends/")]
async fn list_friends(app: App, user: Registered, query: Query<SearchQuery>) -> Result<Page<Friend>> {
    let paging = query.0.paging(LISTED)?;
    let (friends, total) = social::friends(&app.db, user.user, &query.0.search(paging)?).await?;
    Ok(Page::new(friends, paging, total))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BlockedQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the accounts that you have blocked
///
/// The last blocked first. Searches and lists of people leave them out.
#[utoipa::path(
    tag = "people", operation_id = "people_list_blocked", params(BlockedQuery), responses((status = 200, body = Page<UserCard>)), security(("bearer" = []))
)]
#[get("/users/blocked/")]
async fn list_blocked(app: App, user: Registered, query: Query<BlockedQuery>) -> Result<Page<UserCard>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, LISTED)?;
    let (accounts, total) = social::blocked(&app.db, user.user, paging.per_page, paging.offset()).await?;
    Ok(Page::new(accounts, paging, total))
}

/// List pending friend requests
///
/// Newest first.
#[utoipa::path(tag = "people", operation_id = "people_list_requests", responses((status = 200, body = Envelope<Requests>)), security(("bearer" = [])))]
#[get("/users/friends/requests/")]
async fn friend_requests(app: App, user: Registered) -> Result<Envelope<Requests>> {
    Ok(Envelope::ok(social::requests(&app.db, user.user, REQUESTS).await?))
}

/// Get a user's profile
///
/// Profile of a consumer or a business. Fields that the user's settings hide from the caller are null.
#[utoipa::path(
    tag = "people", operation_id = "people_show",
    params(("user_id" = UserId, Path)),
    responses((status = 200, body = Envelope<PublicProfile>)),
    security(("bearer" = []))
)]
#[get("/admin/regular-users/get/{user_id}/")]
async fn show_person(app: App, user: Registered, id: web::Path<UserId>) -> Result<Envelope<PublicProfile>> {
    Ok(Envelope::ok(social::public_profile(&app.db, user.user, id.into_inner()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// True to block, false to unblock.
    block: bool,
}

/// Block state of a user.
#[derive(Serialize, ToSchema)]
pub struct PersonBlocked {
    blocked: bool,
}

/// Block or unblock a user
///
/// Works with or without a shared chat. Blocking ends a friendship and deletes friend requests. The user is not
/// notified.
#[utoipa::path(
    tag = "people", operation_id = "people_set_block",
    params(("user_id" = UserId, Path)),
    request_body = Block,
    responses((status = 200, body = Envelope<PersonBlocked>)),
    security(("bearer" = []))
)]
#[put("/users/{user_id}/block/")]
async fn block_person(
    app: App,
    user: Registered,
    id: web::Path<UserId>,
    form: Body<Block>,
) -> Result<Envelope<PersonBlocked>> {
    let (other, blocked) = (id.into_inner(), form.0.block);
    if other == user.user {
        return Err(Error::field("block", "You cannot block yourself."));
    }
    if social::card(&app.db, other).await?.kind == AccountKind::Guest {
        return Err(Error::NotFound);
    }
    chat::set_block(&app.db, user.user, other, blocked, Timestamp::now()).await?;
    app.hub.blocked(user.user, other, blocked).await?;
    if blocked {
        app.notifier.separate(user.user, other).await;
    }
    Ok(Envelope::ok(PersonBlocked { blocked }))
}

/// Notice of what `actor` did at a time.
fn notice(kind: Kind, actor: UserId, at: Timestamp) -> Notice {
    Notice::new(kind, format!("{actor}:{}", at.0)).by(actor)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    user_id: UserId,
}

/// Result of a friend request.
#[derive(Serialize, ToSchema)]
pub struct Asked {
    /// `requested`, or `friends` if the user had already sent a request.
    relation: social::FriendStatus,
}

/// Send a friend request
///
/// If the user has already sent a request to the caller, both become friends at once.
#[utoipa::path(
    tag = "people", operation_id = "people_send_request", request_body = Ask, responses((status = 200, body = Envelope<Asked>)), security(("bearer" = []))
)]
#[put("/users/friends/request/send/")]
async fn ask_friend(app: App, user: Registered, form: Body<Ask>) -> Result<Envelope<Asked>> {
    let (me, to) = (user.user, form.0.user_id);
    if to == me {
        return Err(Error::field("user_id", "You cannot ask yourself."));
    }
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::FriendRequests(me.0), now)?;
    let relation = match social::send(&app.db, me, to, now).await? {
        SendResult::Waiting { at, new } => {
            if new {
                app.hub.friends_changed(me, to, FriendshipChange::Requested(at)).await?;
                app.notifier.notify(&[to], notice(Kind::FriendRequest, me, at)).await;
            }
            social::FriendStatus::Requested
        }
        SendResult::BecameFriends => {
            app.hub.friends_changed(me, to, FriendshipChange::Befriended).await?;
            app.notifier.retract(me, Kind::FriendRequest, to).await;
            app.notifier.notify(&[to], notice(Kind::FriendAccepted, me, now)).await;
            social::FriendStatus::Friends
        }
        SendResult::Friends => social::FriendStatus::Friends,
        SendResult::Refused => {
            return Err(Error::field(
                "user_id",
                "This request was answered not long ago. Wait a while before you ask again.",
            ));
        }
        SendResult::NotOpen => return Err(Error::field("user_id", "This person does not take friend requests.")),
        SendResult::TooMany => return Err(Error::field("user_id", "Too many of your requests wait for an answer.")),
    };
    Ok(Envelope::ok(Asked { relation }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// User who sent the request.
    user_id: UserId,
    accept: bool,
}

/// Answer a friend request
#[utoipa::path(
    tag = "people", operation_id = "people_answer_request", request_body = Answer, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/users/friends/request/answer/")]
async fn answer_friend(app: App, user: Registered, form: Body<Answer>) -> Result<Confirmation> {
    let Answer { user_id: from, accept } = form.0;
    social::answer(&app.db, user.user, from, accept, Timestamp::now()).await?;
    let (what, says) = if accept {
        (FriendshipChange::Befriended, "You are friends now.")
    } else {
        (FriendshipChange::RequestGone, "Request refused.")
    };
    app.hub.friends_changed(from, user.user, what).await?;
    app.notifier.retract(user.user, Kind::FriendRequest, from).await;
    if accept {
        app.notifier.notify(&[from], notice(Kind::FriendAccepted, user.user, Timestamp::now())).await;
    }
    Ok(Confirmation::new(says))
}

/// Withdraw a friend request
#[utoipa::path(
    tag = "people", operation_id = "people_cancel_request",
    params(("user_id" = UserId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/friends/request/{user_id}/")]
async fn take_back_request(app: App, user: Registered, to: web::Path<UserId>) -> Result<Confirmation> {
    let to = to.into_inner();
    social::cancel_request(&app.db, user.user, to).await?;
    app.hub.friends_changed(user.user, to, FriendshipChange::RequestGone).await?;
    app.notifier.retract(to, Kind::FriendRequest, user.user).await;
    Ok(Confirmation::new("Request taken back."))
}

/// Remove a friend
#[utoipa::path(
    tag = "people", operation_id = "people_unfriend",
    params(("user_id" = UserId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/friends/{user_id}/")]
async fn unfriend(app: App, user: Registered, other: web::Path<UserId>) -> Result<Confirmation> {
    let other = other.into_inner();
    social::unfriend(&app.db, user.user, other).await?;
    app.hub.friends_changed(user.user, other, FriendshipChange::Unfriended).await?;
    Ok(Confirmation::new("You are no friends any more."))
}
