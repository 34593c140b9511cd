//! Socket tickets: open a socket without an access token in its URL.

use actix_web::post;
use serde::Serialize;
use store::types::timestamp::Timestamp;
use utoipa::ToSchema;

use crate::{
    auth::socket_tickets::LIFETIME,
    error::Result,
    http::{
        extract::{App, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(ticket);
}

#[derive(Serialize, ToSchema)]
pub struct SocketTicket {
    ticket: String,
    /// Lifetime in seconds.
    expires_in: i64,
}

/// Create a socket ticket
///
/// Valid for one connection within 30 seconds. Send it as `ticket` in the query of a plain socket or in the `auth` of
/// Socket.IO.
#[utoipa::path(tag = "sockets", operation_id = "sockets_create_ticket", responses((status = 200, body = Envelope<SocketTicket>)), security(("bearer" = [])))]
#[post("/ws/ticket/")]
async fn ticket(app: App, user: Registered) -> Result<Envelope<SocketTicket>> {
    let ticket = app.tokens.new_ticket(user.0, Timestamp::now()).await?;
    Ok(Envelope::ok(SocketTicket { ticket, expires_in: LIFETIME / Timestamp::SECOND }))
}
