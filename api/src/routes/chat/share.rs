//! Sharing of product content in chats as a card.

use actix_web::post;
use hub::topics::chat::Command;
use serde::{Deserialize, Serialize};
use store::{
    chat::{CommandId, ShareCard},
    share_card::{self, ShareKind},
    social,
    types::{
        ids::{ChatId, ReelId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::{
    direct_with,
    forward::{Forwarded, chosen, once, say, worded},
};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::reels,
};

/// Maximum friends.
const FRIENDS: usize = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(share_content).service(share_reel).service(share_profile);
}

/// Content to share.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareTarget {
    kind: ShareKind,
    id: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareContent {
    content: ShareTarget,
    /// Target chats: 20 at most.
    #[serde(default)]
    chat_ids: Vec<ChatId>,
    /// Friends who receive it in their direct chats, which are created if needed: 20 at most. At least one friend or chat.
    #[serde(default)]
    friend_ids: Vec<UserId>,
    /// Text sent with the card.
    text: Option<String>,
    /// A ULID. Repeating the request with the same id shares once.
    id: Option<CommandId>,
}

/// Share content in chats
///
/// Returns a result for each chat. Fails if no chat accepted the card.
#[utoipa::path(
    tag = "chat", operation_id = "chat_share_content",
    request_body = ShareContent,
    responses((status = 200, body = Envelope<Vec<Forwarded>>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-share-content-by-user/")]
async fn share_content(app: App, user: Registered, form: Body<ShareContent>) -> Result<Envelope<Vec<Forwarded>>> {
    let ShareContent { content: ShareTarget { kind, id: thing }, chat_ids, friend_ids, text, id } = form.0;
    let chats = listed(chat_ids, &friend_ids)?;
    let card = share_card::card_for(&app.db, user.user, kind, thing, Timestamp::now()).await?;
    let chats = with_friends(&app, &user, chats, friend_ids).await?;
    let told = say(&app, &user, chats, id, &saying(text.unwrap_or_default(), card)).await?;
    if kind == ShareKind::Reel {
        reels::shared(&app, ReelId(thing), new_shares(told.data())).await?;
    }
    Ok(told)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareReel {
    reel_id: ReelId,
    /// Target chats: 20 at most.
    #[serde(default)]
    chat_ids: Vec<ChatId>,
    /// Friends who receive it in their direct chats, which are created if needed: 20 at most. At least one friend or chat.
    #[serde(default)]
    friend_ids: Vec<UserId>,
    /// A ULID. Repeating the request with the same id shares once.
    id: Option<CommandId>,
}

/// Share a reel in chats
///
/// Returns a result for each chat. Fails if no chat accepted the card.
#[utoipa::path(
    tag = "chat", operation_id = "chat_share_reel",
    request_body = ShareReel,
    responses((status = 200, body = Envelope<Vec<Forwarded>>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-share-reels-in-chats/")]
async fn share_reel(app: App, user: Registered, form: Body<ShareReel>) -> Result<Envelope<Vec<Forwarded>>> {
    let ShareReel { reel_id, chat_ids, friend_ids, id } = form.0;
    if friend_ids.is_empty() && chat_ids.is_empty() {
        return Err(Error::field("friend_ids", "Choose at least one friend."));
    }
    let chats = listed(chat_ids, &friend_ids)?;
    let card = share_card::card_for(&app.db, user.user, ShareKind::Reel, reel_id.0, Timestamp::now()).await?;
    let chats = with_friends(&app, &user, chats, friend_ids).await?;
    let told = say(&app, &user, chats, id, &saying(String::new(), card)).await?;
    reels::shared(&app, reel_id, new_shares(told.data())).await?;
    Ok(told)
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SharedProfile {
    /// User whose profile is shared.
    user_id: UserId,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShareProfile {
    /// Friends who receive the profile: 20 at most.
    #[serde(default)]
    #[schema(required, min_items = 1, max_items = 20)]
    friend_ids: Vec<UserId>,
    /// A ULID. Repeating the request with the same id shares once.
    id: Option<CommandId>,
}

/// Result for one friend.
#[derive(Serialize, ToSchema)]
pub struct SharedWith {
    user_id: UserId,
    /// The direct chat with the friend, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_id: Option<ChatId>,
    /// Error code. Omitted on success.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Share a profile with friends
///
/// Sends the card in the direct chat with each friend and creates the chat if needed. Returns a result for each friend.
/// Fails if no friend received the card.
#[utoipa::path(
    tag = "chat", operation_id = "chat_share_profile",
    params(SharedProfile),
    request_body = ShareProfile,
    responses((status = 200, body = Envelope<Vec<SharedWith>>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/share-user-profile/")]
async fn share_profile(
    app: App,
    user: Registered,
    profile: Query<SharedProfile>,
    form: Body<ShareProfile>,
) -> Result<Envelope<Vec<SharedWith>>> {
    let ShareProfile { friend_ids, id } = form.0;
    let friends = chosen_friends(&app, user.user, friend_ids).await?;
    let (profile, now) = (profile.0.user_id.0, Timestamp::now());
    let card = share_card::card_for(&app.db, user.user, ShareKind::Profile, profile, now).await?;
    let (id, command) = (once(&app, id), saying(String::new(), card));
    let mut told = Vec::new();
    let mut failed = None;
    for friend in friends {
        let (chat_id, said) = match direct_with(&app, user.user, friend).await {
            Ok((chat, _)) => (Some(chat), app.hub.ask_chat(&user, chat, id.clone(), command.clone()).await.map(drop)),
            // A friend may accept messages from no one.
            Err(Error::Hub(refusal)) => (None, Err(refusal)),
            Err(error) => return Err(error),
        };
        let (code, message) = worded(said.as_ref().err());
        told.push(SharedWith { user_id: friend, chat_id, code, message });
        failed = failed.or(said.err());
    }
    match failed {
        Some(refusal) if told.iter().all(|one| one.code.is_some()) => Err(refusal.into()),
        _ => Ok(Envelope::ok(told)),
    }
}

/// Returns the chosen chats without duplicates. There may be none if friends are chosen.
fn listed(chat_ids: Vec<ChatId>, friend_ids: &[UserId]) -> Result<Vec<ChatId>> {
    // Checked before chats with the friends are created.
    if !chat_ids.is_empty() && chat_ids.len() + friend_ids.len() > FRIENDS {
        return Err(Error::field("chat_ids", "Choose 20 chats and friends at most."));
    }
    if chat_ids.is_empty() && !friend_ids.is_empty() { Ok(chat_ids) } else { chosen(chat_ids) }
}

/// Adds the direct chats with the chosen friends.
async fn with_friends(
    app: &App,
    user: &Registered,
    mut chats: Vec<ChatId>,
    friend_ids: Vec<UserId>,
) -> Result<Vec<ChatId>> {
    if friend_ids.is_empty() {
        return Ok(chats);
    }
    let mut refused = None;
    for friend in chosen_friends(app, user.user, friend_ids).await? {
        match direct_with(app, user.user, friend).await {
            Ok((chat, _)) => chats.push(chat),
            // A friend may accept messages from no one. Others still receive the card.
            Err(Error::Hub(refusal)) => refused = Some(refusal),
            Err(error) => return Err(error),
        }
    }
    match refused {
        Some(refusal) if chats.is_empty() => Err(refusal.into()),
        _ => chosen(chats),
    }
}

/// Returns friends of the caller without duplicates.
async fn chosen_friends(app: &App, caller: UserId, mut friends: Vec<UserId>) -> Result<Vec<UserId>> {
    friends.sort_unstable();
    friends.dedup();
    let refused = |says: &str| Error::field("friend_ids", says);
    if friends.is_empty() {
        return Err(refused("Choose at least one friend."));
    }
    if friends.len() > FRIENDS {
        return Err(refused("Choose 20 friends at most."));
    }
    if !social::are_friends(&app.db, caller, &friends).await? {
        return Err(refused("Choose friends only."));
    }
    Ok(friends)
}

/// Returns the number of chats that this request sent a card to.
fn new_shares(told: &[Forwarded]) -> usize {
    told.iter().filter(|one| one.is_new).count()
}

fn saying(text: String, card: ShareCard) -> Command {
    Command::Send {
        text,
        media: Vec::new(),
        reply_to: None,
        mentions: Vec::new(),
        forward_of: None,
        content: Some(card),
    }
}
