//! Pictures and documents of a form. Validates their bytes before storing them, and deletes them if the form's row
//! cannot be stored.

use std::{fs::File, io::Read as _, sync::Arc};

use actix_web::web;
use pictures::EncodedImage;
use store::{
    account::document::{DocumentKind, NewDocument},
    media::{new_key, pending_deletion},
    types::{
        ids::{DocumentId, UserId},
        timestamp::{Date, Timestamp},
    },
};

use crate::{
    app_state::AppState,
    error::{Error, FieldErrors, Result},
    http::extract::UploadedFile,
    integrations::blob_store::Part,
    media::{
        document,
        sniff::{Format, HEAD, Sniffed, sniff},
        upload_quota::UploadCharge,
    },
};

/// Maximum bytes of a picture or document.
pub const FILE_LIMIT: usize = 10 * 1024 * 1024;
/// Time after which a stored document without a row counts as the leftover of a crash.
const UNCONFIRMED_TTL: i64 = Timestamp::HOUR;
const EXPECTED: &str = "Send a PDF or a picture (JPEG, PNG, WebP or GIF).";

/// Validated document, not stored yet.
pub struct DocumentUpload {
    part: Part,
    kind: DocumentKind,
    name: String,
    mime: &'static str,
    bytes: i64,
    expires_on: Option<Date>,
    charge: UploadCharge,
}

/// Metadata of a document.
pub struct DocumentMeta<'a> {
    pub kind: Option<&'a str>,
    pub expires_on: Option<&'a str>,
}

/// Names of a document's three form fields.
pub struct DocumentFieldNames {
    pub file: &'static str,
    pub kind: &'static str,
    pub expires_on: &'static str,
}

/// Decodes the picture in a file, or returns a message for the user.
pub async fn picture(app: &AppState, file: UploadedFile) -> Result<Result<EncodedImage, String>> {
    if file.bytes == 0 {
        return Ok(Err("The file is empty.".to_owned()));
    }
    let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
    let read = web::block(move || pictures::read(file.part.path())).await?;
    Ok(read.map_err(|refused| refused.to_string()))
}

/// Reads a document and its metadata. `None`: `checks` contains the errors.
pub async fn read_document(
    app: &Arc<AppState>,
    checks: &mut FieldErrors,
    fields: &DocumentFieldNames,
    file: UploadedFile,
    told: DocumentMeta<'_>,
    now: Timestamp,
) -> Result<Option<DocumentUpload>> {
    let kind = checks.required::<DocumentKind>(fields.kind, told.kind.unwrap_or_default());
    let expires_on = checks.optional::<Date>(fields.expires_on, told.expires_on);
    // Valid to the end of the day in every time zone: at the latest twelve hours after it ends in UTC.
    if expires_on.as_ref().is_some_and(|day| day.start().plus(36 * Timestamp::HOUR) <= now) {
        checks.add(fields.expires_on, "This paper has expired.");
        return Ok(None);
    }
    let UploadedFile { name: sent, part, mut charge, .. } = file;
    let name = sent.clone();
    let judged = {
        let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
        let app = Arc::clone(app);
        web::block(move || validate(&app, part, &sent)).await??
    };
    let judged = judged.map_err(|says| if name.is_empty() { says.to_owned() } else { format!("{name}: {says}") });
    let Some(((part, name, mime), kind)) = checks.check(fields.file, judged).zip(kind) else { return Ok(None) };
    let bytes = part.path().metadata().map_err(Error::file)?.len();
    let bytes = i64::try_from(bytes).map_err(Error::internal)?;
    charge.raise_to(bytes, now).await?;
    Ok(Some(DocumentUpload { part, kind, name, mime, bytes, expires_on, charge }))
}

type Validated = Result<(Part, String, &'static str), &'static str>;

/// Validates a file. Returns a PDF unchanged and a picture re-encoded.
fn validate(app: &AppState, part: Part, name: &str) -> Result<Validated> {
    let mut head = Vec::with_capacity(HEAD);
    let opened = File::open(part.path()).map_err(Error::file)?;
    opened.take(HEAD as u64).read_to_end(&mut head).map_err(Error::file)?;
    Ok(match sniff(&head) {
        _ if head.is_empty() => Err("The file is empty."),
        Some(Sniffed::Document(Format::Pdf)) => {
            match document::judge(part.path(), Format::Pdf, name).map_err(Error::file)? {
                Ok(document) => Ok((part, document.name, document.mime)),
                Err(_) => Err("What the file holds does not fit its name."),
            }
        }
        Some(Sniffed::Picture) => match pictures::read(part.path()) {
            Ok(picture) => {
                let part = app.blobs.part_of(&picture.bytes).map_err(Error::file)?;
                Ok((part, renamed(name, picture.mime), picture.mime))
            }
            Err(pictures::ImageError::Kind) => Err(EXPECTED),
            Err(pictures::ImageError::TooLarge) => Err("The picture has too many pixels."),
            Err(pictures::ImageError::Damaged) => Err("The picture is damaged."),
        },
        _ => Err(EXPECTED),
    })
}

/// Replaces the extension of a picture's name with that of the encoded format.
fn renamed(name: &str, mime: &str) -> String {
    let ending = if mime == "image/png" { "png" } else { "jpg" };
    let name = document::clean(name);
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let stem: String = stem.chars().take(100).collect();
    format!("{}.{ending}", if stem.is_empty() { "picture" } else { &stem })
}

/// Stores documents under new keys. The caller inserts the rows, or calls [`discard`] to delete the files.
pub async fn keep(
    app: &Arc<AppState>,
    owner: UserId,
    documents: Vec<DocumentUpload>,
    now: Timestamp,
) -> Result<Vec<NewDocument>> {
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    let keys: Vec<String> = documents.iter().map(|_| new_key()).collect();
    pending_deletion::reserve(&app.db, &keys, now.plus(UNCONFIRMED_TTL)).await?;
    let mut kept: Vec<NewDocument> = Vec::with_capacity(documents.len());
    for (paper, key) in documents.into_iter().zip(keys) {
        if let Err(cause) = app.blobs.adopt(&key, &paper.part).await {
            remove(app, kept.iter().map(|paper| paper.key.as_str())).await;
            return Err(Error::file(cause));
        }
        paper.charge.keep();
        kept.push(NewDocument {
            id: DocumentId(app.ids.next(now)),
            owner,
            kind: paper.kind,
            name: paper.name,
            mime: paper.mime,
            key,
            bytes: paper.bytes,
            expires_on: paper.expires_on,
            created_at: now,
        });
    }
    Ok(kept)
}

/// Deletes the files under these keys, for which no rows exist.
pub async fn discard(app: &Arc<AppState>, keys: Vec<String>) -> Result<()> {
    remove(app, keys.iter().map(String::as_str)).await;
    Ok(pending_deletion::mark_done(&app.db, &keys).await?)
}

async fn remove<'a>(app: &AppState, keys: impl Iterator<Item = &'a str>) {
    for key in keys {
        if let Err(cause) = app.blobs.remove(key).await {
            tracing::error!(%cause, "a paper that nobody knows could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_name_gets_extension_of_encoded_format() {
        for (name, mime, called) in [
            ("Passport.PNG", "image/jpeg", "Passport.jpg"),
            ("scan.tar.webp", "image/png", "scan.tar.png"),
            ("scan", "image/jpeg", "scan.jpg"),
            ("", "image/jpeg", "picture.jpg"),
            ("a\u{202e}gpj.exe", "image/jpeg", "agpj.jpg"),
        ] {
            assert_eq!(renamed(name, mime), called);
        }
    }
}
