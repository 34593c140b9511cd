//! Files: taken in for a message that is still to be sent, and handed out by their key.

pub mod download;
mod upload_form;

use actix_web::post;
use store::{media::Media, types::timestamp::Timestamp};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Registered},
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    media,
};
use upload_form::FileForm;

/// Uploads that one account may have under way: as many as a message carries.
const AT_ONCE: u32 = 10;

pub fn routes(api: &mut ServiceConfig) {
    api.service(upload);
}

/// A file as it is uploaded.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form, which is read piece by piece")]
pub struct Upload {
    /// A picture (JPEG, PNG, WebP, GIF; 15 MB and 40 megapixels), a video (MP4, MOV, WebM; 50 MB, 3 minutes), a recording
    /// (WebM, Ogg, M4A, WAV, MP3; 10 MB, 10 minutes), or a document (PDF, ZIP, office documents, TXT, CSV; 25 MB).
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `voice` for a voice message: of a recording with pictures, only the sound is kept.
    kind: Option<String>,
}

/// Upload a file
///
/// For a message that is still to be sent: its `id` goes into the message's `media`. A file that is in no message after a
/// day is removed. Pictures, videos and recordings are encoded anew, which may take some seconds for a video. An account
/// may upload so many bytes a day (429 `media.upload_quota`); a server whose disk is nearly full takes none (507).
#[utoipa::path(
    tag = "chat", operation_id = "chat_upload",
    request_body(content = Upload, content_type = "multipart/form-data"),
    responses((status = 201, body = Envelope<Media>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-upload-media/")]
async fn upload(app: App, user: Registered, form: FileForm) -> Result<Envelope<Media>> {
    app.limits.check(RateLimitKey::Uploads(user.user.0), Timestamp::now())?;
    let _place = app.uploads.account(user.user, AT_ONCE).ok_or(Error::TooMany(1))?;
    media::check_quota(&app, user.user).await?;
    let received = form.receive(&app, app.upload_quota.begin(user.user)).await?;
    Ok(Envelope::created(media::take(&app.shared(), user.user, received).await?))
}
