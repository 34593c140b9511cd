//! `GET` and `HEAD /media/{key}`: anyone with the key may download the file and cache it forever. Supports range
//! requests, which browsers use to seek in a video. `?w=320`, `800` or `1600` returns a picture as WebP in that width.
//! `/media/{key}/{name}` returns a file beside a video in the same way: see [`StreamFile`].

use std::{
    fs::File,
    io::{self, SeekFrom},
};

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    body::SizedStream,
    http::{
        Method, StatusCode,
        header::{self, ByteRangeSpec, Header as _, Range},
    },
    web,
};
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, stream};
use serde::Deserialize;
use store::media::{self, MediaKind, stream::StreamFile};
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use crate::{
    error::{Error, Result},
    http::extract::{App, Query},
    media::{
        image_upload::rendition::{self, WIDTHS},
        renditions,
    },
};

/// Content security policy of user files. A file opened as a document runs no scripts and is isolated from this site.
/// It may load only itself.
const POLICY: (header::HeaderName, &str) = (
    header::CONTENT_SECURITY_POLICY,
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
);

/// Bytes per read from disk.
const CHUNK: usize = 64 * 1024;

/// Requested range of a file.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    All,
    /// First and last byte, inclusive.
    Part(u64, u64),
    /// Not satisfiable: beyond the end of the file.
    Beyond,
}

/// Rendition of a picture.
#[derive(Deserialize)]
pub struct ShowQuery {
    /// Width in pixels. A picture that is not wider is sent unchanged.
    w: Option<u32>,
}

/// An opened file and its headers.
struct Shown {
    file: File,
    length: u64,
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
    let shown = open(&app, key, width).await?;
    answer(&request, shown)
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
    let shared = app.shared();
    let (file, length, mime) = web::block(move || {
        let (mime, file) = (file.mime(), shared.blobs.stream(&key, file)?);
        let length = file.metadata()?.len();
        io::Result::Ok((file, length, mime))
    })
    .await?
    .map_err(Error::internal)?;
    answer(&request, Shown { file, length, mime: mime.to_owned(), disposition: "inline".to_owned(), etag: Some(etag) })
}

/// Sends a file, or the range of it that the request names.
fn answer(request: &HttpRequest, shown: Shown) -> Result<HttpResponse> {
    // A non-matching `If-Range` returns the whole file. Files never change under a key.
    let same = text(request, header::IF_RANGE).is_none_or(|seen| shown.etag.as_deref() == Some(seen));
    // Ranges apply to GET only.
    let is_head = request.method() == Method::HEAD;
    let length = shown.length;
    let asked = if same && !is_head { asked(request, length) } else { Asked::All };
    let (status, from, to) = match asked {
        Asked::All => (StatusCode::OK, 0, length),
        Asked::Part(first, last) => (StatusCode::PARTIAL_CONTENT, first, last + 1),
        Asked::Beyond => {
            let range = (header::CONTENT_RANGE, format!("bytes */{length}"));
            return Ok(HttpResponse::RangeNotSatisfiable().insert_header(range).insert_header(POLICY).finish());
        }
    };
    let mut answer = describe(status, &shown);
    if status == StatusCode::PARTIAL_CONTENT {
        answer.insert_header((header::CONTENT_RANGE, format!("bytes {from}-{}/{length}", to - 1)));
    }
    if is_head {
        // Sends the length without reading the file.
        return Ok(answer.body(SizedStream::new(length, stream::empty::<io::Result<Bytes>>())));
    }
    Ok(answer.body(SizedStream::new(to - from, bytes_of(shown.file, from, to - from))))
}

fn etag_of(key: &str, width: Option<u32>) -> String {
    width.map_or_else(|| format!("\"{key}\""), |width| format!("\"{key}-{width}\""))
}

/// Opens the file or a rendition of a picture. Falls back to the original if the rendition cannot be made now.
async fn open(app: &App, key: String, width: Option<u32>) -> Result<Shown> {
    let stored = media::find_by_key(&app.db, &key).await?.ok_or(Error::NotFound)?;
    let smaller = match width {
        Some(_) if stored.kind != MediaKind::Image => return Err(Error::field("w", "Only pictures have sizes.")),
        Some(width) if stored.width.is_none_or(|own| i64::from(width) < own) => Some(width),
        _ => None,
    };
    let mut etag = Some(etag_of(&key, smaller));
    let shared = app.shared();
    if let Some(width) = smaller {
        match renditions::open(&shared, &key, width).await {
            Ok(file) => {
                let length = file.metadata().map_err(Error::internal)?.len();
                let disposition = "inline".to_owned();
                return Ok(Shown { file, length, mime: rendition::MIME.to_owned(), disposition, etag });
            }
            Err(cause) => {
                tracing::warn!(?cause, "rendition of a picture failed");
                etag = None;
            }
        }
    }
    let (file, length) = web::block(move || {
        let file = shared.blobs.file(&key)?;
        let length = file.metadata()?.len();
        io::Result::Ok((file, length))
    })
    .await?
    .map_err(Error::internal)?;
    let disposition = match stored.kind {
        MediaKind::File => attachment(stored.name.as_deref().unwrap_or("file")),
        MediaKind::Image | MediaKind::Voice | MediaKind::Video => "inline".to_owned(),
    };
    Ok(Shown { file, length, mime: stored.mime, disposition, etag })
}

fn describe(status: StatusCode, shown: &Shown) -> HttpResponseBuilder {
    let mut answer = HttpResponse::build(status);
    answer
        .content_type(shown.mime.as_str())
        .insert_header(POLICY)
        .insert_header((header::CONTENT_DISPOSITION, shown.disposition.as_str()))
        .insert_header((header::ACCEPT_RANGES, "bytes"));
    match &shown.etag {
        Some(etag) => answer
            .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
            .insert_header((header::ETAG, etag.as_str())),
        None => answer.insert_header((header::CACHE_CONTROL, "no-store")),
    };
    answer
}

fn text(request: &HttpRequest, name: header::HeaderName) -> Option<&str> {
    request.headers().get(name)?.to_str().ok()
}

/// Parses the requested range. Several ranges return the whole file, as RFC 9110 allows.
fn asked(request: &HttpRequest, length: u64) -> Asked {
    if !request.headers().contains_key(header::RANGE) {
        return Asked::All;
    }
    let Ok(Range::Bytes(ranges)) = Range::parse(request) else { return Asked::All };
    let [range] = ranges.as_slice() else { return Asked::All };
    if matches!(range, ByteRangeSpec::FromTo(from, to) if from > to) {
        return Asked::All;
    }
    range.to_satisfiable_range(length).map_or(Asked::Beyond, |(from, to)| Asked::Part(from, to))
}

/// Streams the file from disk at the speed of the client.
fn bytes_of(file: File, from: u64, length: u64) -> impl Stream<Item = io::Result<Bytes>> {
    let file = tokio::fs::File::from_std(file);
    stream::try_unfold((file, Some(from), length), |(mut file, seek, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        if let Some(from) = seek.filter(|from| *from > 0) {
            file.seek(SeekFrom::Start(from)).await?;
        }
        let wanted = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        let mut chunk = BytesMut::with_capacity(wanted);
        let read = (&mut file).take(wanted as u64).read_buf(&mut chunk).await?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some((chunk.freeze(), (file, None, left - read as u64))))
    })
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
    use actix_web::test::TestRequest;

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

    #[test]
    fn range_parses_single_part_and_ignores_invalid_ranges() {
        for (range, expected) in [
            ("bytes=0-", Asked::Part(0, 99)),
            ("bytes=10-19", Asked::Part(10, 19)),
            ("bytes=90-500", Asked::Part(90, 99)),
            ("bytes=-5", Asked::Part(95, 99)),
            ("bytes=100-", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=0-1,5-6", Asked::All),
            ("bytes=9-1", Asked::All),
            ("rows=0-1", Asked::All),
            ("bytes=x", Asked::All),
        ] {
            let request = TestRequest::default().insert_header((header::RANGE, range)).to_http_request();
            assert_eq!(asked(&request, 100), expected, "{range}");
        }
        assert_eq!(asked(&TestRequest::default().to_http_request(), 100), Asked::All);
    }
}
