//! Subtitles of reels, as files for players.

use actix_web::{HttpResponse, delete, get, http::header, put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    reel::subtitles::{self, WebVtt},
    types::{
        ids::{ReelId, UserId},
        language::Language,
    },
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, OptionalAuth, Pro},
        response::Confirmation,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_subtitles).service(save_subtitles).service(delete_subtitles);
}

/// Parses the language of a path. An unknown one is a missing file.
fn language(text: &str) -> Result<Language> {
    text.parse().map_err(|_| Error::NotFound)
}

/// Get the subtitles of a reel in a language
///
/// As WebVTT. A member of the company gets those of a draft too.
#[utoipa::path(
    tag = "reels", operation_id = "reels_show_subtitles",
    params(("reel_id" = ReelId, Path), ("language" = String, Path, description = "Locale code", example = "US")),
    responses((status = 200, body = String, content_type = "text/vtt")), security((), ("bearer" = []))
)]
#[get("/userprofessional/reel-subtitles/{reel_id}/{language}/")]
async fn show_subtitles(app: App, caller: OptionalAuth, path: web::Path<(ReelId, String)>) -> Result<HttpResponse> {
    let (reel, language) = (path.0, language(&path.1)?);
    let viewer = caller.0.map_or(UserId(0), |caller| caller.user);
    let text = match subtitles::find(&app.db, reel, viewer, language).await {
        Err(store::Error::NotFound) => {
            let company = company_for(&app, viewer, Permission::Store).await?;
            subtitles::own(&app.db, reel, company, language).await?
        }
        found => found?,
    };
    Ok(HttpResponse::Ok()
        .content_type("text/vtt; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "private, max-age=300"))
        .body(text))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveSubtitles {
    /// WebVTT of at most 48 KB.
    text: String,
}

/// Save the subtitles of a reel of your company in a language
#[utoipa::path(
    tag = "reels", operation_id = "reels_save_subtitles",
    params(("reel_id" = ReelId, Path), ("language" = String, Path, description = "Locale code", example = "US")),
    request_body = SaveSubtitles, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/reel-subtitles/{reel_id}/{language}/")]
async fn save_subtitles(
    app: App,
    user: Pro,
    path: web::Path<(ReelId, String)>,
    form: Body<SaveSubtitles>,
) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let mut errors = FieldErrors::default();
    let text: Option<WebVtt> = errors.check("text", form.0.text.parse());
    errors.finish()?;
    let (reel, language) = (path.0, language(&path.1)?);
    if let Some(text) = text {
        subtitles::put(&app.db, reel, company, language, &text).await?;
    }
    Ok(Confirmation::new("Subtitles saved."))
}

/// Delete the subtitles of a reel of your company in a language
#[utoipa::path(
    tag = "reels", operation_id = "reels_delete_subtitles",
    params(("reel_id" = ReelId, Path), ("language" = String, Path, description = "Locale code", example = "US")),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/userprofessional/reel-subtitles/{reel_id}/{language}/")]
async fn delete_subtitles(app: App, user: Pro, path: web::Path<(ReelId, String)>) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    subtitles::delete(&app.db, path.0, company, language(&path.1)?).await?;
    Ok(Confirmation::new("Subtitles deleted."))
}
