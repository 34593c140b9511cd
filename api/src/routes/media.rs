//! Pictures: taken in, and handed out by their key.

use std::{future::poll_fn, pin::Pin, sync::Arc, time::Duration};

use actix_multipart::Multipart;
use actix_web::{
    FromRequest, HttpRequest, HttpResponse,
    dev::Payload,
    http::header::{self, HeaderMap},
    post, web,
};
use futures_util::{Stream as _, StreamExt as _};
use store::{
    ids::MediaId,
    media::{self, Media, MediaKind, NewMedia},
    time::Millis,
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    envelope::Envelope,
    error::{Error, Result},
    extract::{App, Registered, multipart_error},
    gateway::blob::Part,
    limits::Key,
    picture,
    state::State,
};

/// Bytes in an uploaded picture at most.
const FILE_LIMIT: usize = 10 * 1024 * 1024;

/// How long an upload may take: 10 MB at 1 Mbit/s, and a pause.
const PATIENCE: Duration = Duration::from_secs(120);

pub fn routes(api: &mut ServiceConfig) {
    api.service(upload);
}

/// A picture as it is uploaded.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the multipart form, which is read piece by piece")]
pub struct Upload {
    /// JPEG, PNG, WebP or GIF of at most 10 MB.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Upload a picture
///
/// For a message that is still to be sent: its `id` goes into the message's `media`.
#[utoipa::path(
    tag = "chat",
    request_body(content = Upload, content_type = "multipart/form-data"),
    responses((status = 201, body = Envelope<Media>)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-upload-media/")]
async fn upload(app: App, user: Registered, form: FileForm) -> Result<Envelope<Media>> {
    app.limits.take(Key::Uploads(user.user.0), Millis::now())?;
    let part = actix_rt::time::timeout(PATIENCE, form.receive(&app)).await.map_err(|_| Error::Timeout)??;
    let (key, picture) = {
        let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
        let app = app.shared();
        web::block(move || keep(&app, &part)).await??
    };
    let now = Millis::now();
    let new = NewMedia {
        id: MediaId(app.ids.next(now)),
        key,
        owner: user.user,
        kind: MediaKind::Image,
        mime: picture.mime.to_owned(),
        width: i64::from(picture.width),
        height: i64::from(picture.height),
        bytes: i64::try_from(picture.bytes.len()).map_err(Error::internal)?,
        placeholder: picture.placeholder,
        created_at: now,
    };
    Ok(Envelope::created(media::insert(&app.db, &new).await?))
}

/// Reads the picture and stores it under a new key.
fn keep(app: &State, part: &Part) -> Result<(String, picture::Picture)> {
    let picture = picture::read(part.path()).map_err(|refused| match refused {
        picture::Refused::Kind => Error::UnsupportedType("send a JPEG, PNG, WebP or GIF picture"),
        refused => Error::field("file", refused.to_string()),
    })?;
    let key = media::new_key();
    app.blobs.put(&key, &picture.bytes).map_err(Error::internal)?;
    Ok((key, picture))
}

/// A multipart form with one `file`, still on its way.
pub struct FileForm {
    headers: HeaderMap,
    payload: Payload,
}

impl FromRequest for FileForm {
    type Error = Error;
    type Future = std::future::Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Self { headers: request.headers().clone(), payload: payload.take() }))
    }
}

impl FileForm {
    /// Writes the file to disk as it arrives.
    async fn receive(self, app: &State) -> Result<Part> {
        let mut form = Multipart::new(&self.headers, self.payload);
        let mut part = None;
        while let Some(field) = form.next().await {
            let mut field = field.map_err(|cause| multipart_error(&cause, FILE_LIMIT))?;
            match field.name() {
                Some("file") if part.is_none() => {}
                Some("file") => return Err(Error::field("file", "This field came twice.")),
                other => return Err(Error::field(other.unwrap_or_default(), "There is no such field.")),
            }
            let mut new = app.blobs.part().map_err(Error::internal)?;
            let mut received = 0;
            while let Some(chunk) = poll_fn(|cx| Pin::new(&mut field).poll_next(cx)).await {
                let chunk = chunk.map_err(|cause| multipart_error(&cause, FILE_LIMIT))?;
                received += chunk.len();
                if received > FILE_LIMIT {
                    return Err(Error::TooLarge(FILE_LIMIT));
                }
                // Into the page cache: some 10 µs for a chunk of 64 KB, less than handing it to another thread.
                new.write(&chunk).map_err(Error::internal)?;
            }
            part = Some(new);
        }
        part.ok_or_else(|| Error::field("file", "This is required."))
    }
}

/// `GET /media/{key}`: whoever has the key may see the file, and keep it for good.
pub async fn show(app: App, key: web::Path<String>, request: HttpRequest) -> Result<HttpResponse> {
    let key = key.into_inner();
    if !media::is_key(&key) {
        return Err(Error::NotFound);
    }
    let etag = format!("\"{key}\"");
    if request.headers().get(header::IF_NONE_MATCH).is_some_and(|seen| seen == etag.as_str()) {
        return Ok(HttpResponse::NotModified().insert_header((header::ETAG, etag)).finish());
    }
    let stored = media::find_by_key(&app.db, &key).await?.ok_or(Error::NotFound)?;
    let shared: Arc<State> = app.shared();
    let bytes = web::block(move || shared.blobs.get(&key)).await?.map_err(Error::internal)?;
    Ok(HttpResponse::Ok()
        .content_type(stored.mime)
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::CONTENT_DISPOSITION, "inline"))
        .insert_header((header::ETAG, etag))
        .body(bytes))
}
