//! Streaming form: fields, lists and files. For forms with files or repeated fields; all others use
//! [`Body`](crate::http::extract::Body).
//!
//! A handler receives the form only after its own checks, so that rejected clients cannot fill the disk. Files are
//! charged to the daily upload quota and written to disk as they arrive. Both are undone with the [`ParsedForm`] unless
//! the files are kept.

use std::time::Duration;

use actix_multipart::{Field, Multipart};
use actix_web::{FromRequest, HttpMessage as _, HttpRequest, dev::Payload, http::header::HeaderMap};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::types::{text::turns, timestamp::Timestamp};

use super::{
    body::{EXPECTED, FIELDS, FORM_LIMIT, check_coding, gather, multipart_error, read_field},
    json,
    values::{self, FieldValue},
};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::blob_store::Part,
    media::upload_quota::{Payer, UploadCharge},
};

/// Maximum forms with files that arrive at the same time from an account, or from an address without one.
const AT_ONCE: u32 = 10;
/// Form timeout: 40 MB at 3 Mbit/s, and a pause.
const PATIENCE: Duration = Duration::from_secs(120);

/// Form contents besides single fields.
pub struct FormSpec {
    /// Repeatable fields, sent as `name` or as `name[]`.
    pub lists: &'static [&'static str],
    /// File fields, each with its maximum number of files.
    pub files: &'static [(&'static str, usize)],
    /// Maximum bytes of a file.
    pub file_limit: usize,
    /// Maximum bytes of all files.
    pub total_limit: usize,
}

/// Form of lists without files.
pub const fn lists(lists: &'static [&'static str]) -> FormSpec {
    FormSpec { lists, files: &[], file_limit: 0, total_limit: 0 }
}

/// Unread form.
pub struct StreamingForm {
    kind: String,
    headers: HeaderMap,
    payload: Payload,
}

/// Received form.
pub struct ParsedForm<T> {
    pub form: T,
    pub files: Vec<UploadedFile>,
}

/// Received file, not validated yet.
pub struct UploadedFile {
    pub field: &'static str,
    /// File name as sent, without path and at most 200 characters.
    pub name: String,
    pub bytes: usize,
    pub part: Part,
    /// Bytes charged to the sender. Dropping it refunds them.
    pub charge: UploadCharge,
}

impl FromRequest for StreamingForm {
    type Error = Error;
    type Future = std::future::Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Self {
            kind: request.content_type().to_ascii_lowercase(),
            headers: request.headers().clone(),
            payload: payload.take(),
        }))
    }
}

impl StreamingForm {
    /// Receives the form and parses it into `T`, from multipart, urlencoded or JSON. Its files are charged to `payer`.
    pub async fn receive<T: DeserializeOwned>(
        self,
        app: &AppState,
        payer: impl Into<Payer>,
        shape: &FormSpec,
    ) -> Result<ParsedForm<T>> {
        check_coding(&self.headers)?;
        let payer = payer.into();
        let _places = match payer {
            _ if shape.files.is_empty() => (None, None),
            Payer::Account(owner) => (Some(app.uploads.account(owner, AT_ONCE).ok_or(Error::TooMany(1))?), None),
            Payer::Network(address) => (None, Some(app.uploads.address(address, AT_ONCE).ok_or(Error::TooMany(1))?)),
        };
        let read = async {
            let (fields, files) = match self.kind.as_str() {
                "application/json" => (json::fields(&gather(self.payload).await?)?, Vec::new()),
                "application/x-www-form-urlencoded" => (text_fields(&gather(self.payload).await?)?, Vec::new()),
                "multipart/form-data" => {
                    read_multipart(Multipart::new(&self.headers, self.payload), app, payer, shape).await?
                }
                _ => return Err(Error::UnsupportedType(EXPECTED)),
            };
            Ok(ParsedForm { form: values::read(collect_lists(fields, shape))?, files })
        };
        actix_rt::time::timeout(PATIENCE, read).await.map_err(|_| Error::Timeout)?
    }
}

impl<T> ParsedForm<T> {
    /// Returns the file of a field with at most a single file.
    pub fn file(&mut self, field: &str) -> Option<UploadedFile> {
        let place = self.files.iter().position(|file| file.field == field)?;
        Some(self.files.remove(place))
    }
}

fn text_fields(body: &[u8]) -> Result<Vec<(String, FieldValue)>> {
    let pairs: Vec<(String, String)> =
        serde_urlencoded::from_bytes(body).map_err(|cause| Error::Malformed(cause.to_string()))?;
    Ok(pairs.into_iter().map(|(name, text)| (name, FieldValue::Text(text))).collect())
}

/// Collects the repeated values of a list into an array. Empty values stay, so that parallel lists keep their indexes.
fn collect_lists(fields: Vec<(String, FieldValue)>, shape: &FormSpec) -> Vec<(String, FieldValue)> {
    let mut all: Vec<(String, FieldValue)> = Vec::new();
    for (name, value) in fields {
        let list = shape.lists.iter().find(|list| name == **list || name.strip_suffix("[]") == Some(**list));
        let (Some(list), FieldValue::Text(text)) = (list, &value) else {
            all.push((name, value));
            continue;
        };
        let place = all.iter().position(|(known, _)| known == list).unwrap_or_else(|| {
            all.push(((*list).to_owned(), FieldValue::Json(Value::Array(Vec::new()))));
            all.len() - 1
        });
        if let (_, FieldValue::Json(Value::Array(items))) = &mut all[place] {
            items.push(Value::String(text.clone()));
        }
    }
    all
}

async fn read_multipart(
    mut form: Multipart,
    app: &AppState,
    payer: Payer,
    shape: &FormSpec,
) -> Result<(Vec<(String, FieldValue)>, Vec<UploadedFile>)> {
    let (mut fields, mut files) = (Vec::new(), Vec::<UploadedFile>::new());
    let (mut left, mut room) = (FORM_LIMIT, shape.total_limit);
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|cause| multipart_error(&cause, FORM_LIMIT))?;
        if fields.len() + files.len() == FIELDS {
            return Err(Error::Malformed(format!("more than {FIELDS} fields")));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let Some(file_name) = field.content_disposition().and_then(|told| told.get_filename().map(plain_name)) else {
            let value = read_field(&mut field, &mut left).await?;
            let text =
                String::from_utf8(value.to_vec()).map_err(|_| Error::field(&name, "Expected a text in UTF-8."))?;
            fields.push((name, FieldValue::Text(text)));
            continue;
        };
        let known = shape.files.iter().find(|(known, _)| name == *known || name.strip_suffix("[]") == Some(*known));
        let Some((known, most)) = known else {
            return Err(Error::field(&name, "No file is expected here."));
        };
        if files.iter().filter(|file| file.field == *known).count() == *most {
            let says =
                if *most == 1 { "This field came twice.".to_owned() } else { format!("Send at most {most} files.") };
            return Err(Error::field(known, says));
        }
        let (part, charge) = (app.blobs.part().map_err(Error::file)?, app.upload_quota.begin(payer));
        let mut file = UploadedFile { field: known, name: file_name, bytes: 0, part, charge };
        receive_file(&mut field, &mut file, shape.file_limit.min(room), shape).await?;
        room -= file.bytes;
        // Browsers send this for an empty file input.
        if file.name.is_empty() && file.bytes == 0 {
            continue;
        }
        files.push(file);
    }
    Ok((fields, files))
}

async fn receive_file(field: &mut Field, file: &mut UploadedFile, limit: usize, shape: &FormSpec) -> Result<()> {
    while let Some(chunk) = field.next().await {
        let chunk = chunk.map_err(|cause| multipart_error(&cause, shape.file_limit))?;
        file.bytes += chunk.len();
        if file.bytes > limit {
            let told = if limit < shape.file_limit { shape.total_limit } else { shape.file_limit };
            return Err(Error::TooLarge(told));
        }
        file.charge.add(chunk.len(), Timestamp::now()).await?;
        // Written to the page cache: about 10 µs for a chunk of 64 KB, less than a hand-over to another thread.
        file.part.write(&chunk).map_err(Error::file)?;
    }
    Ok(())
}

/// Returns the last part of a path, without non-printable characters.
fn plain_name(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    last.chars().filter(|c| !c.is_control() && !turns(*c)).take(200).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_merged_from_both_field_spellings() {
        #[derive(Debug, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Form {
            name: String,
            #[serde(default)]
            tags: Vec<String>,
        }
        let read = |text: &str| {
            let fields = text_fields(text.as_bytes()).unwrap();
            values::read::<Form>(collect_lists(fields, &lists(&["tags"])))
        };
        let tags =
            |tags: &[&str]| Form { name: "a".to_owned(), tags: tags.iter().map(|tag| (*tag).to_owned()).collect() };
        assert_eq!(read("tags=x&name=a&tags[]=y").unwrap(), tags(&["x", "y"]));
        assert_eq!(read("name=a").unwrap(), tags(&[]));
        assert!(read("name=a&name=b").is_err() && read("name[]=a").is_err());
    }

    #[test]
    fn file_name_is_last_path_part_and_printable() {
        for (sent, kept) in [
            ("licence.pdf", "licence.pdf"),
            ("../../etc/passwd", "passwd"),
            ("C:\\papers\\licence.pdf", "licence.pdf"),
            ("a\r\nset-cookie: x.pdf", "aset-cookie: x.pdf"),
            ("cod\u{202e}exe.pdf", "codexe.pdf"),
            ("/", ""),
        ] {
            assert_eq!(plain_name(sent), kept);
        }
        assert_eq!(plain_name(&"é".repeat(300)).chars().count(), 200);
    }
}
