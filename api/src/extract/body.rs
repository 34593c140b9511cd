//! `Body<T>`: a multipart form, a urlencoded form or JSON, into the same struct.

use std::{future::Future, pin::Pin, time::Duration};

use actix_multipart::{Field, Multipart};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, dev::Payload, error::PayloadError, http::header};
use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt as _};
use serde::de::DeserializeOwned;

use super::values::{self, Sent};
use crate::error::{Error, Result};

/// Bytes in the body of a form at most. Files go another way.
pub const FORM_LIMIT: usize = 64 * 1024;
/// Fields in a form at most.
pub(super) const FIELDS: usize = 100;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);
pub(super) const EXPECTED: &str = "send a multipart or urlencoded form, or JSON";

/// What was sent, parsed. Unknown fields are refused where `T` denies them.
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
            let read = async {
                match kind.as_str() {
                    "application/json" => from_json(&gather(payload).await?),
                    "application/x-www-form-urlencoded" => values::read_form(&gather(payload).await?),
                    "multipart/form-data" => from_multipart(Multipart::new(&headers, payload)).await,
                    // No body at all is an empty form, so that what is missing is named.
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

/// The same, or `T`'s default when nothing was sent at all.
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

pub(super) async fn gather(mut payload: impl Stream<Item = Result<Bytes, PayloadError>> + Unpin) -> Result<BytesMut> {
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

fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let value = serde_json::from_slice(body).map_err(|cause| Error::Malformed(cause.to_string()))?;
    let serde_json::Value::Object(map) = value else {
        return Err(Error::Malformed("expected a JSON object".to_owned()));
    };
    values::read(map.into_iter().map(|(name, value)| (name, Sent::Json(value))).collect())
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
        fields.push((name, Sent::Text(text)));
    }
    values::read(fields)
}

pub(super) async fn read_field(field: &mut Field, left: &mut usize) -> Result<BytesMut> {
    let mut value = BytesMut::new();
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|cause| multipart_error(&cause, FORM_LIMIT))?;
        *left = left.checked_sub(chunk.len()).ok_or(Error::TooLarge(FORM_LIMIT))?;
        value.extend_from_slice(&chunk);
    }
    Ok(value)
}

/// What is wrong with a multipart body of at most `limit` bytes.
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
