//! Rows of an offering: reading it as a draft, and writing a validated draft.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::{
    CatalogueError, Editor, FieldMessages, OfferingState, Result, id_rows,
    offering_form::{Draft, VariantForm},
    validation,
};
use crate::{
    catalogue::{
        detail::{Availability, OfferingKind},
        offering,
    },
    db::Tx,
    each,
    media::{self, MediaKind},
    on,
    types::ids::{FolderId, MediaId, OfferingId, ResourceId, VariantId},
};

/// Columns of an offering that its company edits.
#[derive(sqlx::FromRow)]
pub(super) struct OfferingRow {
    pub(super) category: String,
    pub(super) subcategory: Option<String>,
    pub(super) kind: OfferingKind,
    pub(super) availability: Availability,
    pub(super) state: OfferingState,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) vat_rate: i64,
    pub(super) delivery_price: Option<i64>,
    pub(super) duration_minutes: i64,
    pub(super) step_minutes: i64,
    pub(super) buffer_minutes: i64,
    pub(super) members_min: i64,
    pub(super) members_max: i64,
    pub(super) details: String,
    pub(super) options: String,
    pub(super) folder_id: Option<FolderId>,
}

/// Columns of a variant.
#[derive(sqlx::FromRow)]
pub(super) struct VariantRow {
    pub(super) id: VariantId,
    pub(super) name: String,
    pub(super) attributes: String,
    pub(super) sku: Option<String>,
    pub(super) price: i64,
    pub(super) capacity: Option<i64>,
    pub(super) sold_out: bool,
}

/// Reads the [`VariantRow`]s of the offering `$1` in their order.
pub(super) const SELECT_VARIANTS: &str =
    "SELECT id, name, attributes, sku, price, capacity, sold_out FROM offering_variant
    WHERE offering_id = $1 ORDER BY position, id";

impl OfferingRow {
    /// Returns the offering without pictures and resources.
    pub fn draft(self, variants: Vec<VariantForm>) -> Result<Draft> {
        Ok(Draft {
            category: self.category,
            subcategory: self.subcategory,
            kind: self.kind,
            availability: self.availability,
            state: self.state,
            name: self.name,
            description: self.description,
            vat_rate: self.vat_rate,
            delivery_price: self.delivery_price,
            duration_minutes: self.duration_minutes,
            step_minutes: self.step_minutes,
            buffer_minutes: self.buffer_minutes,
            members_min: self.members_min,
            members_max: self.members_max,
            details: serde_json::from_str(&self.details)?,
            options: serde_json::from_str(&self.options)?,
            folder_id: self.folder_id,
            variants,
            pictures: Vec::new(),
            resources: Vec::new(),
        })
    }
}

impl VariantRow {
    pub fn form(self) -> Result<VariantForm> {
        Ok(VariantForm {
            id: Some(self.id),
            name: self.name,
            attributes: serde_json::from_str(&self.attributes)?,
            sku: self.sku,
            price: self.price,
            capacity: self.capacity,
            sold_out: self.sold_out,
        })
    }
}

impl Editor<'_> {
    /// Reads an offering of the company.
    pub(super) async fn draft(&self, tx: &mut Tx, id: OfferingId) -> Result<Draft> {
        let row: OfferingRow = on!(tx.at(), at => sqlx::query_as(
            "SELECT category, subcategory, kind, availability, state, name, description, vat_rate, delivery_price,
                duration_minutes, step_minutes, buffer_minutes, members_min, members_max, details, options, folder_id
             FROM offering WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        let variants: Vec<VariantRow> =
            on!(tx.at(), at => sqlx::query_as(SELECT_VARIANTS).bind(id).fetch_all(at).await)?;
        let pictures: Vec<(MediaId,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT media_id FROM offering_picture WHERE offering_id = $1 ORDER BY position, media_id")
            .bind(id).fetch_all(at).await)?;
        let resources: Vec<(ResourceId,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT resource_id FROM resource_offering WHERE offering_id = $1 ORDER BY resource_id")
            .bind(id).fetch_all(at).await)?;
        Ok(Draft {
            pictures: pictures.into_iter().map(|(id,)| id).collect(),
            resources: resources.into_iter().map(|(id,)| id).collect(),
            ..row.draft(variants.into_iter().map(VariantRow::form).collect::<Result<_>>()?)?
        })
    }

    /// Validates a draft against the company. `known` is the offering before the change.
    pub(super) async fn check(&self, tx: &mut Tx, id: OfferingId, draft: &Draft, known: Option<&Draft>) -> Result<()> {
        let categories: Vec<(String,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT category FROM company_category WHERE company_id = $1").bind(self.company).fetch_all(at).await)?;
        let categories: Vec<_> = categories.into_iter().map(|(key,)| key).collect();
        let mut errors = validation::check(draft, &categories);
        errors.extend(self.check_links(tx, draft, known).await?);
        if let Some(known) = known {
            errors.extend(self.check_bookings(tx, id, draft, known).await?);
        } else if draft.variants.iter().any(|variant| variant.id.is_some()) {
            errors.push(("variants".to_owned(), "A new offering has new variants only.".to_owned()));
        }
        CatalogueError::check(errors)
    }

    /// Checks that folder, pictures and resources are the company's. New pictures are marked as used.
    async fn check_links(&self, tx: &mut Tx, draft: &Draft, known: Option<&Draft>) -> Result<FieldMessages> {
        let mut errors = FieldMessages::new();
        if let Some(folder) = draft.folder_id {
            let own: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
                "SELECT id FROM offering_folder WHERE id = $1 AND company_id = $2")
                .bind(folder).bind(self.company).fetch_optional(at).await)?;
            if own.is_none() {
                errors.push(("folder_id".to_owned(), "Choose one of your folders.".to_owned()));
            }
        }
        let shown = known.map(|known| known.pictures.as_slice()).unwrap_or_default();
        let added: Vec<_> = draft.pictures.iter().filter(|id| !shown.contains(id)).map(|id| (self.user, *id)).collect();
        let owned = media::owned(tx, &added).await?;
        for (at, id) in draft.pictures.iter().enumerate() {
            let is_own = owned.get(&(self.user, *id)).is_some_and(|media| media.kind == MediaKind::Image);
            if draft.pictures[..at].contains(id) || !(shown.contains(id) || is_own) {
                errors.push((format!("pictures.{at}"), "Upload this picture again.".to_owned()));
            }
        }
        let ids = id_rows(&draft.resources)?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT id FROM resource WHERE company_id = $2 AND active AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let own: Vec<(ResourceId,)> = on!(at, at => sqlx::query_as(sql)
            .bind(ids).bind(self.company).fetch_all(at).await)?;
        let serves = known.map(|known| known.resources.as_slice()).unwrap_or_default();
        if draft.resources.iter().any(|id| !own.contains(&(*id,)) && !serves.contains(id)) {
            errors.push(("resources".to_owned(), "Choose your own staff, tables and equipment.".to_owned()));
        }
        Ok(errors)
    }

    /// Checks that bookings still fit: capacities, removed variants and the kind of availability.
    async fn check_bookings(&self, tx: &mut Tx, id: OfferingId, draft: &Draft, known: &Draft) -> Result<FieldMessages> {
        let mut errors = FieldMessages::new();
        let own: HashSet<_> = known.variants.iter().filter_map(|variant| variant.id).collect();
        let mut kept = HashSet::new();
        let taken = self.taken(tx, id).await?;
        for (at, variant) in draft.variants.iter().enumerate() {
            let Some(variant_id) = variant.id else { continue };
            if !own.contains(&variant_id) || !kept.insert(variant_id) {
                errors.push((format!("variants.{at}.id"), "This variant belongs to another offering.".to_owned()));
            }
            let taken = taken.get(&variant_id).copied().unwrap_or_default();
            if variant.capacity.is_some_and(|capacity| capacity < taken) {
                let message = format!("Enter at least {taken}: so many are booked.");
                errors.push((format!("variants.{at}.capacity"), message));
            }
        }
        let booked: Vec<(VariantId,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT DISTINCT i.variant_id FROM offering_variant v JOIN booking_item i ON i.variant_id = v.id
             WHERE v.offering_id = $1").bind(id).fetch_all(at).await)?;
        if booked.iter().any(|(variant,)| !kept.contains(variant)) {
            let message = "A variant with bookings cannot be removed. Mark it as sold out.".to_owned();
            errors.push(("variants".to_owned(), message));
        }
        if draft.availability != known.availability && self.has_bookings(tx, id).await? {
            let message = "This offering has open bookings. Their kind cannot change.".to_owned();
            errors.push(("availability".to_owned(), message));
        }
        Ok(errors)
    }

    /// Returns the highest number of units taken from a bucket to come, by variant.
    async fn taken(&self, tx: &mut Tx, id: OfferingId) -> Result<HashMap<VariantId, i64>> {
        let rows: Vec<(VariantId, i64)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT b.variant_id, MAX(b.held + b.sold) FROM offering_variant v
                JOIN capacity_bucket b ON b.variant_id = v.id
             WHERE v.offering_id = $1 AND (b.starts_at = 0 OR b.ends_at > $2) GROUP BY b.variant_id")
            .bind(id).bind(self.now).fetch_all(at).await)?;
        Ok(rows.into_iter().collect())
    }

    pub(super) async fn has_bookings(&self, tx: &mut Tx, id: OfferingId) -> Result<bool> {
        let open: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT id FROM booking WHERE offering_id = $1 AND ends_at > $2
                AND state IN ('held', 'awaiting_company', 'confirmed', 'checked_in') LIMIT 1")
            .bind(id).bind(self.now).fetch_optional(at).await)?;
        Ok(open.is_some())
    }

    /// Inserts the row of a new offering at the end of the company's list.
    pub(super) async fn insert(&self, tx: &mut Tx, id: OfferingId, draft: &Draft) -> Result<()> {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO offering (id, company_id, category, kind, availability, state, name, search_key, price, vat_rate,
                position, created_at, updated_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, '', 0, 0, COALESCE(MAX(position) + 1, 0), $8, $8
             FROM offering WHERE company_id = $2")
            .bind(id).bind(self.company).bind(&draft.category).bind(draft.kind).bind(draft.availability)
            .bind(draft.state).bind(&draft.name).bind(self.now)
            .execute(at).await.map(drop))?;
        self.write(tx, id, draft).await
    }

    /// Writes all values of an offering, its variants, pictures and resources.
    pub(super) async fn write(&self, tx: &mut Tx, id: OfferingId, draft: &Draft) -> Result<()> {
        let search_key = offering::search_key(&draft.name, &draft.category, draft.subcategory.as_deref());
        let (details, options) = (serde_json::to_string(&draft.details)?, serde_json::to_string(&draft.options)?);
        on!(tx.at(), at => sqlx::query(
            "UPDATE offering SET category = $3, subcategory = $4, kind = $5, availability = $6, state = $7, name = $8,
                search_key = $9, description = $10, price = $11, vat_rate = $12, delivery_price = $13,
                duration_minutes = $14, step_minutes = $15, buffer_minutes = $16, members_min = $17, members_max = $18,
                details = $19, options = $20, folder_id = $21, updated_at = $22
             WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).bind(&draft.category).bind(&draft.subcategory).bind(draft.kind)
            .bind(draft.availability).bind(draft.state).bind(&draft.name).bind(search_key).bind(&draft.description)
            .bind(draft.price()).bind(draft.vat_rate).bind(draft.delivery_price).bind(draft.duration_minutes)
            .bind(draft.step_minutes).bind(draft.buffer_minutes).bind(draft.members_min).bind(draft.members_max)
            .bind(details).bind(options).bind(draft.folder_id).bind(self.now)
            .execute(at).await.map(drop))?;
        self.write_variants(tx, id, &draft.variants).await?;
        on!(tx.at(), at => sqlx::query("DELETE FROM offering_picture WHERE offering_id = $1")
            .bind(id).execute(at).await.map(drop))?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering_picture (offering_id, media_id, position)
             SELECT $2, CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
            ""
        );
        let pictures = serde_json::to_string(&draft.pictures.iter().zip(0_i64..).collect::<Vec<_>>())?;
        on!(at, at => sqlx::query(sql).bind(pictures).bind(id).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM resource_offering WHERE offering_id = $1")
            .bind(id).execute(at).await.map(drop))?;
        let resources = id_rows(&draft.resources)?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO resource_offering (offering_id, resource_id) SELECT $2, CAST(value->>0 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT DO NOTHING"
        );
        on!(at, at => sqlx::query(sql).bind(resources).bind(id).execute(at).await.map(drop))?;
        Ok(())
    }

    async fn write_variants(&self, tx: &mut Tx, id: OfferingId, variants: &[VariantForm]) -> Result<()> {
        let rows = variants.iter().zip(0_i64..).map(|(variant, position)| {
            let variant_id = variant.id.unwrap_or_else(|| VariantId(self.next_id()));
            Ok(json!([
                variant_id,
                variant.name,
                serde_json::to_string(&variant.attributes)?,
                variant.sku,
                variant.price,
                variant.capacity,
                position,
                i64::from(variant.sold_out),
            ]))
        });
        let rows = serde_json::to_string(&rows.collect::<Result<Vec<Value>>>()?)?;
        let at = tx.at();
        let sql = each!(
            at,
            "DELETE FROM offering_variant WHERE offering_id = $2 AND id NOT IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        on!(at, at => sqlx::query(sql).bind(&rows).bind(id).execute(at).await.map(drop))?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering_variant (id, offering_id, name, attributes, sku, price, capacity, position, sold_out)
             SELECT CAST(value->>0 AS BIGINT), $2, value->>1, value->>2, value->>3, CAST(value->>4 AS BIGINT),
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT) = 1 FROM ",
            " WHERE TRUE ON CONFLICT (id) DO UPDATE SET name = excluded.name, attributes = excluded.attributes,
                sku = excluded.sku, price = excluded.price, capacity = excluded.capacity, position = excluded.position,
                sold_out = excluded.sold_out"
        );
        on!(at, at => sqlx::query(sql).bind(&rows).bind(id).execute(at).await.map(drop))?;
        // Buckets to come take the new capacity. Stock has one bucket, at 0.
        on!(tx.at(), at => sqlx::query(
            "UPDATE capacity_bucket SET capacity = v.capacity FROM offering_variant AS v
             WHERE v.id = capacity_bucket.variant_id AND v.offering_id = $1 AND v.capacity IS NOT NULL
                AND capacity_bucket.capacity <> v.capacity
                AND (capacity_bucket.starts_at = 0 OR capacity_bucket.ends_at > $2)")
            .bind(id).bind(self.now).execute(at).await.map(drop))?;
        Ok(())
    }
}
