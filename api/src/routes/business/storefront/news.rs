//! News of the caller's company.

use actix_web::{delete, get, post, put, web};
use serde::Deserialize;
use store::{
    catalogue::filter::Window,
    company::{Permission, follower},
    notification::{Kind, Notice},
    storefront::news::{self, CompanyNews, NewsForm},
    types::{ids::NewsId, timestamp::Timestamp},
};
use utoipa::IntoParams;

use crate::{
    app_state::AppState,
    error::Result,
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
    routes::business::catalogue::editor,
};

/// Default page size of news.
const NEWS: i64 = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_news).service(create_news).service(update_news).service(delete_news);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwnNewsQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your news
///
/// Newest first, those to come included.
#[utoipa::path(
    tag = "business", operation_id = "business_list_news", params(OwnNewsQuery),
    responses((status = 200, body = Page<CompanyNews>)), security(("bearer" = []))
)]
#[get("/userprofessional/store/news/")]
async fn list_news(app: App, user: Pro, query: Query<OwnNewsQuery>) -> Result<Page<CompanyNews>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, NEWS)?;
    let editor = editor(&app, &user, Permission::Store).await?;
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let (news, total) = news::list(&app.db, editor.company, None, window).await?;
    Ok(Page::new(news, paging, total))
}

/// Publish news
///
/// At once, or at a time to come.
#[utoipa::path(
    tag = "business", operation_id = "business_create_news", request_body = NewsForm,
    responses((status = 201, body = Envelope<CompanyNews>)), security(("bearer" = []))
)]
#[post("/userprofessional/store/news/")]
async fn create_news(app: App, user: Pro, form: Body<NewsForm>) -> Result<Envelope<CompanyNews>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    let id = editor.create_news(&form.0).await?;
    announce(&app);
    Ok(Envelope::created(news::show(&app.db, editor.company, id).await?))
}

/// Change news
///
/// Omitted fields stay unchanged.
#[utoipa::path(
    tag = "business", operation_id = "business_update_news",
    params(("news_id" = NewsId, Path)),
    request_body = NewsForm,
    responses((status = 200, body = Envelope<CompanyNews>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/store/news/{news_id}/")]
async fn update_news(
    app: App,
    user: Pro,
    id: web::Path<NewsId>,
    form: Body<NewsForm>,
) -> Result<Envelope<CompanyNews>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Store).await?);
    editor.update_news(id, &form.0).await?;
    announce(&app);
    Ok(Envelope::ok(news::show(&app.db, editor.company, id).await?))
}

/// Notifies followers at once. The answer does not wait for it.
fn announce(app: &App) {
    let app = app.shared();
    actix_web::rt::spawn(async move {
        if let Err(cause) = announce_due(&app, Timestamp::now()).await {
            tracing::warn!(?cause, "notifications of news failed");
        }
    });
}

/// Notifies the followers of companies of news that is due.
pub async fn announce_due(app: &AppState, now: Timestamp) -> Result<()> {
    for (news, company) in news::announce_due(&app.db, now).await? {
        let notice = Notice::new(Kind::CompanyNews, news).about(company.0);
        let followers = async |after, limit| follower::list(&app.db, company, after, limit).await;
        app.notifier.notify_many(notice, followers).await;
    }
    Ok(())
}

/// Delete news
#[utoipa::path(
    tag = "business", operation_id = "business_delete_news",
    params(("news_id" = NewsId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/userprofessional/store/news/{news_id}/")]
async fn delete_news(app: App, user: Pro, id: web::Path<NewsId>) -> Result<Confirmation> {
    editor(&app, &user, Permission::Store).await?.delete_news(id.into_inner()).await?;
    Ok(Confirmation::new("Deleted"))
}
