//! Files whose bytes are to be taken off the disk.
//!
//! A key is written down in the transaction that forgets its file, and struck out once the bytes are gone: a crash in
//! between leaves a key, never a file. From the commit on nobody is shown the file. A file that is put in place before it
//! is made known is written down first, to go after a while unless it was.

use crate::{Db, Result, db::Tx, each, on, types::timestamp::Timestamp};

/// The bytes under these keys are to go, once the transaction has committed.
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

/// Files are about to be put in place under these keys, and go again at `due_at` unless they are [known](keep) by then.
pub async fn reserve(db: &Db, keys: &[String], due_at: Timestamp) -> Result<()> {
    let on = db.write();
    let sql = each!(on, "INSERT INTO removal (key, due_at) SELECT value->>0, $2 FROM ", "");
    let keys = rows(keys)?;
    on!(on, at => sqlx::query(sql).bind(keys).bind(due_at).execute(at).await.map(drop))?;
    Ok(())
}

/// The files under these keys are known from the commit on, and stay.
pub(crate) async fn confirm(tx: &mut Tx, keys: &[&str]) -> Result<()> {
    let at = tx.at();
    let sql = each!(at, "DELETE FROM removal WHERE key IN (SELECT value->>0 FROM ", ")");
    let keys = rows(keys)?;
    on!(at, at => sqlx::query(sql).bind(keys).execute(at).await.map(drop))?;
    Ok(())
}

/// Waits until a commit of this process has left something to remove, if none has since this was called last.
pub async fn wait(db: &Db) {
    db.removals().notified().await;
}

/// Some of the keys after `after`, in their order, whose bytes are to go by now.
pub async fn due(db: &Db, now: Timestamp, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT key FROM removal WHERE due_at <= $1 AND key > $2 ORDER BY key LIMIT $3")
        .bind(now).bind(after).bind(limit).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(key,)| key).collect())
}

/// The bytes under these keys are gone.
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
