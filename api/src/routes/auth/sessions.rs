//! Sessions: the devices on which an account is signed in.

use actix_web::{delete, get, web};
use serde::Serialize;
use store::{
    security::session::{self, OpenSession},
    types::{ids::SessionId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use crate::{
    auth::login::end_session,
    error::{Error, Result},
    http::{
        extract::{App, User},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(devices).service(end_other_sessions).service(end_one_session);
}

/// A signed-in device.
#[derive(Serialize, ToSchema)]
pub struct SignedInDevice {
    id: SessionId,
    /// User agent that the device sent.
    user_agent: String,
    /// Client address at login.
    address: String,
    created_at: Timestamp,
    last_used_at: Timestamp,
    /// True for the session of this request.
    current: bool,
}

impl SignedInDevice {
    pub fn new(open: OpenSession, current: SessionId) -> Self {
        Self {
            current: open.id == current,
            id: open.id,
            user_agent: open.user_agent,
            address: open.address,
            created_at: open.created_at,
            last_used_at: open.last_used_at,
        }
    }
}

/// List your signed-in devices
///
/// Most recently used first.
#[utoipa::path(tag = "users", operation_id = "auth_list_sessions", responses((status = 200, body = Envelope<Vec<SignedInDevice>>)), security(("bearer" = [])))]
#[get("/users/sessions/")]
async fn devices(app: App, user: User) -> Result<Envelope<Vec<SignedInDevice>>> {
    let sessions = session::list(&app.db, user.user, Timestamp::now()).await?;
    let devices = sessions.into_iter().map(|open| SignedInDevice::new(open, user.session));
    Ok(Envelope::ok(devices.collect()))
}

/// Sign out a device
#[utoipa::path(
    tag = "users", operation_id = "auth_end_session",
    params(("session_id" = SessionId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/sessions/{session_id}/")]
async fn end_one_session(app: App, user: User, id: web::Path<SessionId>) -> Result<Confirmation> {
    let id = id.into_inner();
    if !session::revoke_own(&app.db, user.user, id, Timestamp::now()).await? {
        return Err(Error::NotFound);
    }
    end_session(&app, id, false).await?;
    Ok(Confirmation::new("The device is signed out."))
}

/// Sign out all other devices
#[utoipa::path(tag = "users", operation_id = "auth_end_other_sessions", responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[delete("/users/sessions/")]
async fn end_other_sessions(app: App, user: User) -> Result<Confirmation> {
    for id in session::revoke_all(&app.db, user.user, Some(user.session), Timestamp::now()).await? {
        end_session(&app, id, false).await?;
    }
    Ok(Confirmation::new("All other devices are signed out."))
}
