//! Reviews and comments of a person.

use actix_web::get;
use serde::Deserialize;
use store::{
    post::{self, Post},
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
const LISTED: i64 = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_posts);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PostsQuery {
    /// Author. The caller by default.
    user_id: Option<UserId>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the posts of a person
///
/// Reviews of companies and offerings, and comments on reels that the caller may see, the newest first. Nothing if the
/// author hides activity from the caller.
#[utoipa::path(
    tag = "people", operation_id = "people_list_posts", params(PostsQuery),
    responses((status = 200, body = Page<Post>)), security(("bearer" = []))
)]
#[get("/users/user-posts/")]
async fn list_posts(app: App, user: Registered, query: Query<PostsQuery>) -> Result<Page<Post>> {
    let PostsQuery { user_id, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, LISTED)?;
    let author = user_id.unwrap_or(user.user);
    let (posts, total) = post::list(&app.db, user.user, author, paging.per_page, paging.offset()).await?;
    Ok(Page::new(posts, paging, total))
}
