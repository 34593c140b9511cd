//! Counters of the own profile.

use actix_web::get;
use serde::Serialize;
use store::{
    favourite::folder,
    loyalty::card,
    post,
    social::{self, FollowDirection, Search},
};
use utoipa::ToSchema;

use crate::{
    error::Result,
    http::{
        extract::{App, User},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_counters);
}

/// Numbers of the own profile.
#[derive(Serialize, ToSchema)]
pub struct ProfileCounters {
    friends: i64,
    followers: i64,
    /// Friends and companies.
    following: i64,
    /// Reviews and comments on reels.
    posts: i64,
    /// Favourites in all folders.
    saved: i64,
    /// Loyalty coins at all companies.
    coins: i64,
}

/// Get the counters of your profile
///
/// A guest has neither friends nor followers.
#[utoipa::path(
    tag = "account", operation_id = "account_show_counters",
    responses((status = 200, body = Envelope<ProfileCounters>)), security(("bearer" = []))
)]
#[get("/users/profile-counters/")]
async fn show_counters(app: App, user: User) -> Result<Envelope<ProfileCounters>> {
    let (db, account) = (&app.db, user.user);
    let follows = async |direction| match user.kind {
        kind if kind.is_person() => {
            social::follows(db, account, account, direction, 1, 0).await.map(|(_, total)| total)
        }
        _ => Ok(0),
    };
    let newest = Search { query: "", kind: None, limit: 1, offset: 0 };
    let (_, friends) = social::friends(db, account, &newest).await?;
    let posts = match user.kind {
        kind if kind.is_person() => post::list(db, account, account, 1, 0).await?.1,
        _ => 0,
    };
    Ok(Envelope::ok(ProfileCounters {
        friends,
        followers: follows(FollowDirection::Followers).await?,
        following: follows(FollowDirection::Following).await?,
        posts,
        saved: folder::count_items(db, account).await?,
        coins: card::coins(db, account).await?,
    }))
}
