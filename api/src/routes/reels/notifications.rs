//! Notifications of reels, and the number of unread ones of all kinds.

use actix_web::{delete, get};
use serde::{Deserialize, Serialize};
use store::{
    notification::{self, Filter, Group, Notification},
    types::ids::NotificationId,
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query, User},
        openapi::ServiceConfig,
        response::{CursorPage, Envelope},
    },
};

/// Default page size.
const NOTIFICATIONS: i64 = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_notifications).service(delete_notifications).service(count_buzz);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReelNotificationsQuery {
    /// `next` of the previous page.
    #[param(minimum = 1)]
    before: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your notifications of reels
///
/// Newest first.
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_notifications", params(ReelNotificationsQuery),
    responses((status = 200, body = CursorPage<Notification>)), security(("bearer" = []))
)]
#[get("/userprofessional/reel-notifications/")]
async fn list_notifications(
    app: App,
    user: User,
    query: Query<ReelNotificationsQuery>,
) -> Result<CursorPage<Notification>> {
    let limit = query.0.per_page.unwrap_or(NOTIFICATIONS);
    if !(1..=100).contains(&limit) {
        return Err(Error::field("per_page", "Expected a number from 1 to 100."));
    }
    let filter = Filter { state: None, group: Some(Group::Reels) };
    let mut page = notification::list(&app.db, user.user, filter, query.0.before, limit + 1).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = page.len() > limit;
    page.truncate(limit);
    let next = page.last().filter(|_| has_more).map(|last| last.position);
    Ok(CursorPage::new(page, next))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeletedNotification {
    /// Notification to delete; all of reels without it.
    notification_id: Option<NotificationId>,
}

/// Number of unread notifications of all kinds.
#[derive(Serialize, ToSchema)]
pub struct BuzzCount {
    count: i64,
}

/// Delete your notifications of reels
#[utoipa::path(
    tag = "reels", operation_id = "reels_delete_notifications", params(DeletedNotification),
    responses((status = 200, body = Envelope<BuzzCount>)), security(("bearer" = []))
)]
#[delete("/userprofessional/delete-reel-notifications/")]
async fn delete_notifications(app: App, user: User, query: Query<DeletedNotification>) -> Result<Envelope<BuzzCount>> {
    let known = notification::ids_of(&app.db, user.user, Group::Reels).await?;
    let ids = match query.0.notification_id {
        Some(id) if known.contains(&id) => vec![id],
        Some(_) => return Err(Error::NotFound),
        None => known,
    };
    if !ids.is_empty() {
        app.hub.inbox_changed(notification::delete(&app.db, user.user, Some(ids)).await?);
    }
    buzz(&app, &user).await
}

/// Count your unread notifications of all kinds
#[utoipa::path(
    tag = "reels", operation_id = "reels_count_buzz", responses((status = 200, body = Envelope<BuzzCount>)), security(("bearer" = []))
)]
#[get("/users/buzz-count/")]
async fn count_buzz(app: App, user: User) -> Result<Envelope<BuzzCount>> {
    buzz(&app, &user).await
}

async fn buzz(app: &App, user: &User) -> Result<Envelope<BuzzCount>> {
    Ok(Envelope::ok(BuzzCount { count: notification::unread_count(&app.db, user.user).await? }))
}
