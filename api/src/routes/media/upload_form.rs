//! The multipart form of an upload. Written to disk as it arrives and never held in memory.

use std::{
    future::{Ready, poll_fn, ready},
    pin::Pin,
    time::Duration,
};

use actix_multipart::{Field, Multipart};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::HeaderMap};
use bytes::Bytes;
use futures_util::{Stream as _, StreamExt as _};
use store::types::timestamp::Timestamp;

use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::extract::{check_coding, multipart_error},
    integrations::blob_store::Part,
    media::{
        ParsedForm, limit,
        sniff::{HEAD, Sniffed, sniff},
        upload_quota::UploadCharge,
    },
};

/// Upload timeout: 50 MB at 1.5 Mbit/s, and a pause.
const PATIENCE: Duration = Duration::from_secs(300);
/// Maximum bytes of the field `kind`.
const KIND: usize = 16;
/// Largest size limit of all kinds. Reported in errors of the form as a whole.
const MOST: usize = 50 * 1024 * 1024;
const EXPECTED: &str = "send a picture, a video, a recording, or a PDF, ZIP, office, TXT or CSV document";

/// A multipart form with a `file` and an optional `kind`. Not received yet.
pub struct FileForm {
    headers: HeaderMap,
    payload: Payload,
}

impl FromRequest for FileForm {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        ready(Ok(Self { headers: request.headers().clone(), payload: payload.take() }))
    }
}

struct Arrived {
    part: Part,
    sniffed: Sniffed,
    name: String,
    bytes: usize,
}

impl FileForm {
    /// Receives the form and charges its bytes as they arrive.
    pub async fn receive(self, app: &AppState, charge: UploadCharge) -> Result<ParsedForm> {
        check_coding(&self.headers)?;
        actix_rt::time::timeout(PATIENCE, self.read(app, charge)).await.map_err(|_| Error::Timeout)?
    }

    async fn read(self, app: &AppState, mut charge: UploadCharge) -> Result<ParsedForm> {
        let mut form = Multipart::new(&self.headers, self.payload);
        let (mut file, mut voice) = (None, false);
        while let Some(field) = form.next().await {
            let mut field = field.map_err(|cause| multipart_error(&cause, MOST))?;
            match field.name() {
                Some("file") if file.is_none() => file = Some(receive_file(app, &mut charge, &mut field, voice).await?),
                Some("file") => return Err(Error::field("file", "This field came twice.")),
                Some("kind") => voice = receive_kind(&mut field).await?,
                other => return Err(Error::field(other.unwrap_or_default(), "There is no such field.")),
            }
        }
        let Arrived { part, sniffed, name, bytes } = file.ok_or_else(|| Error::field("file", "This is required."))?;
        let most = limit(sniffed, voice);
        if bytes > most {
            return Err(Error::TooLarge(most));
        }
        Ok(ParsedForm { part, sniffed, name, voice, charge })
    }
}

async fn next(field: &mut Field, most: usize) -> Result<Option<Bytes>> {
    let chunk = poll_fn(|cx| Pin::new(&mut *field).poll_next(cx)).await.transpose();
    chunk.map_err(|cause| multipart_error(&cause, most))
}

/// Receives the file. Detects its type from the first bytes and enforces the limit of that type.
async fn receive_file(app: &AppState, charge: &mut UploadCharge, field: &mut Field, voice: bool) -> Result<Arrived> {
    let name = field.content_disposition().and_then(|told| told.get_filename()).unwrap_or_default().to_owned();
    let mut part = app.blobs.part().map_err(Error::file)?;
    let mut head = Vec::with_capacity(HEAD);
    let mut sniffed = None;
    let mut bytes = 0;
    while let Some(chunk) = next(field, MOST).await? {
        bytes += chunk.len();
        if sniffed.is_none() {
            head.extend_from_slice(&chunk[..chunk.len().min(HEAD - head.len())]);
            if head.len() == HEAD {
                sniffed = Some(sniff(&head).ok_or(Error::UnsupportedType(EXPECTED))?);
            }
        }
        let most = sniffed.map_or(HEAD, |sniffed| limit(sniffed, voice));
        if bytes > most {
            return Err(Error::TooLarge(most));
        }
        charge.add(chunk.len(), Timestamp::now()).await?;
        // Writes to the page cache: about 10 µs for a chunk of 64 KB, less than passing it to another thread.
        part.write(&chunk).map_err(Error::file)?;
    }
    let sniffed = sniffed.or_else(|| sniff(&head)).ok_or(Error::UnsupportedType(EXPECTED))?;
    Ok(Arrived { part, sniffed, name, bytes })
}

/// Returns true if the recording is a voice message.
async fn receive_kind(field: &mut Field) -> Result<bool> {
    let mut kind = Vec::new();
    while let Some(chunk) = next(field, KIND).await? {
        kind.extend_from_slice(&chunk);
        if kind.len() > KIND {
            break;
        }
    }
    match kind.as_slice() {
        b"voice" => Ok(true),
        b"" => Ok(false),
        _ => Err(Error::field("kind", "Expected voice, or nothing.")),
    }
}
