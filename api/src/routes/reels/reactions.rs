//! Likes, saves, views, openings of offerings, reports and muted companies.

use actix_web::{get, post, put};
use serde::{Deserialize, Serialize};
use store::{
    favourite::item::{self, ItemKind},
    reel::{
        ReelCounts, Viewer, open,
        reaction::{self, MutedCompany},
        report::{self, NewReport},
        view,
        visitor::{self, VisitorEvent},
    },
    social::report::Reason,
    types::{
        ids::{CompanyId, FavouriteFolderId, OfferingId, ReelId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::notices;
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, ClientInfo, OptionalAuth, Query, Registered, User},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(react)
        .service(record_view)
        .service(record_open)
        .service(report_reel)
        .service(mute_company)
        .service(list_muted);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReelReaction {
    reel_id: ReelId,
    /// Folder of your favourites to save the reel in. Without it the reel is liked, or no longer.
    folder_id: Option<FavouriteFolderId>,
    /// Like it or not. Without it, the opposite of the present state.
    liked: Option<bool>,
}

/// Reactions of the caller to a reel, and its counters.
#[derive(Serialize, ToSchema)]
pub struct ReelReactionState {
    liked: bool,
    /// Folder that holds the reel.
    folder_id: Option<FavouriteFolderId>,
    counts: ReelCounts,
}

/// Like a reel, or save it to a folder
///
/// With `folder_id` the reel is saved there, or moved there; a like stays as it is. Guests may save, and keep it when they
/// sign up. A like needs an account.
#[utoipa::path(
    tag = "reels", operation_id = "reels_react", request_body = ReelReaction,
    responses((status = 200, body = Envelope<ReelReactionState>)), security(("bearer" = []))
)]
#[post("/userprofessional/reel-like/")]
async fn react(app: App, user: User, form: Body<ReelReaction>) -> Result<Envelope<ReelReactionState>> {
    let ReelReaction { reel_id: id, folder_id, liked } = form.0;
    let now = Timestamp::now();
    let is_like = folder_id.is_none() || liked.is_some();
    if is_like && user.kind == store::account::AccountKind::Guest {
        return Err(Error::GuestRefused);
    }
    if let Some(folder) = folder_id {
        item::save(&app.db, user.user, ItemKind::Reel, id.0, folder, now).await?;
    }
    if is_like {
        let done = reaction::like(&app.db, id, user.user, liked, now).await?;
        if done.changed {
            let account = user.user;
            notices::in_background(&app, move |app| async move {
                notices::like_changed(&app, id, done.company, account).await;
            });
        }
    }
    let reel = view::find(&app.db, id, &Viewer::account(user.user), now).await?;
    app.hub.reel_counted(id, reel.counts);
    Ok(Envelope::ok(ReelReactionState { liked: reel.liked, folder_id: reel.folder_id, counts: reel.counts }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReelView {
    reel_id: ReelId,
    /// Time that it was watched, in milliseconds. Twenty minutes at most count.
    #[schema(minimum = 0)]
    watched_ms: i64,
    /// It was swiped away at once. Reels of its company then come later.
    #[serde(default)]
    skipped: bool,
}

/// Record that you watched or skipped a reel
///
/// An account counts as one view, however often it watches. So does the network of visitors without an account; their
/// number is an estimate.
#[utoipa::path(
    tag = "reels", operation_id = "reels_record_view", request_body = ReelView,
    responses((status = 200, body = Envelope<ReelCounts>)), security((), ("bearer" = []))
)]
#[post("/userprofessional/reel-view/")]
async fn record_view(
    app: App,
    caller: OptionalAuth,
    device: ClientInfo,
    form: Body<ReelView>,
) -> Result<Envelope<ReelCounts>> {
    let (ReelView { reel_id, watched_ms, skipped }, now) = (form.0, Timestamp::now());
    if watched_ms < 0 {
        return Err(Error::field("watched_ms", "Expected a number from 0."));
    }
    let counts = match caller.user() {
        Some(account) => reaction::view(&app.db, reel_id, account, watched_ms, skipped, now).await?,
        None => {
            app.limits.check(RateLimitKey::ReelVisits(device.address), now)?;
            visitor::count(&app.db, reel_id, VisitorEvent::View, (&app.visitors, device.address)).await?
        }
    };
    app.hub.reel_counted(reel_id, counts);
    Ok(Envelope::ok(counts))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReelOpen {
    reel_id: ReelId,
    /// Offering that the reel links.
    offering_id: OfferingId,
}

/// Record that you opened an offering from a reel
///
/// Bookings and orders of the offering within seven days count as results of the reel that you opened it from last. Visitors
/// without an account are counted too.
#[utoipa::path(
    tag = "reels", operation_id = "reels_record_open", request_body = ReelOpen,
    responses((status = 200, body = Confirmation)), security((), ("bearer" = []))
)]
#[post("/userprofessional/reel-open/")]
async fn record_open(app: App, caller: OptionalAuth, device: ClientInfo, form: Body<ReelOpen>) -> Result<Confirmation> {
    let (ReelOpen { reel_id, offering_id }, now) = (form.0, Timestamp::now());
    match caller.user() {
        Some(account) => open::record(&app.db, reel_id, offering_id, account, now).await?,
        None => {
            app.limits.check(RateLimitKey::ReelVisits(device.address), now)?;
            let event = VisitorEvent::Open(offering_id);
            visitor::count(&app.db, reel_id, event, (&app.visitors, device.address)).await?;
        }
    }
    Ok(Confirmation::new("Counted"))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReelReport {
    reel_id: ReelId,
    reason: Reason,
    /// At most 1,000 characters.
    comment: Option<String>,
}

/// Report a reel
///
/// A repeat has no effect. A reel that several accounts report is hidden until it is reviewed.
#[utoipa::path(
    tag = "reels", operation_id = "reels_report", request_body = ReelReport,
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/users/report-reel/")]
async fn report_reel(app: App, user: Registered, form: Body<ReelReport>) -> Result<Confirmation> {
    let ReelReport { reel_id, reason, comment } = form.0;
    let now = Timestamp::now();
    let comment = comment.unwrap_or_default();
    let id = app.ids.next(now);
    let new = NewReport { id, reel: reel_id, reporter: user.user, reason, comment: &comment, now };
    if report::file(&app.db, &new).await? {
        app.hub.reel_removed(reel_id);
        notices::in_background(&app, |app| async move {
            if let Err(cause) = notices::reviewed(&app).await {
                tracing::warn!(%cause, "the notice of a review is late");
            }
        });
    }
    Ok(Confirmation::new("Thank you. We will look at it."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReelMute {
    company_id: CompanyId,
    muted: bool,
}

/// Mute the reels of a company, or show them again
///
/// Muted reels leave your feed. Links to them still work.
#[utoipa::path(
    tag = "reels", operation_id = "reels_mute_company", request_body = ReelMute,
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/users/reel-mutes/")]
async fn mute_company(app: App, user: User, form: Body<ReelMute>) -> Result<Confirmation> {
    let ReelMute { company_id, muted } = form.0;
    reaction::mute(&app.db, company_id, user.user, muted, Timestamp::now()).await?;
    Ok(Confirmation::new(if muted { "Reels of this business are muted." } else { "Reels of this business are shown." }))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MutesQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the companies whose reels you muted
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_muted", params(MutesQuery),
    responses((status = 200, body = Page<MutedCompany>)), security(("bearer" = []))
)]
#[get("/users/reel-mutes/")]
async fn list_muted(app: App, user: User, query: Query<MutesQuery>) -> Result<Page<MutedCompany>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, 30)?;
    let (companies, total) = reaction::muted(&app.db, user.user, paging.per_page, paging.offset()).await?;
    Ok(Page::new(companies, paging, total))
}
