//! `Body<T>`: parses a multipart form, a urlencoded form or JSON into the same struct.

use std::{future::Future, pin::Pin, time::Duration};

use actix_multipart::{Field, Multipart};
use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest,
    dev::Payload,
    error::PayloadError,
    http::header::{self, HeaderMap},
};
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt as _};
use serde::de::DeserializeOwned;

use super::{
    json,
    values::{self, FieldValue},
};
use crate::error::{Error, Result};

/// Maximum bytes of a form body. Files use streaming forms.
pub const FORM_LIMIT: usize = 64 * 1024;
/// Maximum fields of a form.
pub(crate) const FIELDS: usize = 100;
/// Body timeout.
pub const PATIENCE: Duration = Duration::from_secs(20);
const UTF8: &str = "send texts in UTF-8";
pub(crate) const EXPECTED: &str = "send a multipart or urlencoded form, or JSON";

/// Parsed request body. Unknown fields are rejected if `T` denies them.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let payload = payload.take();
        let kind = request.content_type().to_ascii_lowercase();
        let announced = request
            .headers()
            .get(header::CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<usize>().ok())
            .unwrap_or(0);
        let headers = request.headers().clone();
        Box::pin(async move {
            if announced > FORM_LIMIT {
                return Err(Error::TooLarge(FORM_LIMIT));
            }
            check_coding(&headers)?;
            let read = async {
                match kind.as_str() {
                    "application/json" => values::read(json::fields(&gather(payload).await?)?),
                    "application/x-www-form-urlencoded" => values::read_form(&gather(payload).await?),
                    "multipart/form-data" => from_multipart(Multipart::new(&headers, payload)).await,
                    // An empty body is an empty form, so that the error names the missing fields.
                    "" if gather(payload).await?.is_empty() => values::read_form(&[]),
                    _ => Err(Error::UnsupportedType(EXPECTED)),
                }
            };
            match actix_rt::time::timeout(PATIENCE, read).await {
                Ok(read) => read.map(Self),
                Err(_) => Err(Error::Timeout),
            }
        })
    }
}

/// Parsed request body, or `T`'s default if the body is empty.
pub struct OptionalBody<T>(pub T);

impl<T: DeserializeOwned + Default + 'static> FromRequest for OptionalBody<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if request.content_type().is_empty() {
            return Box::pin(async { Ok(Self(T::default())) });
        }
        let body = Body::from_request(request, payload);
        Box::pin(async { body.await.map(|Body(sent)| Self(sent)) })
    }
}

pub(crate) async fn gather(mut payload: impl Stream<Item = Result<Bytes, PayloadError>> + Unpin) -> Result<BytesMut> {
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|cause| payload_error(&cause, FORM_LIMIT))?;
        if body.len() + chunk.len() > FORM_LIMIT {
            return Err(Error::TooLarge(FORM_LIMIT));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Rejects compressed bodies and charsets other than UTF-8 before reading.
pub fn check_coding(headers: &HeaderMap) -> Result<()> {
    let mut codings = headers.get_all(header::CONTENT_ENCODING);
    if codings.any(|coding| !coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"identity")) {
        return Err(Error::UnsupportedType("send it without a content encoding"));
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if charset(kind).is_some_and(|charset| !is_utf8(charset)) { Err(Error::UnsupportedType(UTF8)) } else { Ok(()) }
}

/// Returns the charset of a content type.
fn charset(kind: &str) -> Option<&str> {
    let mut parameters = kind.split(';').skip(1).filter_map(|parameter| parameter.split_once('='));
    let (_, value) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
    Some(value.trim().trim_matches('"'))
}

/// Returns true for UTF-8 and its subset US-ASCII.
fn is_utf8(charset: &str) -> bool {
    ["utf-8", "utf8", "us-ascii"].iter().any(|name| charset.eq_ignore_ascii_case(name))
}

async fn from_multipart<T: DeserializeOwned>(mut form: Multipart) -> Result<T> {
    let mut fields = Vec::new();
    let mut left = FORM_LIMIT;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|cause| multipart_error(&cause, FORM_LIMIT))?;
        let name = field.name().unwrap_or_default().to_owned();
        if fields.len() == FIELDS {
            return Err(Error::Malformed(format!("more than {FIELDS} fields")));
        }
        if field.content_disposition().is_some_and(|told| told.get_filename().is_some()) {
            return Err(Error::field(&name, "No file is expected here."));
        }
        let value = read_field(&mut field, &mut left).await?;
        let text = String::from_utf8(value.to_vec()).map_err(|_| Error::field(&name, "Expected a text in UTF-8."))?;
        fields.push((name, FieldValue::Text(text)));
    }
    values::read(fields)
}

pub(crate) async fn read_field(field: &mut Field, left: &mut usize) -> Result<BytesMut> {
    if field.content_type().and_then(|kind| kind.get_param("charset")).is_some_and(|name| !is_utf8(name.as_str())) {
        return Err(Error::UnsupportedType(UTF8));
    }
    let mut value = BytesMut::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|cause| multipart_error(&cause, FORM_LIMIT))?;
        *left = left.checked_sub(chunk.len()).ok_or(Error::TooLarge(FORM_LIMIT))?;
        value.extend_from_slice(&chunk);
    }
    Ok(value)
}

/// Converts an error of a multipart body of at most `limit` bytes.
pub fn multipart_error(cause: &actix_multipart::MultipartError, limit: usize) -> Error {
    match cause {
        actix_multipart::MultipartError::Payload(cause) => payload_error(cause, limit),
        cause => Error::Malformed(format!("broken multipart form: {cause}")),
    }
}

fn payload_error(cause: &PayloadError, limit: usize) -> Error {
    match cause {
        PayloadError::Overflow => Error::TooLarge(limit),
        cause => Error::Malformed(cause.to_string()),
    }
}
