//! Files of a form, stored as files of their owner: pictures and PDF documents.

use std::{fs::File, io::Read as _, sync::Arc};

use store::types::{
    ids::{MediaId, UserId},
    timestamp::Timestamp,
};

use super::{
    ParsedForm, check_quota,
    sniff::{Format, HEAD, Sniffed, sniff},
    take,
};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{extract::UploadedFile, rate_limit::RateLimitKey},
};

/// Maximum bytes of a file.
pub const FILE_LIMIT: usize = 10 * 1024 * 1024;

/// Stores files of `owner`. They are deleted after a day unless a row refers to them.
pub async fn store(app: &Arc<AppState>, owner: UserId, files: Vec<UploadedFile>) -> Result<Vec<MediaId>> {
    let mut stored = Vec::with_capacity(files.len());
    for file in files {
        app.limits.check(RateLimitKey::Uploads(owner.0), Timestamp::now())?;
        check_quota(app, owner).await?;
        let field = file.field;
        let sniffed = detect(&file)?;
        let received = ParsedForm { part: file.part, sniffed, name: file.name, voice: false, charge: file.charge };
        let media = take(app, owner, received).await.map_err(|cause| at_field(field, cause))?;
        stored.push(media.id);
    }
    Ok(stored)
}

fn detect(file: &UploadedFile) -> Result<Sniffed> {
    let mut head = Vec::with_capacity(HEAD);
    let opened = File::open(file.part.path()).map_err(Error::file)?;
    opened.take(HEAD as u64).read_to_end(&mut head).map_err(Error::file)?;
    match sniff(&head) {
        Some(kind @ (Sniffed::Picture | Sniffed::Document(Format::Pdf))) => Ok(kind),
        _ => Err(Error::field(file.field, "Send a picture (JPEG, PNG, WebP or GIF) or a PDF.")),
    }
}

/// Names the field of the form in an error about its file.
fn at_field(field: &str, cause: Error) -> Error {
    match cause {
        Error::Validation(fields) => {
            let says = fields.into_values().flatten().next().unwrap_or_default();
            Error::field(field, says)
        }
        Error::UnsupportedType(says) => Error::field(field, format!("This file is not accepted: {says}.")),
        other => other,
    }
}
