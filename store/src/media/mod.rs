//! Uploaded files: what is known of them. Their bytes lie elsewhere, under a key of 128 bits that nobody can guess.
//!
//! A file is `used` once a message carries it. It goes with the last message that shows it ([`forget_unshown`]); one that
//! never was sent goes after a day ([`forget_unused`]).

pub mod pending_deletion;

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

/// What a poster is encoded as.
pub const POSTER_MIME: &str = "image/jpeg";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum MediaKind {
    Image,
    /// A recording: what is said.
    Voice,
    Video,
    /// Anything else, to be kept and opened elsewhere.
    File,
}

/// A file as everybody who has its address sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Media {
    pub id: MediaId,
    pub kind: MediaKind,
    pub url: String,
    pub mime: String,
    /// What a file was called on its owner's device.
    pub name: Option<String>,
    /// Of pictures and videos.
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub bytes: i64,
    /// What to show of a picture or a video until it has loaded: a colour (`#rrggbb`) or a tiny `data:` address.
    pub placeholder: Option<String>,
    /// Of recordings and videos.
    pub duration_ms: Option<i64>,
    /// How loud a recording is along its way: at most 64 values from 0 to 100.
    #[schema(max_items = 64)]
    pub waveform: Option<Vec<u8>>,
    /// Where a picture of a video is found.
    pub poster: Option<String>,
}

/// A file that was stored and is to be known.
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
    /// The key of a video's picture.
    pub poster: Option<String>,
    pub created_at: Timestamp,
}

impl NewMedia {
    /// A file of which nothing is known but this.
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
            created_at: now,
        }
    }

    /// The file as others will see it.
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

/// What is needed to hand a file out.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Stored {
    pub kind: MediaKind,
    pub mime: String,
    pub name: Option<String>,
    /// Pixels of a picture. That of a video is as wide as the video.
    pub width: Option<i64>,
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

/// Where a browser finds the file with this key.
pub fn url(key: &str) -> String {
    format!("/media/{key}")
}

/// A new key: 128 random bits as 32 hexadecimal digits.
pub fn new_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Whether a text has the shape of a key, and so may be used as a file name.
pub fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Makes a stored file known.
pub async fn insert(db: &Db, new: &NewMedia) -> Result<Media> {
    let waveform = new.waveform.as_ref().map(serde_json::to_string).transpose()?;
    on!(db.write(), at => sqlx::query(
        "INSERT INTO media (id, key, owner_id, kind, mime, name, width, height, bytes, placeholder, duration_ms, waveform,
            poster, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)")
        .bind(new.id).bind(&new.key).bind(new.owner).bind(new.kind).bind(&new.mime).bind(&new.name).bind(new.width)
        .bind(new.height).bind(new.bytes).bind(&new.placeholder).bind(new.duration_ms).bind(waveform).bind(&new.poster)
        .bind(new.created_at)
        .execute(at).await.map(drop))?;
    Ok(new.shown())
}

/// The file with this key, or the video's picture with this key.
pub async fn find_by_key(db: &Db, key: &str) -> Result<Option<Stored>> {
    #[derive(sqlx::FromRow)]
    struct Found {
        kind: MediaKind,
        mime: String,
        name: Option<String>,
        width: Option<i64>,
        is_poster: bool,
    }
    let row: Option<Found> = on!(db.read(), at => sqlx::query_as(
        "SELECT kind, mime, name, width, FALSE AS is_poster FROM media WHERE key = $1
         UNION ALL SELECT kind, mime, name, width, TRUE FROM media WHERE poster = $1")
        .bind(key).fetch_optional(at).await)?;
    Ok(row.map(|Found { kind, mime, name, width, is_poster }| {
        if is_poster {
            Stored { kind: MediaKind::Image, mime: POSTER_MIME.to_owned(), name: None, width }
        } else {
            Stored { kind, mime, name, width }
        }
    }))
}

/// Bytes that `owner` has uploaded and not sent yet.
pub async fn unused_bytes(db: &Db, owner: UserId) -> Result<i64> {
    let (bytes,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM media WHERE owner_id = $1 AND used = FALSE")
        .bind(owner).fetch_one(at).await)?;
    Ok(bytes)
}

/// Forgets at most `limit` files that were uploaded before `before` and are nowhere: no message carries them, nobody and
/// no chat has them for its picture. Answers how many; their bytes are removed next.
pub async fn forget_unused(db: &Db, before: Timestamp, limit: i64) -> Result<usize> {
    let mut tx = db.begin().await?;
    let rows: Vec<(String, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM media WHERE used = FALSE AND id IN (
            SELECT id FROM media m WHERE m.used = FALSE AND m.created_at < $1
                AND NOT EXISTS (SELECT 1 FROM account a WHERE a.picture = '/media/' || m.key)
                AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.picture = '/media/' || m.key)
            ORDER BY m.id LIMIT $2)
         RETURNING key, poster")
        .bind(before).bind(limit).fetch_all(at).await)?;
    let forgotten = rows.len();
    pending_deletion::add(&mut tx, &keys(rows)).await?;
    tx.commit().await?;
    Ok(forgotten)
}

/// Forgets those of these files that no message shows any more. What is a picture of somebody or of a chat stays until that
/// has another.
pub(crate) async fn forget_unshown(tx: &mut Tx, ids: &[MediaId]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
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
    let at = tx.at();
    let sql = each!(
        at,
        "DELETE FROM media WHERE used = FALSE
            AND NOT EXISTS (SELECT 1 FROM account a WHERE a.picture = '/media/' || media.key)
            AND NOT EXISTS (SELECT 1 FROM chat c WHERE c.picture = '/media/' || media.key)
            AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") RETURNING key, poster"
    );
    let rows: Vec<(String, Option<String>)> = on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    pending_deletion::add(tx, &keys(rows)).await
}

/// The keys of files and of their posters.
fn keys(rows: Vec<(String, Option<String>)>) -> Vec<String> {
    rows.into_iter().flat_map(|(key, poster)| std::iter::once(key).chain(poster)).collect()
}

/// Those of `wanted` that were uploaded by the owner named beside them, as seen by a transaction; they count as used from
/// then on.
pub(crate) async fn owned(tx: &mut Tx, wanted: &[(UserId, MediaId)]) -> Result<HashMap<(UserId, MediaId), Media>> {
    let at = tx.at();
    // One statement both marks and reads, so that none of them can be forgotten in between.
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
