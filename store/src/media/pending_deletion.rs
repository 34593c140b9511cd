//! Pending deletion of file bytes from disk.
//!
//! The transaction that deletes a file row inserts its key here. The key is deleted after the bytes. A crash leaves a
//! key to retry, never an orphaned file. After the commit, no user sees the file. A new file is reserved here before
//! its bytes are stored. Its bytes are deleted later unless the file is confirmed.

use crate::{Db, Result, db::Tx, each, on, types::timestamp::Timestamp};

/// Schedules deletion of the bytes under these keys after the commit.
pub(crate) async fn add(tx: &mut Tx, keys: &[String]) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    tx.leaves_files();
    let at = tx.at();
    let sql =
        each!(at, "INSERT INTO removal (key, due_at) SELECT value->>0, 0 FROM ", " WHERE TRUE ON CONFLICT DO NOTHING");
    let keys = rows(keys)?;
    on!(at, at => sqlx::query(sql).bind(keys).execute(at).await.map(drop))?;
    Ok(())
}

/// Reserves keys before the files are stored. The files are deleted at `due_at` unless `confirm` is called by then.
pub async fn reserve(db: &Db, keys: &[String], due_at: Timestamp) -> Result<()> {
    let on = db.write();
    let sql = each!(on, "INSERT INTO removal (key, due_at) SELECT value->>0, $2 FROM ", "");
    let keys = rows(keys)?;
    on!(on, at => sqlx::query(sql).bind(keys).bind(due_at).execute(at).await.map(drop))?;
    Ok(())
}

/// Confirms reserved files, so that they are kept after the commit.
pub(crate) async fn confirm(tx: &mut Tx, keys: &[&str]) -> Result<()> {
    let at = tx.at();
    let sql = each!(at, "DELETE FROM removal WHERE key IN (SELECT value->>0 FROM ", ")");
    let keys = rows(keys)?;
    on!(at, at => sqlx::query(sql).bind(keys).execute(at).await.map(drop))?;
    Ok(())
}

/// Waits until a commit of this process schedules a deletion. Returns at once if one has since the last call.
pub async fn wait(db: &Db) {
    db.removals().notified().await;
}

/// Returns up to `limit` due keys after `after`, in key order.
pub async fn due(db: &Db, now: Timestamp, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT key FROM removal WHERE due_at <= $1 AND key > $2 ORDER BY key LIMIT $3")
        .bind(now).bind(after).bind(limit).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(key,)| key).collect())
}

/// Deletes keys whose bytes have been deleted.
pub async fn mark_done(db: &Db, keys: &[String]) -> Result<()> {
    let on = db.write();
    let sql = each!(on, "DELETE FROM removal WHERE key IN (SELECT value->>0 FROM ", ")");
    let keys = rows(keys)?;
    on!(on, at => sqlx::query(sql).bind(keys).execute(at).await.map(drop))?;
    Ok(())
}

fn rows(keys: &[impl serde::Serialize]) -> Result<String> {
    Ok(serde_json::to_string(&keys.iter().map(|key| [key]).collect::<Vec<_>>())?)
}
