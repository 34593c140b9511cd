//! Reading of many offerings of a company with few queries.
//!
//! `+company_id` keeps SQLite from reading the whole catalogue by that index: ids and SKUs select fewer rows.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use sqlx::FromRow;

use super::{
    super::{
        Result, id_rows,
        offering_form::Draft,
        offering_rows::{OfferingRow, VariantRow},
    },
    column::Column,
    reader::Line,
};
use crate::{
    Db,
    catalogue::detail::Availability,
    each, on,
    types::{
        ids::{CompanyId, FolderId, OfferingId, VariantId},
        timestamp::Timestamp,
    },
};

#[derive(FromRow)]
struct OwnedOfferingRow {
    id: OfferingId,
    #[sqlx(flatten)]
    row: OfferingRow,
}

#[derive(FromRow)]
struct OwnedVariantRow {
    offering_id: OfferingId,
    #[sqlx(flatten)]
    row: VariantRow,
}

/// Reads offerings of a company, without pictures and resources.
pub(super) async fn drafts(db: &Db, company: CompanyId, ids: &[OfferingId]) -> Result<HashMap<OfferingId, Draft>> {
    let ids = id_rows(ids)?;
    let sql = each!(
        db.read(),
        "SELECT id, category, subcategory, kind, availability, state, name, description, vat_rate, delivery_price,
            duration_minutes, step_minutes, buffer_minutes, members_min, members_max, details, options, folder_id
         FROM offering WHERE +company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<OwnedOfferingRow> =
        on!(db.read(), at => sqlx::query_as(sql).bind(&ids).bind(company).fetch_all(at).await)?;
    let sql = each!(
        db.read(),
        "SELECT v.offering_id, v.id, v.name, v.attributes, v.sku, v.price, v.capacity, v.sold_out
         FROM offering_variant v WHERE v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY v.position, v.id"
    );
    let variants: Vec<OwnedVariantRow> = on!(db.read(), at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    let mut forms: HashMap<OfferingId, Vec<_>> = HashMap::new();
    for variant in variants {
        forms.entry(variant.offering_id).or_default().push(variant.row.form()?);
    }
    let draft = |OwnedOfferingRow { id, row }| Ok((id, row.draft(forms.remove(&id).unwrap_or_default())?));
    rows.into_iter().map(draft).collect()
}

/// Offerings and variants of a company that lines of the file name.
#[derive(Debug, Default)]
pub(super) struct Matches {
    pub offerings: HashSet<OfferingId>,
    pub variants: HashMap<VariantId, OfferingId>,
    pub skus: HashMap<String, Vec<(OfferingId, VariantId)>>,
}

/// Finds what the lines name by id and SKU.
pub(super) async fn matches(db: &Db, company: CompanyId, lines: &[Line]) -> Result<Matches> {
    let ids = |column| lines.iter().filter_map(move |line| line.filled(column)?.parse::<i64>().ok());
    let (offerings, variants) = (rows(ids(Column::Id))?, rows(ids(Column::VariantId))?);
    let skus = rows(lines.iter().filter_map(|line| line.filled(Column::Sku)))?;
    let sql = each!(
        db.read(),
        "SELECT id FROM offering WHERE +company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let offerings: Vec<(OfferingId,)> = on!(db.read(), at => sqlx::query_as(sql)
        .bind(offerings).bind(company).fetch_all(at).await)?;
    let sql = each!(
        db.read(),
        "SELECT v.id, v.offering_id FROM offering_variant v JOIN offering o ON o.id = v.offering_id
         WHERE +o.company_id = $2 AND v.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let variants: Vec<(VariantId, OfferingId)> = on!(db.read(), at => sqlx::query_as(sql)
        .bind(variants).bind(company).fetch_all(at).await)?;
    let sql = each!(
        db.read(),
        "SELECT v.sku, v.offering_id, v.id FROM offering_variant v JOIN offering o ON o.id = v.offering_id
         WHERE +o.company_id = $2 AND v.sku IN (SELECT value->>0 FROM ",
        ")"
    );
    let found: Vec<(String, OfferingId, VariantId)> = on!(db.read(), at => sqlx::query_as(sql)
        .bind(skus).bind(company).fetch_all(at).await)?;
    let mut matches = Matches {
        offerings: offerings.into_iter().map(|(id,)| id).collect(),
        variants: variants.into_iter().collect(),
        skus: HashMap::new(),
    };
    for (sku, offering, variant) in found {
        matches.skus.entry(sku).or_default().push((offering, variant));
    }
    Ok(matches)
}

fn rows<T: Serialize>(values: impl Iterator<Item = T>) -> Result<String> {
    Ok(serde_json::to_string(&values.map(|value| [value]).collect::<Vec<_>>())?)
}

/// Units of stock that are held or sold.
pub(super) type StockTaken = HashMap<VariantId, i64>;

/// Returns the units that are taken from the stock of offerings.
pub(super) async fn stock_taken(db: &Db, ids: &[OfferingId]) -> Result<StockTaken> {
    let ids = id_rows(ids)?;
    let sql = each!(
        db.read(),
        "SELECT b.variant_id, b.held + b.sold FROM offering_variant v
            JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0
         WHERE v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let taken: Vec<(VariantId, i64)> = on!(db.read(), at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    Ok(taken.into_iter().collect())
}

/// Replaces the capacity of each stock by the units left, which people count.
pub(super) fn show_left(draft: &mut Draft, taken: &StockTaken) {
    add_units(draft, |id| -taken.get(&id).copied().unwrap_or_default());
}

/// Replaces the units left of each stock by its capacity.
pub(super) fn hide_left(draft: &mut Draft, taken: &StockTaken) {
    add_units(draft, |id| taken.get(&id).copied().unwrap_or_default());
}

fn add_units(draft: &mut Draft, added: impl Fn(VariantId) -> i64) {
    if draft.availability != Availability::Stock {
        return;
    }
    for variant in &mut draft.variants {
        let Some(id) = variant.id else { continue };
        variant.capacity = variant.capacity.map(|units| units.saturating_add(added(id)).max(0));
    }
}

/// Bookings that limit changes of offerings.
#[derive(Debug, Default)]
pub(super) struct Booked {
    /// Highest number of units taken from a bucket to come. Stock is left out: its lines tell the units left.
    pub units: HashMap<VariantId, i64>,
    /// Offerings with open bookings.
    pub open: HashSet<OfferingId>,
}

pub(super) async fn booked(db: &Db, ids: &[OfferingId], now: Timestamp) -> Result<Booked> {
    let ids = id_rows(ids)?;
    let sql = each!(
        db.read(),
        "SELECT b.variant_id, MAX(b.held + b.sold) FROM offering_variant v
            JOIN capacity_bucket b ON b.variant_id = v.id
         WHERE b.starts_at <> 0 AND b.ends_at > $2 AND v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") GROUP BY b.variant_id"
    );
    let units: Vec<(VariantId, i64)> =
        on!(db.read(), at => sqlx::query_as(sql).bind(&ids).bind(now).fetch_all(at).await)?;
    let sql = each!(
        db.read(),
        "SELECT DISTINCT offering_id FROM booking
         WHERE ends_at > $2 AND state IN ('held', 'awaiting_company', 'confirmed', 'checked_in')
            AND offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let open: Vec<(OfferingId,)> = on!(db.read(), at => sqlx::query_as(sql).bind(&ids).bind(now).fetch_all(at).await)?;
    Ok(Booked { units: units.into_iter().collect(), open: open.into_iter().map(|(id,)| id).collect() })
}

/// Returns the names of the folders of a company.
pub(super) async fn folders(db: &Db, company: CompanyId) -> Result<HashMap<FolderId, String>> {
    let rows: Vec<(FolderId, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, name FROM offering_folder WHERE company_id = $1").bind(company).fetch_all(at).await)?;
    Ok(rows.into_iter().collect())
}
