//! Metadata of uploaded files. The bytes are in the blob store under an unguessable 128-bit key.
//!
//! A file is `used` once a message carries it. [`forget_unshown`] deletes a file with the last message that shows it.
//! [`forget_unused`] deletes a file that no message carried within a day.

pub(crate) mod attached;
pub mod pending_deletion;
pub mod picture;
pub mod stream;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Tx,
    each, on,
    types::{
        ids::{MediaId, UserId},
        timestamp::Timestamp,
    },
};

/// Condition on `media`: no account, chat, company, advertisement, offering, return, reel, ticket or
/// feedback shows the file. Messages are counted by `used`.
macro_rules! unshown {
    () => {
        "NOT EXISTS (SELECT 1 FROM account WHERE account.picture = '/media/' || media.key)
            AND NOT EXISTS (SELECT 1 FROM chat WHERE chat.picture = '/media/' || media.key)
            AND NOT EXISTS (SELECT 1 FROM company WHERE company.logo_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM company WHERE company.cover_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM company_picture WHERE company_picture.media_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM company_news WHERE company_news.media_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM advertisement WHERE advertisement.media_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM offering_picture WHERE offering_picture.media_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM resource WHERE resource.picture_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM reel WHERE reel.video_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM reel WHERE reel.small_video_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM reel WHERE reel.poster_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM order_return_media WHERE order_return_media.media_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM reel_upload u
                WHERE u.video_id = media.id OR u.small_video_id = media.id OR u.poster_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM ticket_file WHERE ticket_file.media_id = media.id)
            AND NOT EXISTS (SELECT 1 FROM feedback WHERE feedback.media_id = media.id)"
    };
}

/// MIME type of posters.
pub const POSTER_MIME: &str = "image/jpeg";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum MediaKind {
    Image,
    /// Voice recording.
    Voice,
    Video,
    /// Any other file, for download.
    File,
}

/// File as visible to everyone who knows its URL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Media {
    pub id: MediaId,
    pub kind: MediaKind,
    pub url: String,
    pub mime: String,
    /// File name on the uploader's device.
    pub name: Option<String>,
    /// Width in pixels of a picture or video.
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub bytes: i64,
    /// Placeholder of a picture or video until loaded: a colour (`#rrggbb`) or a tiny `data:` URL.
    pub placeholder: Option<String>,
    /// Duration of a recording or video in milliseconds.
    pub duration_ms: Option<i64>,
    /// Waveform of a recording: at most 64 loudness values from 0 to 100.
    #[schema(max_items = 64)]
    pub waveform: Option<Vec<u8>>,
    /// URL of the poster of a video.
    pub poster: Option<String>,
}

/// Stored file to insert.
#[derive(Clone, Debug)]
pub struct NewMedia {
    pub id: MediaId,
    pub key: String,
    pub owner: UserId,
    pub kind: MediaKind,
    pub mime: String,
    pub name: Option<String>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub bytes: i64,
    pub placeholder: Option<String>,
    pub duration_ms: Option<i64>,
    pub waveform: Option<Vec<u8>>,
    /// Key of the poster of a video.
    pub poster: Option<String>,
    /// The files of [`stream`] are beside it.
    pub streams: bool,
    pub created_at: Timestamp,
}

impl NewMedia {
    /// Creates file metadata with required fields only.
    pub fn new(
        id: MediaId,
        key: String,
        owner: UserId,
        kind: MediaKind,
        mime: &str,
        bytes: i64,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            key,
            owner,
            kind,
            mime: mime.to_owned(),
            name: None,
            width: None,
            height: None,
            bytes,
            placeholder: None,
            duration_ms: None,
            waveform: None,
            poster: None,
            streams: false,
            created_at: now,
        }
    }

    /// Returns the file as other users see it.
    pub fn shown(&self) -> Media {
        Media {
            id: self.id,
            kind: self.kind,
            url: url(&self.key),
            mime: self.mime.clone(),
            name: self.name.clone(),
            width: self.width,
            height: self.height,
            bytes: self.bytes,
            placeholder: self.placeholder.clone(),
            duration_ms: self.duration_ms,
            waveform: self.waveform.clone(),
            poster: self.poster.as_deref().map(url),
        }
    }
}

/// Metadata for serving a file.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Stored {
    pub kind: MediaKind,
    pub mime: String,
    pub name: Option<String>,
    /// Width of a picture in pixels. A poster is as wide as its video.
    pub width: Option<i64>,
    /// The files of [`stream`] are beside it.
    pub streams: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: MediaId,
    key: String,
    owner_id: UserId,
    kind: MediaKind,
    mime: String,
    name: Option<String>,
    width: Option<i64>,
    height: Option<i64>,
    bytes: i64,
    placeholder: Option<String>,
    duration_ms: Option<i64>,
    waveform: Option<String>,
    poster: Option<String>,
}

impl Row {
    fn into_media(self) -> Result<Media> {
        Ok(Media {
            id: self.id,
            kind: self.kind,
            url: url(&self.key),
            mime: self.mime,
            name: self.name,
            width: self.width,
            height: self.height,
            bytes: self.bytes,
            placeholder: self.placeholder,
            duration_ms: self.duration_ms,
            waveform: self.waveform.map(|json| serde_json::from_str(&json)).transpose()?,
            poster: self.poster.as_deref().map(url),
        })
    }
}

/// Returns the URL path of the file with this key.
pub fn url(key: &str) -> String {
    format!("/media/{key}")
}

/// Returns a new key: 128 random bits as 32 hexadecimal digits.
pub fn new_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Returns true if the text has the format of a key and is safe as a file name.
pub fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Inserts the row of a stored file.
pub async fn insert(db: &Db, new: &NewMedia) -> Result<Media> {
    let waveform = new.waveform.as_ref().map(serde_json::to_string).transpose()?;
    on!(db.write(), at => sqlx::query(
        "INSERT INTO media (id, key, owner_id, kind, mime, name, width, height, bytes, placeholder, duration_ms, waveform,
            poster, streams, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)")
        .bind(new.id).bind(&new.key).bind(new.owner).bind(new.kind).bind(&new.mime).bind(&new.name).bind(new.width)
        .bind(new.height).bind(new.bytes).bind(&new.placeholder).bind(new.duration_ms).bind(waveform).bind(&new.poster)
        .bind(new.streams).bind(new.created_at)
        .execute(at).await.map(drop))?;
    Ok(new.shown())
}

/// Finds the file or the video poster with this key.
pub async fn find_by_key(db: &Db, key: &str) -> Result<Option<Stored>> {
    #[derive(sqlx::FromRow)]
    struct Found {
        kind: MediaKind,
        mime: String,
        name: Option<String>,
        width: Option<i64>,
        streams: bool,
        is_poster: bool,
    }
    let row: Option<Found> = on!(db.read(), at => sqlx::query_as(
        "SELECT kind, mime, name, width, streams, FALSE AS is_poster FROM media WHERE key = $1
         UNION ALL SELECT kind, mime, name, width, FALSE, TRUE FROM media WHERE poster = $1")
        .bind(key).fetch_optional(at).await)?;
    Ok(row.map(|Found { kind, mime, name, width, streams, is_poster }| {
        if is_poster {
            Stored { kind: MediaKind::Image, mime: POSTER_MIME.to_owned(), name: None, width, streams }
        } else {
            Stored { kind, mime, name, width, streams }
        }
    }))
}

/// Returns these files by id, with one query.
pub(crate) async fn find_all(db: &Db, ids: &[MediaId]) -> Result<HashMap<MediaId, Media>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id, key, owner_id, kind, mime, name, width, height, bytes, placeholder, duration_ms, waveform, poster
         FROM media WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?;
    rows.into_iter().map(|row| Ok((row.id, row.into_media()?))).collect()
}

/// Returns the total bytes that `owner` has uploaded but not sent.
pub async fn unused_bytes(db: &Db, owner: UserId) -> Result<i64> {
    let (bytes,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM media WHERE owner_id = $1 AND used = FALSE")
        .bind(owner).fetch_one(at).await)?;
    Ok(bytes)
}

/// Deletes at most `limit` files uploaded before `before` that no message, account, chat, company or offering uses.
/// Returns their number. Schedules deletion of their bytes.
pub async fn forget_unused(db: &Db, before: Timestamp, limit: i64) -> Result<usize> {
    let mut tx = db.begin().await?;
    let rows: Vec<(String, Option<String>)> = on!(tx.at(), at => sqlx::query_as(concat!(
        "DELETE FROM media WHERE used = FALSE AND id IN (
            SELECT id FROM media WHERE used = FALSE AND created_at < $1 AND ",
        unshown!(),
        " ORDER BY id LIMIT $2)
         RETURNING key, poster"))
        .bind(before).bind(limit).fetch_all(at).await)?;
    let forgotten = rows.len();
    pending_deletion::add(&mut tx, &keys(rows)).await?;
    tx.commit().await?;
    Ok(forgotten)
}

/// Marks those of these files that no message shows as unused. [`forget_unused`] deletes them later.
pub(crate) async fn release(tx: &mut Tx, ids: &[MediaId]) -> Result<()> {
    tx.lock_media(ids).await?;
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE media SET used = FALSE WHERE NOT EXISTS (SELECT 1 FROM message_media s WHERE s.media_id = media.id)
            AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    on!(at, at => sqlx::query(sql).bind(&ids).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes those of these files that no message shows. Keeps a file while an account, a chat, a company or an offering
/// uses it as its picture.
pub(crate) async fn forget_unshown(tx: &mut Tx, ids: &[MediaId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    release(tx, ids).await?;
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        concat!(
            "DELETE FROM media WHERE used = FALSE AND ",
            unshown!(),
            " AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM "
        ),
        ") RETURNING key, poster"
    );
    let rows: Vec<(String, Option<String>)> = on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    pending_deletion::add(tx, &keys(rows)).await
}

/// Returns the keys of files and of their posters.
fn keys(rows: Vec<(String, Option<String>)>) -> Vec<String> {
    rows.into_iter().flat_map(|(key, poster)| std::iter::once(key).chain(poster)).collect()
}

/// Returns the files of `wanted` that the paired owner uploaded, and marks them as used. Reads within the transaction.
pub(crate) async fn owned(tx: &mut Tx, wanted: &[(UserId, MediaId)]) -> Result<HashMap<(UserId, MediaId), Media>> {
    let at = tx.at();
    // A single statement marks and reads, so that no file can be deleted in between.
    let sql = each!(
        at,
        "UPDATE media SET used = TRUE
         WHERE (owner_id, id) IN (SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
        ")
         RETURNING id, key, owner_id, kind, mime, name, width, height, bytes, placeholder, duration_ms, waveform, poster"
    );
    let wanted = serde_json::to_string(wanted)?;
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(wanted).fetch_all(at).await)?;
    rows.into_iter().map(|row| Ok(((row.owner_id, row.id), row.into_media()?))).collect()
}
