//! Feed of reels, and the reels of a company.

use actix_web::{get, web};
use serde::Deserialize;
use store::{
    reel::{
        Reel, Viewer,
        feed::{self, FeedPage},
        view,
    },
    types::{
        ids::{CompanyId, ReelId},
        position::Position,
        timestamp::Timestamp,
    },
};
use utoipa::IntoParams;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        openapi::ServiceConfig,
        response::{Page, Pagination, TokenPage},
    },
};

/// Default page size of the feed.
const REELS: i64 = 10;
/// Maximum page size of the feed.
const REELS_MAX: i64 = 30;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_feed).service(list_of_company);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FeedQuery {
    /// Reel that the first page begins with.
    reel_id: Option<ReelId>,
    /// `next` of the previous page.
    cursor: Option<String>,
    /// Position of the caller, for reels nearby.
    #[param(minimum = -90, maximum = 90)]
    latitude: Option<f64>,
    #[param(minimum = -180, maximum = 180)]
    longitude: Option<f64>,
    /// At most 30.
    #[param(minimum = 1, maximum = 30)]
    per_page: Option<i64>,
}

impl FeedQuery {
    fn viewer(&self, caller: &OptionalAuth) -> Result<Viewer> {
        let wrong = || Error::field("latitude", "Send a latitude and a longitude.");
        let position = match (self.latitude, self.longitude) {
            (Some(north), Some(east)) => Some(Position::new(north, east).ok_or_else(wrong)?),
            (None, None) => None,
            _ => return Err(wrong()),
        };
        Ok(Viewer { account: caller.0.map(|caller| caller.user), position })
    }
}

/// List reels for you
///
/// Ranked by what the caller follows, distance, freshness, likes and what the caller skips. The pages of one feed show each
/// reel once, also while others are published. A page may be short and still have a next page. Visitors get a feed too.
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_feed", params(FeedQuery), responses((status = 200, body = TokenPage<Reel>)), security((), ("bearer" = []))
)]
#[get("/userprofessional/all-reels/")]
async fn list_feed(app: App, caller: OptionalAuth, query: Query<FeedQuery>) -> Result<TokenPage<Reel>> {
    let query = query.0;
    let viewer = query.viewer(&caller)?;
    let limit = query.per_page.unwrap_or(REELS);
    if !(1..=REELS_MAX).contains(&limit) {
        return Err(Error::field("per_page", "Expected a number from 1 to 30."));
    }
    if query.cursor.is_some() && query.reel_id.is_some() {
        return Err(Error::field("reel_id", "Only the first page begins with a reel."));
    }
    let (now, limit) = (Timestamp::now(), usize::try_from(limit).unwrap_or_default());
    let page = feed::page(&app.db, &viewer, query.cursor.as_deref(), query.reel_id, limit, now).await;
    let FeedPage { reels, next } = page.map_err(|cause| match cause {
        store::Error::Corrupt(_) if query.cursor.is_some() => {
            Error::field("cursor", "This page is unknown. Start again.")
        }
        cause => Error::from(cause).with_message("Failed to fetch reels"),
    })?;
    Ok(TokenPage::new(reels, next))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompanyReelsQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the reels of a company
///
/// In the company's order, then the newest first.
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_of_company",
    params(("company_id" = CompanyId, Path), CompanyReelsQuery),
    responses((status = 200, body = Page<Reel>)),
    security((), ("bearer" = []))
)]
#[get("/users/company/{company_id}/reels/")]
async fn list_of_company(
    app: App,
    caller: OptionalAuth,
    company: web::Path<CompanyId>,
    query: Query<CompanyReelsQuery>,
) -> Result<Page<Reel>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, REELS)?;
    let viewer = Viewer { account: caller.0.map(|caller| caller.user), position: None };
    let (limit, offset) = (paging.per_page, paging.offset());
    let (reels, total) =
        view::of_company(&app.db, company.into_inner(), &viewer, limit, offset, Timestamp::now()).await?;
    Ok(Page::new(reels, paging, total))
}
