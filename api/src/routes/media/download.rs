//! `GET` and `HEAD /media/{key}`: anyone with the key may download the file and cache it forever. Supports range
//! requests, which browsers use to seek in a video. `?w=128`, `320`, `800` or `1600` returns a picture as WebP in that width.
//! `/media/{key}/{name}` returns a file beside a video in the same way: see [`StreamFile`].

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::{StatusCode, header},
    web,
};
use pictures::rendition::{self, WIDTHS};
use serde::Deserialize;
use store::media::{self, MediaKind, stream::StreamFile};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query},
        file_range::{self, text},
    },
    integrations::blob_store::Blob,
    media::renditions,
};

/// Content security policy of user files. A file opened as a document runs no scripts and is isolated from this site.
/// It may load only itself.
const POLICY: (header::HeaderName, &str) = (
    header::CONTENT_SECURITY_POLICY,
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
);

/// Rendition of a picture.
#[derive(Deserialize)]
pub struct ShowQuery {
    /// Width in pixels. A picture that is not wider is sent unchanged.
    w: Option<u32>,
}

/// An opened file and its headers.
struct Shown {
    blob: Blob,
    mime: String,
    disposition: String,
    /// `None` if the original replaces a rendition that could not be made. Such a response must not be cached.
    etag: Option<String>,
}

pub async fn show(
    app: App,
    key: web::Path<String>,
    query: Query<ShowQuery>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let (key, width) = (key.into_inner(), query.0.w);
    if !media::is_key(&key) {
        return Err(Error::NotFound);
    }
    if width.is_some_and(|width| !WIDTHS.contains(&width)) {
        return Err(Error::field("w", format!("Expected one of {WIDTHS:?}.")));
    }
    let etags = [Some(etag_of(&key, None)), width.map(|width| etag_of(&key, Some(width)))];
    let seen = text(&request, header::IF_NONE_MATCH);
    if let Some(etag) = etags.into_iter().flatten().find(|etag| seen == Some(etag)) {
        return Ok(HttpResponse::NotModified().insert_header((header::ETAG, etag)).insert_header(POLICY).finish());
    }
    let shown = open(&app, key, width, file_range::first_byte(&request)).await?;
    Ok(answer(&request, shown))
}

pub async fn show_stream(app: App, path: web::Path<(String, String)>, request: HttpRequest) -> Result<HttpResponse> {
    let (key, name) = path.into_inner();
    let file = StreamFile::from_name(&name).filter(|_| media::is_key(&key)).ok_or(Error::NotFound)?;
    let etag = format!("\"{key}-{name}\"");
    if text(&request, header::IF_NONE_MATCH) == Some(&etag) {
        return Ok(HttpResponse::NotModified().insert_header((header::ETAG, etag)).insert_header(POLICY).finish());
    }
    if !media::find_by_key(&app.db, &key).await?.is_some_and(|stored| stored.streams) {
        return Err(Error::NotFound);
    }
    let blob = app.blobs.open_stream(&key, file, file_range::first_byte(&request)).await.map_err(Error::file)?;
    let (mime, disposition) = (file.mime().to_owned(), "inline".to_owned());
    Ok(answer(&request, Shown { blob, mime, disposition, etag: Some(etag) }))
}

/// Sends a file, or the range of it that the request names.
fn answer(request: &HttpRequest, shown: Shown) -> HttpResponse {
    let Shown { blob: Blob { source, length }, mime, disposition, etag } = shown;
    let describe = |status| match status {
        StatusCode::RANGE_NOT_SATISFIABLE => {
            let mut answer = HttpResponse::build(status);
            answer.insert_header(POLICY);
            answer
        }
        _ => describe(status, &mime, &disposition, etag.as_deref()),
    };
    file_range::send(request, source, length, etag.as_deref(), describe)
}

fn etag_of(key: &str, width: Option<u32>) -> String {
    width.map_or_else(|| format!("\"{key}\""), |width| format!("\"{key}-{width}\""))
}

/// Opens the file or a rendition of a picture. Falls back to the original if the rendition cannot be made now.
async fn open(app: &App, key: String, width: Option<u32>, start: Option<u64>) -> Result<Shown> {
    let stored = media::find_by_key(&app.db, &key).await?.ok_or(Error::NotFound)?;
    let smaller = match width {
        Some(_) if stored.kind != MediaKind::Image => return Err(Error::field("w", "Only pictures have sizes.")),
        Some(width) if stored.width.is_none_or(|own| i64::from(width) < own) => Some(width),
        _ => None,
    };
    let mut etag = Some(etag_of(&key, smaller));
    if let Some(width) = smaller {
        match renditions::open(&app.shared(), &key, width, start).await {
            Ok(blob) => {
                let disposition = "inline".to_owned();
                return Ok(Shown { blob, mime: rendition::MIME.to_owned(), disposition, etag });
            }
            Err(cause) => {
                tracing::warn!(?cause, "rendition of a picture failed");
                etag = None;
            }
        }
    }
    let blob = app.blobs.open_file(&key, start).await.map_err(Error::file)?;
    let disposition = match stored.kind {
        MediaKind::File => attachment(stored.name.as_deref().unwrap_or("file")),
        MediaKind::Image | MediaKind::Voice | MediaKind::Video => "inline".to_owned(),
    };
    Ok(Shown { blob, mime: stored.mime, disposition, etag })
}

fn describe(status: StatusCode, mime: &str, disposition: &str, etag: Option<&str>) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer
        .content_type(mime)
        .insert_header(POLICY)
        .insert_header((header::CONTENT_DISPOSITION, disposition))
        .insert_header((header::ACCEPT_RANGES, "bytes"));
    match etag {
        Some(etag) => answer
            .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .insert_header((header::ETAG, etag)),
        None => answer.insert_header((header::CACHE_CONTROL, "no-store")),
    };
    answer
}

/// Returns the value of `Content-Disposition` (RFC 6266): the name in ASCII for old clients and encoded for others. No
/// name can end the header or inject another.
pub fn attachment(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || " .-_()".contains(c) { c } else { '_' }).collect();
    let mut exact = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
            exact.push(char::from(byte));
        } else {
            exact.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{exact}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attachment_escapes_special_characters() {
        assert_eq!(
            attachment("menu (2).pdf"),
            "attachment; filename=\"menu (2).pdf\"; filename*=UTF-8''menu%20%282%29.pdf"
        );
        assert_eq!(
            attachment("é\"\r\nX-A: b\\.pdf"),
            "attachment; filename=\"____X-A_ b_.pdf\"; filename*=UTF-8''%C3%A9%22%0D%0AX-A%3A%20b%5C.pdf"
        );
    }
}
