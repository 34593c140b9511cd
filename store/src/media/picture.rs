//! Pictures of companies and offerings.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::url;
use crate::{Db, Result, each, on, types::ids::MediaId};

/// Picture as visitors see it. `?w=128`, `320`, `800` or `1600` after the URL requests a smaller WebP rendition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Picture {
    pub id: MediaId,
    #[schema(example = "/media/0f1e2d3c4b5a69788796a5b4c3d2e1f0")]
    pub url: String,
    /// Width in pixels.
    pub width: Option<i64>,
    pub height: Option<i64>,
    /// Placeholder until loaded: a colour (`#rrggbb`) or a tiny `data:` URL.
    pub placeholder: Option<String>,
}

/// Columns of a picture, from the table `media`.
#[derive(sqlx::FromRow)]
pub(crate) struct PictureRow {
    id: MediaId,
    key: String,
    width: Option<i64>,
    height: Option<i64>,
    placeholder: Option<String>,
}

impl PictureRow {
    pub fn picture(self) -> Picture {
        let Self { id, key, width, height, placeholder } = self;
        Picture { id, url: url(&key), width, height, placeholder }
    }
}

/// Returns these pictures by id, with one query.
pub(crate) async fn find_all(db: &Db, ids: &[MediaId]) -> Result<HashMap<MediaId, Picture>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id, key, width, height, placeholder FROM media WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<PictureRow> = on!(at, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|row| (row.id, row.picture())).collect())
}
