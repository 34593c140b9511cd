//! Uploads of videos in parts. An interrupted upload continues with the parts that are missing.

use std::{pin::pin, sync::Arc, time::Duration};

use actix_web::{delete, get, http::StatusCode, post, put, web};
use futures_util::StreamExt as _;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use store::{
    company::Permission,
    media,
    reel::upload::{self, Encoding, NewUpload, PartResult, ReelUpload, UploadFile, UploadState},
    types::{ids::UploadId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    integrations::blob_store::Part,
    media::reel_video,
};

/// Timeout of a part: 4 MiB at 300 kbit/s.
const PATIENCE: Duration = Duration::from_secs(120);
/// Maximum concurrent parts of an account.
const AT_ONCE: u32 = 6;
/// Time between two signs of life of an encoding. Others wait for several: see [`upload::SILENCE`].
const BEAT: Duration = Duration::from_secs(30);
/// Encodings begun anew at once.
const RESUMED: i64 = 10;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_uploads)
        .service(begin_upload)
        .service(show_upload)
        .service(receive_part)
        .service(complete_upload)
        .service(delete_upload);
}

/// List the unfinished uploads of your company
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_uploads", responses((status = 200, body = Envelope<Vec<ReelUpload>>)), security(("bearer" = []))
)]
#[get("/userprofessional/reels/uploads/")]
async fn list_uploads(app: App, user: Pro) -> Result<Envelope<Vec<ReelUpload>>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    Ok(Envelope::ok(upload::list(&app.db, company).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BeginUpload {
    /// File name on the device.
    name: String,
    /// Bytes of the video: 500 MB at most.
    #[schema(minimum = 1, maximum = 524_288_000)]
    bytes: i64,
}

/// Begin the upload of a video
///
/// Send the file in `parts` parts of `part_bytes` bytes, the last may be shorter. Then complete the upload. It is deleted a day
/// after its last progress.
#[utoipa::path(
    tag = "reels", operation_id = "reels_begin_upload", request_body = BeginUpload,
    responses((status = 201, body = Envelope<ReelUpload>)), security(("bearer" = []))
)]
#[post("/userprofessional/reels/uploads/")]
async fn begin_upload(app: App, user: Pro, form: Body<BeginUpload>) -> Result<Envelope<ReelUpload>> {
    app.limits.check(RateLimitKey::Uploads(user.user.0), Timestamp::now())?;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let BeginUpload { name, bytes } = form.0;
    let now = Timestamp::now();
    let id = UploadId(app.ids.next(now));
    let new = NewUpload { id, company, owner: user.user, key: media::new_key(), name, bytes, now };
    upload::create(&app.db, &new).await?;
    Ok(Envelope::created(upload::find(&app.db, id, company).await?))
}

/// Get an upload of your company
///
/// After its completion, ask until the state is not `processing`.
#[utoipa::path(
    tag = "reels", operation_id = "reels_show_upload", params(("upload_id" = UploadId, Path)),
    responses((status = 200, body = Envelope<ReelUpload>)), security(("bearer" = []))
)]
#[get("/userprofessional/reels/uploads/{upload_id}/")]
async fn show_upload(app: App, user: Pro, id: web::Path<UploadId>) -> Result<Envelope<ReelUpload>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    Ok(Envelope::ok(upload::find(&app.db, id.into_inner(), company).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PartQuery {
    /// SHA-256 of the bytes, hexadecimal.
    #[param(min_length = 64, max_length = 64)]
    checksum: String,
}

/// Send a part of an upload
///
/// Parts may come in any order. A part that arrived already is answered in the same way. Part `n` begins at byte
/// `n * part_bytes` and has to have its full length.
#[utoipa::path(
    tag = "reels", operation_id = "reels_send_part",
    params(("upload_id" = UploadId, Path), ("number" = i64, Path, description = "From 0"), PartQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[put("/userprofessional/reels/uploads/{upload_id}/parts/{number}/")]
async fn receive_part(
    app: App,
    user: Pro,
    path: web::Path<(UploadId, i64)>,
    query: Query<PartQuery>,
    body: web::Payload,
) -> Result<Confirmation> {
    let (id, number) = path.into_inner();
    let company = company_for(&app, user.user, Permission::Store).await?;
    let file = upload::file(&app.db, id, company).await?;
    let (offset, length) = file.part(number).ok_or_else(|| Error::field("number", "There is no such part."))?;
    let checksum = query.0.checksum.to_ascii_lowercase();
    if checksum.len() != 64 || !checksum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Error::field("checksum", "Expected a SHA-256 in hexadecimal digits."));
    }
    let _place = app.uploads.account(user.user, AT_ONCE).ok_or(Error::TooMany(1))?;
    // One writer of a part at a time, so that a known part is never written again.
    let _lock = app.upload_parts.lock((id, number)).await;
    match upload::checksum(&app.db, id, number).await? {
        Some(known) if known == checksum => return Ok(Confirmation::new("This part has arrived already.")),
        Some(_) => return Err(Error::conflict("reel.part_differs", "This part was sent with other bytes before.")),
        None if file.state != UploadState::Receiving => {
            return Err(Error::conflict("reel.upload_state", "This upload takes no parts any more."));
        }
        None => {}
    }
    let mut charge = app.upload_quota.begin(user.user);
    charge.raise_to(length, Timestamp::now()).await?;
    let writing = write(&app, length, body);
    let (part, written) = actix_web::rt::time::timeout(PATIENCE, writing).await.map_err(|_| Error::Timeout)??;
    if written != checksum {
        return Err(Error::field("checksum", "The bytes do not match the checksum. Send the part again."));
    }
    let offset = u64::try_from(offset).unwrap_or(0);
    app.blobs.add_to_upload(&file.key, offset, part).await.map_err(Error::file)?;
    let result = upload::receive(&app.db, id, number, &checksum, Timestamp::now()).await?;
    if result == PartResult::Received {
        charge.keep();
    }
    Ok(Confirmation::new("This part has arrived."))
}

/// Writes the body of a part to disk as it arrives. Returns it and the checksum of its bytes. It joins the file of the upload
/// only when it is complete: a part that breaks off is charged to nobody, so it leaves nothing.
async fn write(app: &App, length: i64, mut body: web::Payload) -> Result<(Part, String)> {
    let wrong = || Error::field("bytes", format!("This part has {length} bytes."));
    let mut part = app.blobs.part().map_err(Error::file)?;
    let (mut hash, mut left) = (Sha256::new(), usize::try_from(length).unwrap_or(0));
    while let Some(chunk) = body.next().await {
        let chunk = chunk.map_err(|cause| Error::Malformed(format!("the body broke off: {cause}")))?;
        left = left.checked_sub(chunk.len()).ok_or_else(wrong)?;
        hash.update(&chunk);
        // Writes to the page cache: about 10 µs for a chunk of 64 KB, less than passing it to another thread.
        part.write(&chunk).map_err(Error::file)?;
    }
    if left > 0 {
        return Err(wrong());
    }
    Ok((part, hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
}

/// Complete an upload
///
/// Checks and encodes the video in the background. A repeat has no effect. After a fault of the server the state is
/// `receiving` again, with all parts: the server tries again by itself, or when the upload is completed again.
#[utoipa::path(
    tag = "reels", operation_id = "reels_complete_upload", params(("upload_id" = UploadId, Path)),
    responses((status = 200, body = Envelope<ReelUpload>)), security(("bearer" = []))
)]
#[post("/userprofessional/reels/uploads/{upload_id}/complete/")]
async fn complete_upload(app: App, user: Pro, id: web::Path<UploadId>) -> Result<Envelope<ReelUpload>> {
    let (id, company) = (id.into_inner(), company_for(&app, user.user, Permission::Store).await?);
    let file = upload::file(&app.db, id, company).await?;
    if let Some(encoding) = upload::complete(&app.db, id, company, Timestamp::now()).await? {
        let app = app.shared();
        actix_web::rt::spawn(async move { process(&app, encoding, file).await });
    }
    Ok(Envelope::ok(upload::find(&app.db, id, company).await?))
}

/// Begins the encodings anew that a restart or a fault of the server ended.
pub async fn resume_uploads(app: &Arc<AppState>, now: Timestamp) -> Result<()> {
    for (encoding, file) in upload::resume(&app.db, now, RESUMED).await? {
        let app = Arc::clone(app);
        actix_web::rt::spawn(async move { process(&app, encoding, file).await });
    }
    Ok(())
}

/// Encodes a complete video and records the outcome. The bytes stay for another try unless the video is encoded or refused.
async fn process(app: &Arc<AppState>, encoding: Encoding, file: UploadFile) {
    let work = reel_video::encode(app, file.owner_id, &file.key);
    let Some(outcome) = while_held(app, encoding, work).await else { return };
    let now = Timestamp::now();
    let is_final = match outcome {
        Ok(files) => upload::succeed(&app.db, encoding, files, now).await,
        Err(cause) if is_refusal(&cause) => upload::fail(&app.db, encoding, &cause.to_string(), now).await,
        Err(cause) => {
            tracing::warn!(?cause, upload = %encoding.id, "a reel could not be encoded");
            upload::give_back(&app.db, encoding, now).await.map(|()| false)
        }
    };
    match is_final {
        Ok(true) => {
            if let Err(cause) = app.blobs.remove_upload(&file.key).await {
                tracing::warn!(%cause, "the file of an upload stays until the sweep");
            }
        }
        Ok(false) => {}
        // It counts as interrupted.
        Err(cause) => tracing::warn!(?cause, upload = %encoding.id, "the outcome of an upload is lost"),
    }
}

/// Does the work of an encoding and tells others that it goes on. Returns none if the encoding was taken from this server.
async fn while_held<T>(app: &AppState, encoding: Encoding, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut beats = actix_web::rt::time::interval(BEAT);
    loop {
        tokio::select! {
            done = &mut work => return Some(done),
            _ = beats.tick() => match upload::beat(&app.db, encoding, Timestamp::now()).await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(cause) => tracing::warn!(?cause, upload = %encoding.id, "an encoding could not tell that it goes on"),
            },
        }
    }
}

/// Returns true if the video is the reason. A full quota or disk, or a slow encoder, is none.
fn is_refusal(cause: &Error) -> bool {
    let status = actix_web::ResponseError::status_code(cause);
    status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS
}

/// Delete an upload
#[utoipa::path(
    tag = "reels", operation_id = "reels_delete_upload", params(("upload_id" = UploadId, Path)),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/userprofessional/reels/uploads/{upload_id}/")]
async fn delete_upload(app: App, user: Pro, id: web::Path<UploadId>) -> Result<Confirmation> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let key = upload::delete(&app.db, id.into_inner(), company).await?;
    app.blobs.remove_upload(&key).await.map_err(Error::file)?;
    Ok(Confirmation::new("Upload deleted."))
}
