//! Codes of profiles, as QR code or barcode.

use actix_web::{get, post, web};
use serde::Serialize;
use store::{
    social::{self, ProfileCode, PublicProfile},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_code).service(rotate_code).service(find_by_code);
}

/// Code of the caller's profile.
#[derive(Serialize, ToSchema)]
pub struct OwnCode {
    #[schema(example = "7KQ24MXDP0RT")]
    code: ProfileCode,
    /// Address of the profile, as a QR code carries it.
    #[schema(example = "https://plaza.example/u/7KQ24MXDP0RT")]
    url: String,
}

impl OwnCode {
    fn new(app: &AppState, code: ProfileCode) -> Self {
        Self { url: format!("{}/u/{}", app.config.public_url(), code.as_str()), code }
    }
}

/// Get the code of your profile
#[utoipa::path(
    tag = "people", operation_id = "people_show_code",
    responses((status = 200, body = Envelope<OwnCode>)), security(("bearer" = []))
)]
#[get("/users/profile-code/")]
async fn show_code(app: App, user: Registered) -> Result<Envelope<OwnCode>> {
    let code = social::code_of(&app.db, user.user, Timestamp::now()).await?;
    Ok(Envelope::ok(OwnCode::new(&app, code)))
}

/// Replace the code of your profile
///
/// The former code leads nowhere at once.
#[utoipa::path(
    tag = "people", operation_id = "people_rotate_code",
    responses((status = 200, body = Envelope<OwnCode>)), security(("bearer" = []))
)]
#[post("/users/profile-code/")]
async fn rotate_code(app: App, user: Registered) -> Result<Envelope<OwnCode>> {
    let code = social::rotate_code(&app.db, user.user, Timestamp::now()).await?;
    Ok(Envelope::ok(OwnCode::new(&app, code)))
}

/// Get the profile of a code
///
/// Same answer as that of the profile's id. Works also for accounts that searches do not show: their owners gave the code.
#[utoipa::path(
    tag = "people", operation_id = "people_find_by_code",
    params(("code" = String, Path, description = "Ignores case, spaces and dashes.")),
    responses((status = 200, body = Envelope<PublicProfile>)), security(("bearer" = []))
)]
#[get("/users/get-users-profile-by-barcode/{code}/")]
async fn find_by_code(app: App, user: Registered, code: web::Path<String>) -> Result<Envelope<PublicProfile>> {
    let code = code.parse::<ProfileCode>().map_err(|_| Error::NotFound)?;
    let id = social::holder(&app.db, &code).await?;
    Ok(Envelope::ok(social::public_profile(&app.db, user.user, id).await?))
}
