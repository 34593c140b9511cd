//! Uploaded files: what is known of them. Their bytes lie elsewhere, under a key of 128 bits that nobody can guess.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Tx,
    each,
    ids::{MediaId, UserId},
    on,
    time::Millis,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum MediaKind {
    Image,
}

/// A file as everybody who has its address sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Media {
    pub id: MediaId,
    pub kind: MediaKind,
    pub url: String,
    pub width: i64,
    pub height: i64,
    pub bytes: i64,
    /// What to show until it has loaded: a colour (`#rrggbb`) or a tiny `data:` address.
    pub placeholder: String,
}

/// A file that was stored and is to be known.
#[derive(Clone, Debug)]
pub struct NewMedia {
    pub id: MediaId,
    pub key: String,
    pub owner: UserId,
    pub kind: MediaKind,
    pub mime: String,
    pub width: i64,
    pub height: i64,
    pub bytes: i64,
    pub placeholder: String,
    pub created_at: Millis,
}

/// What is needed to hand a file out.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Stored {
    pub mime: String,
    pub bytes: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: MediaId,
    key: String,
    owner_id: UserId,
    kind: MediaKind,
    width: i64,
    height: i64,
    bytes: i64,
    placeholder: String,
}

impl From<Row> for Media {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            url: url(&row.key),
            width: row.width,
            height: row.height,
            bytes: row.bytes,
            placeholder: row.placeholder,
        }
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
    on!(db.write(), at => sqlx::query(
        "INSERT INTO media (id, key, owner_id, kind, mime, width, height, bytes, placeholder, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
        .bind(new.id).bind(&new.key).bind(new.owner).bind(new.kind).bind(&new.mime).bind(new.width).bind(new.height)
        .bind(new.bytes).bind(&new.placeholder).bind(new.created_at)
        .execute(at).await.map(drop))?;
    Ok(Media {
        id: new.id,
        kind: new.kind,
        url: url(&new.key),
        width: new.width,
        height: new.height,
        bytes: new.bytes,
        placeholder: new.placeholder.clone(),
    })
}

/// The file with this key.
pub async fn find_by_key(db: &Db, key: &str) -> Result<Option<Stored>> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT mime, bytes FROM media WHERE key = $1")
        .bind(key).fetch_optional(at).await)?)
}

/// Those of `wanted` that were uploaded by the owner named beside them, as seen by a transaction.
pub(crate) async fn owned(tx: &mut Tx, wanted: &[(UserId, MediaId)]) -> Result<HashMap<(UserId, MediaId), Media>> {
    let at = tx.at();
    let sql = each!(
        at,
        "SELECT id, key, owner_id, kind, width, height, bytes, placeholder FROM media
         WHERE (owner_id, id) IN (SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
        ")"
    );
    let wanted = serde_json::to_string(wanted)?;
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(wanted).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|row| ((row.owner_id, row.id), Media::from(row))).collect())
}
