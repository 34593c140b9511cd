//! What would have been sent, shown to whoever tries the demo: nobody reads the mailboxes of its accounts.

use actix_web::get;
use store::notify::outbox::{self, OutboxMessage};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    error::{Error, Result},
    http::{extract::App, response::Envelope},
};

/// Letters that are shown at most.
const MOST: i64 = 50;

pub fn routes(api: &mut ServiceConfig) {
    api.service(demo_outbox);
}

/// The demo's outbox
///
/// The newest 50 mails and text messages. There only where the server was started with demo data: codes stand in them.
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
