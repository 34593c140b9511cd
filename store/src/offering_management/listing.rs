//! Offerings of a company in its own list, in every state.

use serde::Serialize;
use utoipa::ToSchema;

use super::{OfferingState, Result};
use crate::{
    Db,
    catalogue::{
        detail::{Availability, OfferingKind},
        filter::Window,
    },
    dashboard::LOW_STOCK,
    db::conditions::Conditions,
    media::picture::{self, Picture},
    types::{
        fold::{fold, words},
        ids::{CompanyId, FolderId, MediaId, OfferingId, VariantId},
        timestamp::Timestamp,
    },
};

/// Maximum words of a query that are evaluated.
const WORDS: usize = 6;

/// Filter of the list.
#[derive(Clone, Debug, Default)]
pub struct OwnFilter {
    pub kind: Option<OfferingKind>,
    /// All but archived offerings by default.
    pub state: Option<OfferingState>,
    pub folder: Option<FolderId>,
    pub sold_out: Option<bool>,
    /// Only active offerings with few units in stock, see [`LOW_STOCK`].
    pub is_low_stock: bool,
    /// Prefixes of words of name and category.
    pub query: String,
}

/// Row of the list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OwnOfferingRow {
    pub id: OfferingId,
    pub category: String,
    pub subcategory: Option<String>,
    pub kind: OfferingKind,
    pub availability: Availability,
    pub state: OfferingState,
    pub name: String,
    /// Lowest price of the variants, in minor units.
    pub price: i64,
    /// Hundredths of a percent.
    pub vat_rate: i64,
    pub duration_minutes: i64,
    pub picture: Option<Picture>,
    pub folder_id: Option<FolderId>,
    pub sold_out: bool,
    pub variant_count: i64,
    /// Its only variant. Null if it has several.
    pub variant_id: Option<VariantId>,
    /// Units left in stock, or units of a start of all variants. Null: not counted.
    pub units: Option<i64>,
    /// Start of the next occurrence.
    pub next_at: Option<Timestamp>,
    pub updated_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: OfferingId,
    category: String,
    subcategory: Option<String>,
    kind: OfferingKind,
    availability: Availability,
    state: OfferingState,
    name: String,
    price: i64,
    vat_rate: i64,
    duration_minutes: i64,
    picture_id: Option<MediaId>,
    folder_id: Option<FolderId>,
    sold_out: bool,
    variant_count: i64,
    variant_id: Option<VariantId>,
    units: Option<i64>,
    next_at: Option<Timestamp>,
    updated_at: Timestamp,
}

impl OwnFilter {
    pub(super) fn add(&self, query: &mut Conditions) {
        if let Some(kind) = self.kind {
            query.bind(" AND o.kind = ?", kind.key());
        }
        match self.state {
            Some(state) => query.bind(" AND o.state = ?", state.key()),
            None => query.push(" AND o.state <> 'archived'"),
        };
        if let Some(folder) = self.folder {
            query.bind(" AND o.folder_id = ?", folder.0);
        }
        match self.sold_out {
            Some(true) => query.push(" AND o.sold_out = TRUE"),
            Some(false) => query.push(" AND o.sold_out = FALSE"),
            None => query,
        };
        if self.is_low_stock {
            query.bind(
                " AND o.state = 'active' AND o.availability = 'stock' AND EXISTS (SELECT 1 FROM offering_variant v
                    LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0
                    WHERE v.offering_id = o.id AND v.capacity IS NOT NULL
                        AND v.capacity - COALESCE(b.held + b.sold, 0) <= ?)",
                LOW_STOCK,
            );
        }
        let folded = fold(&self.query);
        for word in words(&folded).take(WORDS) {
            query.bind(" AND o.search_key LIKE ?", format!("% {word}%"));
        }
    }
}

/// Returns a page of the offerings of a company in its order, and their total.
pub async fn list(
    db: &Db,
    company: CompanyId,
    filter: &OwnFilter,
    window: Window,
    now: Timestamp,
) -> Result<(Vec<OwnOfferingRow>, i64)> {
    let mut count = Conditions::new("SELECT COUNT(*) FROM offering o WHERE o.company_id = $1", vec![company.0.into()]);
    filter.add(&mut count);
    let total = count.fetch::<(i64,)>(db).await?.first().map_or(0, |(total,)| *total);
    let mut query = Conditions::new(
        "SELECT o.id, o.category, o.subcategory, o.kind, o.availability, o.state, o.name, o.price, o.vat_rate,
            o.duration_minutes, o.folder_id, o.sold_out, o.updated_at,
            (SELECT p.media_id FROM offering_picture p WHERE p.offering_id = o.id ORDER BY p.position, p.media_id LIMIT 1)
                AS picture_id,
            (SELECT COUNT(*) FROM offering_variant v WHERE v.offering_id = o.id) AS variant_count,
            (SELECT min(v.id) FROM offering_variant v WHERE v.offering_id = o.id) AS variant_id,
            (SELECT CAST(SUM(COALESCE(b.capacity - b.held - b.sold, v.capacity)) AS BIGINT) FROM offering_variant v
                LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0
             WHERE v.offering_id = o.id AND v.capacity IS NOT NULL) AS units,
            (SELECT min(e.starts_at) FROM occurrence e
             WHERE o.availability = 'occurrence' AND e.offering_id = o.id AND e.starts_at > $2
                AND e.cancelled_at IS NULL) AS next_at
         FROM offering o WHERE o.company_id = $1",
        vec![company.0.into(), now.0.into()],
    );
    filter.add(&mut query);
    query.push(" ORDER BY o.position, o.id").bind(" LIMIT ?", window.limit).bind(" OFFSET ?", window.offset);
    let rows: Vec<Row> = query.fetch(db).await?;
    let pictures: Vec<_> = rows.iter().filter_map(|row| row.picture_id).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    let row = |row: Row| OwnOfferingRow {
        picture: row.picture_id.and_then(|id| pictures.get(&id).cloned()),
        id: row.id,
        category: row.category,
        subcategory: row.subcategory,
        kind: row.kind,
        availability: row.availability,
        state: row.state,
        name: row.name,
        price: row.price,
        vat_rate: row.vat_rate,
        duration_minutes: row.duration_minutes,
        folder_id: row.folder_id,
        sold_out: row.sold_out,
        variant_count: row.variant_count,
        variant_id: row.variant_id.filter(|_| row.variant_count == 1),
        units: row.units,
        next_at: row.next_at,
        updated_at: row.updated_at,
    };
    Ok((rows.into_iter().map(row).collect(), total))
}
