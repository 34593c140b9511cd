//! Followers of companies.

use actix_web::post;
use serde::Deserialize;
use store::{
    company::follower::{self, Following},
    types::{ids::CompanyId, timestamp::Timestamp},
};
use utoipa::IntoParams;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(toggle_follow);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FollowQuery {
    company_id: CompanyId,
    /// Follow it or not. Without it, the opposite of the present state.
    followed: Option<bool>,
}

/// Follow a company, or end following it
///
/// A company that blocks the caller, or is blocked, cannot be followed: 404.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_toggle_follow", params(FollowQuery),
    responses((status = 200, body = Envelope<Following>)), security(("bearer" = []))
)]
#[post("/users/company/follow-toggle/")]
async fn toggle_follow(app: App, user: Registered, query: Query<FollowQuery>) -> Result<Envelope<Following>> {
    let FollowQuery { company_id, followed } = query.0;
    let following = follower::follow(&app.db, company_id, user.user, followed, Timestamp::now()).await?;
    following.map(Envelope::ok).ok_or_else(|| Error::field("company_id", "You cannot follow your own company."))
}
