//! Uploads of videos in parts, so that an interrupted upload continues.
//!
//! The rows know the parts and the state; the caller writes the bytes. Part `n` begins at `n * part_bytes`. Parts may
//! come in any order, and again.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ReelVideo, Refusal, Result,
    video::{VideoColumns, video_columns},
};
use crate::{
    Db,
    db::Tx,
    each,
    media::{
        self,
        picture::{self, Picture},
    },
    on,
    types::{
        ids::{CompanyId, MediaId, UploadId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum bytes of a video.
pub const MAX_BYTES: i64 = 500 * 1024 * 1024;
/// Bytes of a part; the last may be shorter.
pub const PART_BYTES: i64 = 4 * 1024 * 1024;
/// Maximum uploads of a company that are not finished.
const MAX_OPEN: i64 = 10;
/// Retention of an upload without progress.
pub const RETENTION: i64 = Timestamp::DAY;
/// Time without a sign of life after which an encoding counts as interrupted, as by a restart of its server.
pub const SILENCE: i64 = 2 * Timestamp::MINUTE;
/// Time from a fault of the server to the next encoding.
const RETRY_AFTER: i64 = 10 * Timestamp::MINUTE;
/// Encodings of an upload that the server begins unasked, the first included: a video may be what stops it.
const MAX_ATTEMPTS: i64 = 3;
/// Maximum characters of a file name.
const NAME_MAX: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum UploadState {
    /// Parts are missing, or it is not completed yet. Also after a fault of the server, which tries again by itself, or
    /// when it is completed again.
    Receiving,
    /// The video is being checked and encoded.
    Processing,
    /// A reel can be made of it.
    Ready,
    /// The video was refused.
    Failed,
    /// A reel was made of it.
    Used,
}

/// Upload as its company sees it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ReelUpload)]
pub struct ReelUpload {
    pub id: UploadId,
    pub name: String,
    pub bytes: i64,
    /// Bytes of a part; the last may be shorter.
    pub part_bytes: i64,
    /// Number of parts. They count from 0.
    pub parts: i64,
    /// Parts that have arrived.
    pub received: Vec<i64>,
    pub state: UploadState,
    /// Reason why the video was refused.
    pub failure: Option<String>,
    pub video: Option<ReelVideo>,
    pub poster: Option<Picture>,
    pub created_at: Timestamp,
}

/// Upload to begin.
#[derive(Clone, Debug)]
pub struct NewUpload {
    pub id: UploadId,
    pub company: CompanyId,
    pub owner: UserId,
    pub key: String,
    pub name: String,
    pub bytes: i64,
    pub now: Timestamp,
}

/// File of an upload.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct UploadFile {
    pub key: String,
    pub bytes: i64,
    pub part_bytes: i64,
    pub state: UploadState,
    pub owner_id: UserId,
}

impl UploadFile {
    /// Returns offset and length of a part. `None` if there is no such part.
    pub fn part(&self, number: i64) -> Option<(i64, i64)> {
        let offset = number.checked_mul(self.part_bytes).filter(|offset| (0..self.bytes).contains(offset))?;
        Some((offset, self.part_bytes.min(self.bytes - offset)))
    }
}

/// Outcome of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartResult {
    Received,
    /// The same bytes were there already.
    Repeated,
}

/// Encoded files of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct EncodedFiles {
    #[sqlx(rename = "video_id")]
    pub video: MediaId,
    #[sqlx(rename = "small_video_id")]
    pub small_video: Option<MediaId>,
    #[sqlx(rename = "poster_id")]
    pub poster: Option<MediaId>,
}

/// Begins an upload.
pub async fn create(db: &Db, new: &NewUpload) -> Result<()> {
    if !(1..=MAX_BYTES).contains(&new.bytes) {
        return Err(Refusal::Field("bytes", "A video has at most 500 MB.").into());
    }
    let name: String = new.name.trim().chars().filter(|c| !c.is_control()).take(NAME_MAX).collect();
    let mut tx = db.begin().await?;
    tx.lock_company(new.company).await?;
    let (open,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT count(*) FROM reel_upload WHERE company_id = $1 AND state IN ('receiving', 'processing', 'ready')")
        .bind(new.company).fetch_one(at).await)?;
    if open >= MAX_OPEN {
        return Err(Refusal::Conflict("reel.too_many_uploads", "Finish or delete an upload first.").into());
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_upload (id, company_id, owner_id, key, name, bytes, part_bytes, state, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'receiving', $8, $8)")
        .bind(new.id).bind(new.company).bind(new.owner).bind(&new.key).bind(name).bind(new.bytes).bind(PART_BYTES)
        .bind(new.now).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(())
}

/// Returns the file of a company's upload.
pub async fn file(db: &Db, id: UploadId, company: CompanyId) -> Result<UploadFile> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT key, bytes, part_bytes, state, owner_id FROM reel_upload WHERE id = $1 AND company_id = $2")
        .bind(id).bind(company).fetch_one(at).await)?)
}

/// Returns the checksum of a part that has arrived.
pub async fn checksum(db: &Db, id: UploadId, number: i64) -> Result<Option<String>> {
    let row: Option<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT checksum FROM reel_upload_part WHERE upload_id = $1 AND number = $2")
        .bind(id).bind(number).fetch_optional(at).await)?;
    Ok(row.map(|(checksum,)| checksum))
}

/// Records a part whose bytes are written.
pub async fn receive(db: &Db, id: UploadId, number: i64, checksum: &str, now: Timestamp) -> Result<PartResult> {
    let mut tx = db.begin().await?;
    let open = on!(tx.at(), at => sqlx::query("UPDATE reel_upload SET updated_at = $2 WHERE id = $1 AND state = 'receiving'")
        .bind(id).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if open == 0 {
        return Err(Refusal::Conflict("reel.upload_state", "This upload takes no parts any more.").into());
    }
    let added = on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_upload_part (upload_id, number, checksum) VALUES ($1, $2, $3)
         ON CONFLICT (upload_id, number) DO UPDATE SET checksum = $3 WHERE reel_upload_part.checksum <> $3")
        .bind(id).bind(number).bind(checksum).execute(at).await.map(|done| done.rows_affected()))?;
    tx.commit().await?;
    Ok(if added > 0 { PartResult::Received } else { PartResult::Repeated })
}

/// Encoding that has begun. A later one of the same upload takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    pub id: UploadId,
    attempt: i64,
}

/// Begins to process an upload whose parts have all arrived. Returns none if another call has begun before.
pub async fn complete(db: &Db, id: UploadId, company: CompanyId, now: Timestamp) -> Result<Option<Encoding>> {
    let mut tx = db.begin().await?;
    let row: (i64, i64, UploadState, i64) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_upload SET updated_at = $3 WHERE id = $1 AND company_id = $2 RETURNING bytes, part_bytes, state,
            (SELECT count(*) FROM reel_upload_part p WHERE p.upload_id = reel_upload.id)")
        .bind(id).bind(company).bind(now).fetch_one(at).await)?;
    let (bytes, part_bytes, state, received) = row;
    if state != UploadState::Receiving {
        return Ok(None);
    }
    if received != parts(bytes, part_bytes) {
        return Err(Refusal::Conflict("reel.parts_missing", "Parts of the video are missing.").into());
    }
    let (attempt,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_upload SET state = 'processing', attempts = attempts + 1 WHERE id = $1 RETURNING attempts")
        .bind(id).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(Some(Encoding { id, attempt }))
}

/// Begins the encodings anew that were interrupted or that a fault of the server ended, at most `limit`. Leaves those that
/// were begun too often to their company, who may complete them again.
pub async fn resume(db: &Db, now: Timestamp, limit: i64) -> crate::Result<Vec<(Encoding, UploadFile)>> {
    let (silent, retried) = (now.plus(-SILENCE), now.plus(-RETRY_AFTER));
    on!(db.write(), at => sqlx::query(
        "UPDATE reel_upload SET state = 'receiving' WHERE state = 'processing' AND updated_at < $1 AND attempts >= $2")
        .bind(silent).bind(MAX_ATTEMPTS).execute(at).await.map(drop))?;
    let due: Vec<(UploadId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM reel_upload WHERE attempts < $3 AND (state = 'processing' AND updated_at < $1
            OR state = 'receiving' AND attempts > 0 AND updated_at < $2) ORDER BY updated_at, id LIMIT $4")
        .bind(silent).bind(retried).bind(MAX_ATTEMPTS).bind(limit).fetch_all(at).await)?;
    let mut begun = Vec::new();
    for (id,) in due {
        // Another node may have been faster.
        let row: Option<ResumedRow> = on!(db.write(), at => sqlx::query_as(
            "UPDATE reel_upload SET state = 'processing', attempts = attempts + 1, updated_at = $4
             WHERE id = $1 AND (state = 'processing' AND updated_at < $2 OR state = 'receiving' AND updated_at < $3)
             RETURNING attempts, key, bytes, part_bytes, state, owner_id")
            .bind(id).bind(silent).bind(retried).bind(now).fetch_optional(at).await)?;
        begun.extend(row.map(|row| (Encoding { id, attempt: row.attempts }, row.file)));
    }
    Ok(begun)
}

#[derive(sqlx::FromRow)]
struct ResumedRow {
    attempts: i64,
    #[sqlx(flatten)]
    file: UploadFile,
}

/// Tells that an encoding goes on. Returns false if it was taken from its server.
pub async fn beat(db: &Db, encoding: Encoding, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE reel_upload SET updated_at = $3 WHERE id = $1 AND attempts = $2 AND state = 'processing'")
        .bind(encoding.id).bind(encoding.attempt).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Stores the encoded files of an upload. Returns false if the encoding was taken from its server.
pub async fn succeed(db: &Db, encoding: Encoding, files: EncodedFiles, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE reel_upload SET state = 'ready', video_id = $3, small_video_id = $4, poster_id = $5, updated_at = $6
         WHERE id = $1 AND attempts = $2 AND state = 'processing'")
        .bind(encoding.id).bind(encoding.attempt).bind(files.video).bind(files.small_video).bind(files.poster).bind(now)
        .execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Refuses the video of an upload. Returns false if the encoding was taken from its server.
pub async fn fail(db: &Db, encoding: Encoding, reason: &str, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE reel_upload SET state = 'failed', failure = $3, updated_at = $4
         WHERE id = $1 AND attempts = $2 AND state = 'processing'")
        .bind(encoding.id).bind(encoding.attempt).bind(reason).bind(now).execute(at).await
        .map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Ends an encoding by a fault that is not the video's. Its parts stay: [`resume`] or another [`complete`] begins it anew.
pub async fn give_back(db: &Db, encoding: Encoding, now: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE reel_upload SET state = 'receiving', updated_at = $3
         WHERE id = $1 AND attempts = $2 AND state = 'processing'")
        .bind(encoding.id).bind(encoding.attempt).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

/// Uses up a ready upload for a reel.
pub(super) async fn consume(tx: &mut Tx, id: UploadId, company: CompanyId, now: Timestamp) -> Result<EncodedFiles> {
    let found: Option<EncodedFiles> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_upload SET state = 'used', updated_at = $3
         WHERE id = $1 AND company_id = $2 AND state = 'ready' AND video_id IS NOT NULL
         RETURNING video_id, small_video_id, poster_id")
        .bind(id).bind(company).bind(now).fetch_optional(at).await)?;
    let files = found.ok_or(Refusal::Field("upload_id", "Choose an upload that is ready."))?;
    // From here on the files belong to the reel alone.
    on!(tx.at(), at => sqlx::query(
        "UPDATE reel_upload SET video_id = NULL, small_video_id = NULL, poster_id = NULL WHERE id = $1")
        .bind(id).execute(at).await.map(drop))?;
    Ok(files)
}

/// Deletes an upload that is not being processed. Returns the key of its file.
pub async fn delete(db: &Db, id: UploadId, company: CompanyId) -> Result<String> {
    let mut tx = db.begin().await?;
    let (key, state): (String, UploadState) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_upload SET updated_at = updated_at WHERE id = $1 AND company_id = $2 RETURNING key, state")
        .bind(id).bind(company).fetch_one(at).await)?;
    if state == UploadState::Processing {
        return Err(Refusal::Conflict("reel.upload_state", "This video is being processed.").into());
    }
    delete_rows(&mut tx, id).await?;
    tx.commit().await?;
    Ok(key)
}

/// Deletes the row of an upload and the files that no reel has taken over.
async fn delete_rows(tx: &mut Tx, id: UploadId) -> crate::Result<()> {
    let files: (Option<MediaId>, Option<MediaId>, Option<MediaId>) = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM reel_upload WHERE id = $1 RETURNING video_id, small_video_id, poster_id")
        .bind(id).fetch_one(at).await)?;
    let files: Vec<_> = [files.0, files.1, files.2].into_iter().flatten().collect();
    media::forget_unshown(tx, &files).await
}

/// Deletes uploads without progress, at most `limit`, and returns the keys of their files.
pub async fn sweep(db: &Db, now: Timestamp, limit: i64) -> crate::Result<Vec<String>> {
    let stale: Vec<(UploadId, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, key FROM reel_upload WHERE updated_at < $1 AND state <> 'processing' ORDER BY updated_at LIMIT $2")
        .bind(now.plus(-RETENTION)).bind(limit).fetch_all(at).await)?;
    let mut keys = Vec::new();
    for (id, key) in stale {
        let mut tx = db.begin().await?;
        match delete_rows(&mut tx, id).await {
            Ok(()) => tx.commit().await?,
            // Another node was faster.
            Err(crate::Error::NotFound) => {}
            Err(cause) => return Err(cause),
        }
        keys.push(key);
    }
    Ok(keys)
}

/// Returns those of these keys that belong to no upload.
pub async fn unknown(db: &Db, keys: Vec<String>) -> crate::Result<Vec<String>> {
    let mut unknown = Vec::new();
    for some in keys.chunks(500) {
        let at = db.read();
        let sql = each!(at, "SELECT key FROM reel_upload WHERE key IN (SELECT value->>0 FROM ", ")");
        let asked = serde_json::to_string(&some.iter().map(|key| [key]).collect::<Vec<_>>())?;
        let known: Vec<(String,)> = on!(at, at => sqlx::query_as(sql).bind(asked).fetch_all(at).await)?;
        let known: HashSet<String> = known.into_iter().map(|(key,)| key).collect();
        unknown.extend(some.iter().filter(|key| !known.contains(*key)).cloned());
    }
    Ok(unknown)
}

/// Returns the number of parts of a file.
pub fn parts(bytes: i64, part_bytes: i64) -> i64 {
    let part_bytes = part_bytes.max(1);
    (bytes.max(0) + part_bytes - 1) / part_bytes
}

#[derive(sqlx::FromRow)]
struct Row {
    id: UploadId,
    name: String,
    bytes: i64,
    part_bytes: i64,
    state: UploadState,
    failure: Option<String>,
    created_at: Timestamp,
    poster_id: Option<MediaId>,
    #[sqlx(flatten)]
    video: VideoColumns,
}

/// Selects uploads with their encoded video.
macro_rules! uploads {
    ($condition:literal) => {
        concat!(
            "SELECT u.id, u.name, u.bytes, u.part_bytes, u.state, u.failure, u.created_at, u.poster_id, ",
            video_columns!(),
            " FROM reel_upload u LEFT JOIN media v ON v.id = u.video_id LEFT JOIN media s ON s.id = u.small_video_id
             WHERE ",
            $condition
        )
    };
}

/// Returns an upload of a company.
pub async fn find(db: &Db, id: UploadId, company: CompanyId) -> Result<ReelUpload> {
    let row: Row = on!(db.read(), at => sqlx::query_as(uploads!("u.id = $1 AND u.company_id = $2"))
        .bind(id).bind(company).fetch_one(at).await)?;
    shown(db, row).await
}

/// Returns the unfinished uploads of a company, the oldest first: at most as many as it may have.
pub async fn list(db: &Db, company: CompanyId) -> Result<Vec<ReelUpload>> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        uploads!("u.company_id = $1 AND u.state <> 'used' ORDER BY u.created_at, u.id LIMIT $2"))
        .bind(company).bind(2 * MAX_OPEN).fetch_all(at).await)?;
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        all.push(shown(db, row).await?);
    }
    Ok(all)
}

async fn shown(db: &Db, row: Row) -> Result<ReelUpload> {
    let received: Vec<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT number FROM reel_upload_part WHERE upload_id = $1 ORDER BY number")
        .bind(row.id).fetch_all(at).await)?;
    let posters: Vec<_> = row.poster_id.into_iter().collect();
    let poster = picture::find_all(db, &posters).await?.into_values().next();
    Ok(ReelUpload {
        id: row.id,
        name: row.name,
        bytes: row.bytes,
        part_bytes: row.part_bytes,
        parts: parts(row.bytes, row.part_bytes),
        received: received.into_iter().map(|(number,)| number).collect(),
        state: row.state,
        failure: row.failure,
        video: row.video.shown(),
        poster,
        created_at: row.created_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_file_without_overlap() {
        let file = |bytes| UploadFile {
            key: String::new(),
            bytes,
            part_bytes: 10,
            state: UploadState::Receiving,
            owner_id: UserId(1),
        };
        assert_eq!((parts(20, 10), parts(21, 10), parts(1, 10)), (2, 3, 1));
        assert_eq!([file(21).part(0), file(21).part(2), file(21).part(3)], [Some((0, 10)), Some((20, 1)), None]);
        assert_eq!((file(20).part(2), file(20).part(-1), file(20).part(i64::MAX)), (None, None, None));
    }
}
