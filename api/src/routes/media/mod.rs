//! Files: uploads for messages, and downloads by key.

pub mod download;
pub mod map_tiles;
mod upload_form;

use actix_web::post;
use store::{
    media::Media,
    types::{ids::UserId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Registered},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    media,
};
pub use upload_form::FileForm;

/// Maximum concurrent uploads per account. Equals the maximum number of files in a message.
const AT_ONCE: u32 = 10;

pub fn routes(api: &mut ServiceConfig) {
    api.service(upload);
}

/// Multipart form of an upload.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form, which is read piece by piece")]
pub struct Upload {
    /// A picture (JPEG, PNG, WebP, GIF; 15 MB and 40 megapixels), a video (MP4, MOV, WebM; 50 MB, 3 minutes), a
    /// recording (WebM, Ogg, M4A, WAV, MP3; 10 MB, 10 minutes), or a document (PDF, ZIP, office documents, TXT, CSV; 25
    /// MB).
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `voice` for a voice message. Of a recording with pictures, only the sound is stored.
    kind: Option<String>,
}

/// Upload a file
///
/// Put the returned `id` into the `media` of a message. A file that is in no message after a day is deleted. Pictures,
/// videos and recordings are re-encoded, which may take some seconds for a video. Each account has a daily upload quota
/// (429 `media.upload_quota`). A server with a nearly full disk rejects uploads (507).
#[utoipa::path(
    tag = "chat", operation_id = "chat_upload",
    request_body(content = Upload, content_type = "multipart/form-data"),
    responses((status = 201, body = Envelope<Media>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-upload-media/")]
async fn upload(app: App, user: Registered, form: FileForm) -> Result<Envelope<Media>> {
    Ok(Envelope::created(receive_upload(&app, user.user, form).await?))
}

/// Receives a file within the limits of its owner, and stores it.
pub(crate) async fn receive_upload(app: &App, owner: UserId, form: FileForm) -> Result<Media> {
    app.limits.check(RateLimitKey::Uploads(owner.0), Timestamp::now())?;
    let _place = app.uploads.account(owner, AT_ONCE).ok_or(Error::TooMany(1))?;
    media::check_quota(app, owner).await?;
    let received = form.receive(app, app.upload_quota.begin(owner)).await?;
    media::take(&app.shared(), owner, received).await
}
