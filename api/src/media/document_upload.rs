//! Pictures and papers that come with a form: judged by their bytes before anything is kept, and removed again when what
//! they came with cannot be kept.

use std::{fs::File, io::Read as _, sync::Arc};

use actix_web::web;
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
        image_upload::{self, EncodedImage},
        sniff::{Format, HEAD, Sniffed, sniff},
    },
};

/// Bytes in a picture or paper at most.
pub const FILE_LIMIT: usize = 10 * 1024 * 1024;
/// How long a paper in place may stay unknown, before it is taken for what a crash has left.
const UNCONFIRMED_TTL: i64 = Timestamp::HOUR;
const EXPECTED: &str = "Send a PDF or a picture (JPEG, PNG, WebP or GIF).";

/// A paper that may be kept, and is not yet.
pub struct DocumentUpload {
    part: Part,
    kind: DocumentKind,
    name: String,
    mime: &'static str,
    bytes: i64,
    expires_on: Option<Date>,
}

/// What is told of a paper beside its bytes.
pub struct DocumentMeta<'a> {
    pub kind: Option<&'a str>,
    pub expires_on: Option<&'a str>,
}

/// The names of the three fields that a paper is made of.
pub struct DocumentFieldNames {
    pub file: &'static str,
    pub kind: &'static str,
    pub expires_on: &'static str,
}

/// The picture in a file, or the sentence that says why there is none.
pub async fn picture(app: &AppState, file: UploadedFile) -> Result<Result<EncodedImage, String>> {
    if file.bytes == 0 {
        return Ok(Err("The file is empty.".to_owned()));
    }
    let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
    let read = web::block(move || image_upload::read(file.part.path())).await?;
    Ok(read.map_err(|refused| refused.to_string()))
}

/// The paper in a file and in what is told of it; `None` when something is wrong, which `checks` then names.
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
    // Good to the end of the day, wherever that is: at the latest twelve hours after it ends in UTC.
    if expires_on.as_ref().is_some_and(|day| day.start().plus(36 * Timestamp::HOUR) <= now) {
        checks.add(fields.expires_on, "This paper has expired.");
        return Ok(None);
    }
    let name = file.name.clone();
    let judged = {
        let _turn = app.decoding.acquire().await.map_err(Error::internal)?;
        let app = Arc::clone(app);
        web::block(move || validate(&app, file)).await??
    };
    let judged = judged.map_err(|says| if name.is_empty() { says.to_owned() } else { format!("{name}: {says}") });
    let Some(((part, name, mime), kind)) = checks.check(fields.file, judged).zip(kind) else { return Ok(None) };
    let bytes = part.path().metadata().map_err(Error::file)?.len();
    let bytes = i64::try_from(bytes).map_err(Error::internal)?;
    Ok(Some(DocumentUpload { part, kind, name, mime, bytes, expires_on }))
}

type Validated = Result<(Part, String, &'static str), &'static str>;

/// What is to be kept of a file: a PDF as it is, a picture encoded anew.
fn validate(app: &AppState, file: UploadedFile) -> Result<Validated> {
    let mut head = Vec::with_capacity(HEAD);
    let opened = File::open(file.part.path()).map_err(Error::file)?;
    opened.take(HEAD as u64).read_to_end(&mut head).map_err(Error::file)?;
    Ok(match sniff(&head) {
        _ if head.is_empty() => Err("The file is empty."),
        Some(Sniffed::Document(Format::Pdf)) => {
            match document::judge(file.part.path(), Format::Pdf, &file.name).map_err(Error::file)? {
                Ok(document) => Ok((file.part, document.name, document.mime)),
                Err(_) => Err("What the file holds does not fit its name."),
            }
        }
        Some(Sniffed::Picture) => match image_upload::read(file.part.path()) {
            Ok(picture) => {
                let part = app.blobs.part_of(&picture.bytes).map_err(Error::file)?;
                Ok((part, renamed(&file.name, picture.mime), picture.mime))
            }
            Err(image_upload::ImageError::Kind) => Err(EXPECTED),
            Err(image_upload::ImageError::TooLarge) => Err("The picture has too many pixels."),
            Err(image_upload::ImageError::Damaged) => Err("The picture is damaged."),
        },
        _ => Err(EXPECTED),
    })
}

/// The name of a picture with the ending of what it was encoded as.
fn renamed(name: &str, mime: &str) -> String {
    let ending = if mime == "image/png" { "png" } else { "jpg" };
    let name = document::clean(name);
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let stem: String = stem.chars().take(100).collect();
    format!("{}.{ending}", if stem.is_empty() { "picture" } else { &stem })
}

/// Puts papers in place under new keys. What it answers is to be made known; until then [`discard`] takes them away again.
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
    let app = Arc::clone(app);
    web::block(move || {
        let mut kept: Vec<NewDocument> = Vec::with_capacity(documents.len());
        for (paper, key) in documents.into_iter().zip(keys) {
            if let Err(cause) = app.blobs.adopt(&key, &paper.part) {
                remove(&app, kept.iter().map(|paper| paper.key.as_str()));
                return Err(Error::file(cause));
            }
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
    })
    .await?
}

/// Takes away the bytes under these keys, which are not known after all.
pub async fn discard(app: &Arc<AppState>, keys: Vec<String>) -> Result<()> {
    let shared = Arc::clone(app);
    let keys = web::block(move || {
        remove(&shared, keys.iter().map(String::as_str));
        keys
    });
    Ok(pending_deletion::mark_done(&app.db, &keys.await?).await?)
}

fn remove<'a>(app: &AppState, keys: impl Iterator<Item = &'a str>) {
    for key in keys {
        if let Err(cause) = app.blobs.remove(key) {
            tracing::error!(%cause, "a paper that nobody knows could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_called_what_it_has_become() {
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
