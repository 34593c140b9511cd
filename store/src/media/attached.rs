//! Files that other rows refer to, read together.

use std::collections::HashMap;

use super::{Media, Row};
use crate::{Db, Result, each, on, types::ids::MediaId};

/// Returns the files with these ids that exist.
pub(crate) async fn find_all(db: &Db, ids: &[MediaId]) -> Result<HashMap<MediaId, Media>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let keys = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let read = db.read();
    let sql = each!(
        read,
        "SELECT id, key, owner_id, kind, mime, name, width, height, bytes, placeholder, duration_ms, waveform, poster
         FROM media WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    rows.into_iter().map(|row| Ok((row.id, row.into_media()?))).collect()
}
