//! Outbox of a demo server: makes messages readable, because the mailboxes of demo accounts do not exist.

use actix_web::get;
use store::notify::outbox::{self, OutboxMessage};

use crate::{
    error::{Error, Result},
    http::{extract::App, openapi::ServiceConfig, response::Envelope},
};

/// Maximum messages in a response.
const MOST: i64 = 50;

pub fn routes(api: &mut ServiceConfig) {
    api.service(demo_outbox);
}

/// List the messages of the demo's outbox
///
/// Returns the newest 50 e-mails and text messages. Only on servers started with demo data, because messages contain
/// codes.
#[utoipa::path(tag = "app", operation_id = "app_list_outbox", responses((status = 200, body = Envelope<Vec<OutboxMessage>>)))]
#[get("/demo/outbox/")]
async fn demo_outbox(app: App) -> Result<Envelope<Vec<OutboxMessage>>> {
    if !app.is_demo() {
        return Err(Error::NotFound);
    }
    let mut messages = outbox::latest(&app.db, MOST).await?;
    messages.retain(|message| !message.body.is_empty());
    Ok(Envelope::ok(messages))
}
