//! Reels of the caller's company: list, create from an uploaded video, edit, publish, remove, sort.

use actix_web::{get, patch, post, put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    reel::{
        ReelState,
        management::{self, OwnReel, ReelChange},
        publication::{self, Step},
    },
    types::{
        ids::{OfferingId, ReelId, UploadId},
        language::Language,
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::notices;
use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

/// Default page size.
const REELS: i64 = 24;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_own).service(create).service(sort).service(show_own).service(update).service(set_state);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OwnReelsQuery {
    /// All but removed ones without it.
    #[param(inline)]
    state: Option<ReelState>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the reels of your company
///
/// In your order, then drafts, then the newest first.
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_own", params(OwnReelsQuery),
    responses((status = 200, body = Page<OwnReel>)), security(("bearer" = []))
)]
#[get("/userprofessional/reels/")]
async fn list_own(app: App, user: Pro, query: Query<OwnReelsQuery>) -> Result<Page<OwnReel>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, REELS)?;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let (limit, offset) = (paging.per_page, paging.offset());
    let (reels, total) = management::list(&app.db, company, query.0.state, limit, offset, Timestamp::now()).await?;
    Ok(Page::new(reels, paging, total))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateReel {
    /// Upload that is ready.
    upload_id: UploadId,
    /// At most 1,000 characters.
    caption: Option<String>,
    /// Locale code of caption and speech.
    #[schema(example = "US")]
    language: Option<String>,
    /// Offerings of your company that are sold in it, in order: 10 at most.
    offerings: Option<Vec<OfferingId>>,
}

fn content(caption: Option<String>, language: Option<&str>, offerings: Option<Vec<OfferingId>>) -> Result<ReelChange> {
    let language = language.map(str::parse::<Language>).transpose();
    Ok(ReelChange { caption, language: language.map_err(|says| Error::field("language", says))?, offerings })
}

/// Make a reel of an uploaded video
///
/// The reel is a draft.
#[utoipa::path(
    tag = "reels", operation_id = "reels_create", request_body = CreateReel,
    responses((status = 201, body = Envelope<OwnReel>)), security(("bearer" = []))
)]
#[post("/userprofessional/reels/")]
async fn create(app: App, user: Pro, form: Body<CreateReel>) -> Result<Envelope<OwnReel>> {
    let CreateReel { upload_id, caption, language, offerings } = form.0;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let content = content(caption, language.as_deref(), offerings)?;
    let now = Timestamp::now();
    let id = ReelId(app.ids.next(now));
    management::create(&app.db, id, company, upload_id, &content, now).await?;
    Ok(Envelope::created(management::find(&app.db, id, company, now).await?))
}

/// Get a reel of your company
#[utoipa::path(
    tag = "reels", operation_id = "reels_show_own", params(("reel_id" = ReelId, Path)),
    responses((status = 200, body = Envelope<OwnReel>)), security(("bearer" = []))
)]
#[get("/userprofessional/reels/{reel_id}/")]
async fn show_own(app: App, user: Pro, id: web::Path<ReelId>) -> Result<Envelope<OwnReel>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    Ok(Envelope::ok(management::find(&app.db, id.into_inner(), company, Timestamp::now()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateReel {
    /// At most 1,000 characters.
    caption: Option<String>,
    /// Locale code of caption and speech.
    #[schema(example = "US")]
    language: Option<String>,
    /// Offerings of your company that are sold in it, in order: 10 at most.
    offerings: Option<Vec<OfferingId>>,
}

/// Change a reel of your company
///
/// Fields that are not sent stay unchanged.
#[utoipa::path(
    tag = "reels", operation_id = "reels_update", params(("reel_id" = ReelId, Path)), request_body = UpdateReel,
    responses((status = 200, body = Envelope<OwnReel>)), security(("bearer" = []))
)]
#[patch("/userprofessional/reels/{reel_id}/")]
async fn update(app: App, user: Pro, id: web::Path<ReelId>, form: Body<UpdateReel>) -> Result<Envelope<OwnReel>> {
    let UpdateReel { caption, language, offerings } = form.0;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let content = content(caption, language.as_deref(), offerings)?;
    let (id, now) = (id.into_inner(), Timestamp::now());
    management::change(&app.db, id, company, &content, now).await?;
    Ok(Envelope::ok(management::find(&app.db, id, company, now).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetReelState {
    /// `draft`, `scheduled`, `published` or `removed`.
    state: ReelState,
    /// Time to publish a scheduled reel, within a year.
    publish_at: Option<Timestamp>,
}

/// Publish, schedule or remove a reel of your company
///
/// A removed reel and its video are deleted for good.
#[utoipa::path(
    tag = "reels", operation_id = "reels_set_state", params(("reel_id" = ReelId, Path)), request_body = SetReelState,
    responses((status = 200, body = Envelope<OwnReel>)), security(("bearer" = []))
)]
#[put("/userprofessional/reels/{reel_id}/state/")]
async fn set_state(app: App, user: Pro, id: web::Path<ReelId>, form: Body<SetReelState>) -> Result<Envelope<OwnReel>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let step = match (form.0.state, form.0.publish_at) {
        (ReelState::Scheduled, Some(at)) => Step::Schedule(at),
        (ReelState::Scheduled, None) => return Err(Error::field("publish_at", "This is required.")),
        (ReelState::Draft, _) => Step::Draft,
        (ReelState::Published, _) => Step::Publish,
        (ReelState::Removed, _) => Step::Remove,
        (ReelState::Hidden, _) => return Err(Error::field("state", "Only an operator hides a reel.")),
    };
    let (id, now) = (id.into_inner(), Timestamp::now());
    publication::change(&app.db, id, company, step, now).await?;
    match step {
        Step::Publish => {
            notices::in_background(&app, move |app| async move { notices::published(&app, id, company).await });
        }
        Step::Remove => app.hub.reel_removed(id),
        Step::Draft | Step::Schedule(_) => {}
    }
    Ok(Envelope::ok(management::find(&app.db, id, company, now).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SortReels {
    /// Reels in the order of your page, 500 at most. Others come behind.
    ids: Vec<ReelId>,
}

/// Sort the reels of your company's page
#[utoipa::path(
    tag = "reels", operation_id = "reels_sort", request_body = SortReels,
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/reels/order/")]
async fn sort(app: App, user: Pro, form: Body<SortReels>) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    management::reorder(&app.db, company, &form.0.ids).await?;
    Ok(Confirmation::new("Order saved."))
}
