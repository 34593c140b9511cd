//! Followers of accounts, and whom they follow.

use actix_web::get;
use serde::Deserialize;
use store::{
    social::{self, Follow, FollowDirection},
    types::ids::UserId,
};
use utoipa::IntoParams;

use crate::{
    error::Result,
    http::{
        extract::{App, Query, Registered},
        openapi::ServiceConfig,
        response::{Page, Pagination},
    },
};

/// Default page size.
const LISTED: i64 = 30;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_follows);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FollowsQuery {
    #[serde(rename = "type")]
    #[param(inline)]
    direction: FollowDirection,
    /// Owner of the list. The caller by default.
    user_id: Option<UserId>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List followers, or whom an account follows
///
/// The newest first. Friends follow each other; companies are followed, and their followers are those of their team. Lists
/// only accounts that the caller may find, and nothing if the owner hides activity from the caller.
#[utoipa::path(
    tag = "people", operation_id = "people_list_follows", params(FollowsQuery),
    responses((status = 200, body = Page<Follow>)), security(("bearer" = []))
)]
#[get("/users/user-followers-following/")]
async fn list_follows(app: App, user: Registered, query: Query<FollowsQuery>) -> Result<Page<Follow>> {
    let FollowsQuery { direction, user_id, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, LISTED)?;
    let owner = user_id.unwrap_or(user.user);
    let (follows, total) =
        social::follows(&app.db, user.user, owner, direction, paging.per_page, paging.offset()).await?;
    Ok(Page::new(follows, paging, total))
}
