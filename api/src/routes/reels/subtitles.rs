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
use utoipa::{IntoParams, ToSchema};

use crate::{
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, OptionalAuth, Pro},
        openapi::ServiceConfig,
        response::Confirmation,
    },
    routes::meta::reference::language_code,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_subtitles).service(save_subtitles).service(delete_subtitles);
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct SubtitlesPath {
    reel_id: ReelId,
    /// A code of the languages list.
    #[param(schema_with = language_code)]
    language: String,
}

impl SubtitlesPath {
    /// Parses the language. An unknown one is a missing file.
    fn language(&self) -> Result<Language> {
        self.language.parse().map_err(|_| Error::NotFound)
    }
}

/// Get the subtitles of a reel in a language
///
/// As WebVTT. A member of the company gets those of a draft too.
#[utoipa::path(
    tag = "reels", operation_id = "reels_show_subtitles",
    params(SubtitlesPath),
    responses((status = 200, body = String, content_type = "text/vtt")), security((), ("bearer" = []))
)]
#[get("/userprofessional/reel-subtitles/{reel_id}/{language}/")]
async fn show_subtitles(app: App, caller: OptionalAuth, path: web::Path<SubtitlesPath>) -> Result<HttpResponse> {
    let (reel, language) = (path.reel_id, path.language()?);
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
    params(SubtitlesPath),
    request_body = SaveSubtitles, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/reel-subtitles/{reel_id}/{language}/")]
async fn save_subtitles(
    app: App,
    user: Pro,
    path: web::Path<SubtitlesPath>,
    form: Body<SaveSubtitles>,
) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let mut errors = FieldErrors::default();
    let text: Option<WebVtt> = errors.check("text", form.0.text.parse());
    errors.finish()?;
    let (reel, language) = (path.reel_id, path.language()?);
    if let Some(text) = text {
        subtitles::put(&app.db, reel, company, language, &text).await?;
    }
    Ok(Confirmation::new("Subtitles saved."))
}

/// Delete the subtitles of a reel of your company in a language
#[utoipa::path(
    tag = "reels", operation_id = "reels_delete_subtitles",
    params(SubtitlesPath),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/userprofessional/reel-subtitles/{reel_id}/{language}/")]
async fn delete_subtitles(app: App, user: Pro, path: web::Path<SubtitlesPath>) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    subtitles::delete(&app.db, path.reel_id, company, path.language()?).await?;
    Ok(Confirmation::new("Subtitles deleted."))
}
