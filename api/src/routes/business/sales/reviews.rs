//! Reviews of a company and its offerings, and the company's answers.

use actix_web::{get, put, web};
use serde::Deserialize;
use store::{
    catalogue::{
        filter::Window,
        review::{self, Review, ReviewFilter},
    },
    company::Permission,
    notification::{Kind, Notice},
    order,
    types::{ids::ReviewId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_reviews).service(reply_to_review);
}

/// Default page size.
const REVIEWS: i64 = 20;
/// Maximum characters of an answer.
const REPLY_MAX: usize = 500;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwnReviewsQuery {
    /// Only reviews without an answer.
    #[serde(default)]
    unanswered: bool,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the reviews of your company
///
/// Those of its offerings included, the newest first.
#[utoipa::path(
    tag = "business", operation_id = "business_list_reviews", params(OwnReviewsQuery), responses((status = 200, body = Page<Review>)), security(("bearer" = []))
)]
#[get("/userprofessional/company/reviews/")]
async fn list_reviews(app: App, user: Pro, query: Query<OwnReviewsQuery>) -> Result<Page<Review>> {
    let OwnReviewsQuery { unanswered, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, REVIEWS)?;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let filter = ReviewFilter { company, offering: None, rating: None, is_unanswered: unanswered };
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let (reviews, total) = review::list(&app.db, filter, window).await?;
    Ok(Page::new(reviews, paging, total))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewReply {
    /// Empty: removes the answer.
    #[schema(max_length = 500)]
    reply: String,
}

/// Answer a review of your company
///
/// Everyone sees the answer. Another one replaces it.
#[utoipa::path(
    tag = "business", operation_id = "business_reply_to_review",
    params(("review_id" = ReviewId, Path)),
    request_body = ReviewReply,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[put("/userprofessional/company/reviews/{review_id}/reply/")]
async fn reply_to_review(
    app: App,
    user: Pro,
    id: web::Path<ReviewId>,
    form: Body<ReviewReply>,
) -> Result<Confirmation> {
    let reply = form.0.reply.trim();
    if reply.chars().count() > REPLY_MAX {
        return Err(Error::field("reply", format!("Enter at most {REPLY_MAX} characters.")));
    }
    let company = company_for(&app, user.user, Permission::Store).await?;
    let id = id.into_inner();
    order::review::reply(&app.db, company, id, reply, Timestamp::now()).await?;
    let (_, author) = order::review::parties(&app.db, id).await?;
    let notice = Notice::new(Kind::ReviewReply, id).about(company.0);
    if reply.is_empty() {
        app.notifier.retract_causes(&[author], &[notice.cause]).await;
    } else {
        app.notifier.notify(&[author], notice).await;
    }
    Ok(Confirmation::new("Saved."))
}
