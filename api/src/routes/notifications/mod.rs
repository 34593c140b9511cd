//! Notifications of the caller: list, unread count, read, delete, preferences.

mod preferences;

use actix_web::{delete, get, put, web};
use serde::{Deserialize, Serialize};
use store::{
    notification::{self, Filter, Notification, ReadState},
    types::{
        ids::{NotificationId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, User},
        openapi::ServiceConfig,
        response::{CursorPage, Envelope},
    },
};

/// Default page size.
const NOTIFICATIONS: i64 = 20;
/// Maximum ids in a request.
const IDS_MAX: usize = 100;

pub fn routes(api: &mut ServiceConfig) {
    // Registered before the route that matches any id in this position.
    preferences::routes(api);
    api.service(count_unread)
        .service(read_notifications)
        .service(list_notifications)
        .service(delete_notifications)
        .service(delete_notification);
}

/// State of the notifications in a list.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NotificationState {
    Unread,
    Read,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NotificationsQuery {
    /// New (`unread`) or old (`read`) notifications; all by default.
    #[param(inline)]
    state: Option<NotificationState>,
    /// `next` of the previous page.
    #[param(minimum = 1)]
    before: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your notifications
///
/// Newest first.
#[utoipa::path(
    tag = "notifications", operation_id = "notification_list", params(NotificationsQuery), responses((status = 200, body = CursorPage<Notification>)), security(("bearer" = []))
)]
#[get("/users/notifications/")]
async fn list_notifications(
    app: App,
    user: User,
    query: Query<NotificationsQuery>,
) -> Result<CursorPage<Notification>> {
    let limit = query.0.per_page.unwrap_or(NOTIFICATIONS);
    if !(1..=100).contains(&limit) {
        return Err(Error::field("per_page", "Expected a number from 1 to 100."));
    }
    if query.0.before.is_some_and(|before| before < 1) {
        return Err(Error::field("before", "Expected a number from 1."));
    }
    let state = query.0.state.map(|state| match state {
        NotificationState::Unread => ReadState::Unread,
        NotificationState::Read => ReadState::Read,
    });
    let mut page =
        notification::list(&app.db, user.user, Filter { state, group: None }, query.0.before, limit + 1).await?;
    let has_more = page.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    page.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next = page.last().filter(|_| has_more).map(|last| last.position);
    Ok(CursorPage::new(page, next))
}

/// Number of unread notifications.
#[derive(Serialize, ToSchema)]
pub struct UnreadNotifications {
    unread: i64,
}

async fn unread(app: &AppState, user: UserId) -> Result<Envelope<UnreadNotifications>> {
    Ok(Envelope::ok(UnreadNotifications { unread: notification::unread_count(&app.db, user).await? }))
}

/// Count your unread notifications
#[utoipa::path(
    tag = "notifications", operation_id = "notification_count_unread", responses((status = 200, body = Envelope<UnreadNotifications>)), security(("bearer" = []))
)]
#[get("/users/notifications/unread-count/")]
async fn count_unread(app: App, user: User) -> Result<Envelope<UnreadNotifications>> {
    unread(&app, user.user).await
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadNotifications {
    /// At most 100 notifications; all without it.
    #[serde(default)]
    ids: Option<Vec<NotificationId>>,
}

/// Mark notifications as read
///
/// Marks all without `ids`. A repeat has no effect.
#[utoipa::path(
    tag = "notifications", operation_id = "notification_read",
    request_body = ReadNotifications,
    responses((status = 200, body = Envelope<UnreadNotifications>)),
    security(("bearer" = []))
)]
#[put("/users/notifications/read/")]
async fn read_notifications(
    app: App,
    user: User,
    form: Body<ReadNotifications>,
) -> Result<Envelope<UnreadNotifications>> {
    let ids = form.0.ids;
    if ids.as_ref().is_some_and(|ids| ids.len() > IDS_MAX) {
        return Err(Error::field("ids", format!("Name at most {IDS_MAX} notifications.")));
    }
    app.hub.inbox_changed(notification::mark_read(&app.db, user.user, ids, Timestamp::now()).await?);
    unread(&app, user.user).await
}

/// Delete all your notifications
#[utoipa::path(
    tag = "notifications", operation_id = "notification_delete_all", responses((status = 200, body = Envelope<UnreadNotifications>)), security(("bearer" = []))
)]
#[delete("/users/notifications/")]
async fn delete_notifications(app: App, user: User) -> Result<Envelope<UnreadNotifications>> {
    app.hub.inbox_changed(notification::delete(&app.db, user.user, None).await?);
    unread(&app, user.user).await
}

/// Delete a notification
#[utoipa::path(
    tag = "notifications", operation_id = "notification_delete",
    params(("notification_id" = NotificationId, Path)),
    responses((status = 200, body = Envelope<UnreadNotifications>)),
    security(("bearer" = []))
)]
#[delete("/users/notifications/{notification_id}/")]
async fn delete_notification(
    app: App,
    user: User,
    id: web::Path<NotificationId>,
) -> Result<Envelope<UnreadNotifications>> {
    let change = notification::delete(&app.db, user.user, Some(vec![id.into_inner()])).await?;
    app.hub.inbox_changed([change.ok_or(Error::NotFound)?]);
    unread(&app, user.user).await
}
