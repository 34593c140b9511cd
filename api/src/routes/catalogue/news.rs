//! News of companies, for visitors and followers.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::{
    company::public,
    storefront::news::{self, CompanyNews, FollowedNews},
    types::timestamp::Timestamp,
};
use utoipa::IntoParams;

use super::{filter::window, of_company};
use crate::{
    error::Result,
    http::{
        extract::{App, OptionalAuth, Query, Registered},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, path_and_query},
        response::{Page, Pagination},
    },
};

/// Default page size of news.
const NEWS: i64 = 10;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_news).service(list_followed_news);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NewsQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the news of a company
///
/// Newest first. `company_id` is the id or the handle.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_news",
    params(("company_id" = String, Path), NewsQuery),
    responses((status = 200, body = Page<CompanyNews>))
)]
#[get("/users/company/{company_id}/news/")]
async fn list_news(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<String>,
    query: Query<NewsQuery>,
) -> Result<HttpResponse> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, NEWS)?;
    cached(&app, &request, path_and_query(&request), of_company(&app, &id), async |now| {
        let company = public::resolve(&app.db, &id).await?;
        let next = news::next_publication(&app.db, company, now).await?;
        let (news, total) = news::list(&app.db, company, Some(now), window(paging)).await?;
        Ok(Fresh::new(Page::new(news, paging, total)).until(next))
    })
    .await
}

/// List the news of the companies that you follow
///
/// Newest first.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_followed_news", params(NewsQuery),
    responses((status = 200, body = Page<FollowedNews>)), security(("bearer" = []))
)]
#[get("/users/news/")]
async fn list_followed_news(app: App, user: Registered, query: Query<NewsQuery>) -> Result<Page<FollowedNews>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, NEWS)?;
    let (news, total) = news::of_followed(&app.db, user.user, window(paging), Timestamp::now()).await?;
    Ok(Page::new(news, paging, total))
}
