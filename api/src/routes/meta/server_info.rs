//! What the server is, for whoever is not signed in yet.

use actix_web::get;
use serde::Serialize;
use store::account::{self, AccountKind};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    cli::demo,
    error::Result,
    http::{extract::App, response::Envelope},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(about);
}

#[derive(Serialize, ToSchema)]
pub struct About {
    #[schema(example = "Plaza")]
    name: &'static str,
    version: &'static str,
    /// Only where the server was started with demo data.
    demo: Option<DemoAccounts>,
}

#[derive(Serialize, ToSchema)]
pub struct DemoAccounts {
    /// Of all of them.
    password: &'static str,
    accounts: Vec<DemoAccount>,
}

/// An account to try the place with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoAccount {
    user_name: String,
    email: &'static str,
    name: String,
    #[serde(rename = "type")]
    kind: AccountKind,
    picture: Option<String>,
}

/// What this server is
#[utoipa::path(tag = "app", operation_id = "app_show", responses((status = 200, body = Envelope<About>)))]
#[get("/app/")]
async fn about(app: App) -> Result<Envelope<About>> {
    let demo = if app.is_demo() { Some(demo_accounts(&app).await?) } else { None };
    Ok(Envelope::ok(About { name: "Plaza", version: env!("CARGO_PKG_VERSION"), demo }))
}

async fn demo_accounts(app: &App) -> Result<DemoAccounts> {
    let mut accounts = Vec::new();
    for (user_name, email) in demo::ACCOUNTS {
        // One that was deleted since is not offered.
        let Some(card) = account::find_by_user_name(&app.db, user_name).await? else { continue };
        accounts.push(DemoAccount {
            name: card.name(),
            user_name: card.user_name,
            email,
            kind: card.kind,
            picture: card.picture,
        });
    }
    Ok(DemoAccounts { password: demo::PASSWORD, accounts })
}
