//! Public information about the server. Requires no login.

use actix_web::get;
use serde::Serialize;
use store::account::{self, AccountKind};
use utoipa::ToSchema;

use crate::{
    cli::demo,
    error::Result,
    http::{extract::App, openapi::ServiceConfig, response::Envelope},
    routes::media::map_tiles::MapSource,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(about);
}

#[derive(Serialize, ToSchema)]
pub struct About {
    #[schema(example = "Plaza")]
    name: &'static str,
    version: &'static str,
    /// Data of maps. Null if those that ship with the app are used.
    map: Option<MapSource>,
    /// Only on servers started with demo data.
    demo: Option<DemoAccounts>,
}

#[derive(Serialize, ToSchema)]
pub struct DemoAccounts {
    /// Password of all demo accounts.
    password: &'static str,
    accounts: Vec<DemoAccount>,
}

/// A demo account.
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

/// Get information about this server
#[utoipa::path(tag = "app", operation_id = "app_show", responses((status = 200, body = Envelope<About>)))]
#[get("/app/")]
async fn about(app: App) -> Result<Envelope<About>> {
    let demo = if app.is_demo() { Some(demo_accounts(&app).await?) } else { None };
    let map = app.config.map_tiles.as_ref().map(MapSource::of);
    Ok(Envelope::ok(About { name: "Plaza", version: env!("CARGO_PKG_VERSION"), map, demo }))
}

async fn demo_accounts(app: &App) -> Result<DemoAccounts> {
    let mut accounts = Vec::new();
    for (user_name, email) in demo::ACCOUNTS {
        // Skips accounts that were deleted since.
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
