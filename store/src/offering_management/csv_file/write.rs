//! Writing of many planned offerings with few statements.

use serde_json::{Value, json};

use super::{
    super::{Editor, Result, id_rows},
    plan::Planned,
};
use crate::{
    catalogue::offering,
    db::Tx,
    each, on,
    types::ids::{OfferingId, VariantId},
};

impl Editor<'_> {
    /// Writes created and changed offerings with their variants. Pictures and resources stay.
    pub(super) async fn write_batch(&self, tx: &mut Tx, planned: &[Planned]) -> Result<()> {
        let (mut offerings, mut variants, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        for (planned, place) in planned.iter().zip(0_i64..) {
            let id = planned.offering.unwrap_or_else(|| OfferingId(self.next_id()));
            offerings.push(self.offering_row(id, planned, place)?);
            for (variant, position) in planned.draft.variants.iter().zip(0_i64..) {
                let variant_id = variant.id.unwrap_or_else(|| VariantId(self.next_id()));
                variants.push(json!([
                    variant_id,
                    id,
                    variant.name,
                    serde_json::to_string(&variant.attributes)?,
                    variant.sku,
                    variant.price,
                    variant.capacity,
                    position,
                    i64::from(variant.sold_out)
                ]));
            }
            ids.push(id);
        }
        self.write_offerings(tx, &offerings).await?;
        Self::write_all_variants(tx, &variants).await?;
        self.write_buckets(tx, &ids).await
    }

    fn offering_row(&self, id: OfferingId, planned: &Planned, place: i64) -> Result<Value> {
        let draft = &planned.draft;
        Ok(json!({
            "id": id, "category": draft.category, "subcategory": draft.subcategory, "kind": draft.kind,
            "availability": draft.availability, "state": draft.state, "name": draft.name,
            "search_key": offering::search_key(&draft.name, &draft.category, draft.subcategory.as_deref()),
            "description": draft.description, "price": draft.price(), "vat_rate": draft.vat_rate,
            "delivery_price": draft.delivery_price, "duration": draft.duration_minutes, "step": draft.step_minutes,
            "buffer": draft.buffer_minutes, "members_min": draft.members_min, "members_max": draft.members_max,
            "details": serde_json::to_string(&draft.details)?, "options": serde_json::to_string(&draft.options)?,
            "folder": draft.folder_id, "place": place,
        }))
    }

    /// New offerings go to the end of the company's list.
    async fn write_offerings(&self, tx: &mut Tx, rows: &[Value]) -> Result<()> {
        let (end,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COALESCE(MAX(position) + 1, 0) FROM offering WHERE company_id = $1")
            .bind(self.company).fetch_one(at).await)?;
        let rows = serde_json::to_string(rows)?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering (id, company_id, category, subcategory, kind, availability, state, name, search_key,
                description, price, vat_rate, delivery_price, duration_minutes, step_minutes, buffer_minutes, members_min,
                members_max, details, options, folder_id, position, created_at, updated_at)
             SELECT CAST(value->>'id' AS BIGINT), $2, value->>'category', value->>'subcategory', value->>'kind',
                value->>'availability', value->>'state', value->>'name', value->>'search_key', value->>'description',
                CAST(value->>'price' AS BIGINT), CAST(value->>'vat_rate' AS BIGINT),
                CAST(value->>'delivery_price' AS BIGINT), CAST(value->>'duration' AS BIGINT),
                CAST(value->>'step' AS BIGINT), CAST(value->>'buffer' AS BIGINT), CAST(value->>'members_min' AS BIGINT),
                CAST(value->>'members_max' AS BIGINT), value->>'details', value->>'options',
                CAST(value->>'folder' AS BIGINT), $3 + CAST(value->>'place' AS BIGINT), $4, $4 FROM ",
            " WHERE TRUE ON CONFLICT (id) DO UPDATE SET category = excluded.category, subcategory = excluded.subcategory,
                kind = excluded.kind, availability = excluded.availability, state = excluded.state, name = excluded.name,
                search_key = excluded.search_key, description = excluded.description, price = excluded.price,
                vat_rate = excluded.vat_rate, delivery_price = excluded.delivery_price,
                duration_minutes = excluded.duration_minutes, step_minutes = excluded.step_minutes,
                buffer_minutes = excluded.buffer_minutes, members_min = excluded.members_min,
                members_max = excluded.members_max, details = excluded.details, folder_id = excluded.folder_id,
                updated_at = excluded.updated_at"
        );
        on!(at, at => sqlx::query(sql).bind(rows).bind(self.company).bind(end).bind(self.now)
            .execute(at).await.map(drop))?;
        Ok(())
    }

    async fn write_all_variants(tx: &mut Tx, rows: &[Value]) -> Result<()> {
        let rows = serde_json::to_string(rows)?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO offering_variant (id, offering_id, name, attributes, sku, price, capacity, position, sold_out)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4,
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT),
                CAST(value->>8 AS BIGINT) = 1 FROM ",
            " WHERE TRUE ON CONFLICT (id) DO UPDATE SET name = excluded.name, attributes = excluded.attributes,
                sku = excluded.sku, price = excluded.price, capacity = excluded.capacity, position = excluded.position,
                sold_out = excluded.sold_out"
        );
        on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
        Ok(())
    }

    /// Buckets to come take the new capacity. Stock has one bucket, at 0.
    async fn write_buckets(&self, tx: &mut Tx, offerings: &[OfferingId]) -> Result<()> {
        let ids = id_rows(offerings)?;
        let at = tx.at();
        let sql = each!(
            at,
            "UPDATE capacity_bucket SET capacity = v.capacity FROM offering_variant AS v
             WHERE v.id = capacity_bucket.variant_id AND v.capacity IS NOT NULL
                AND capacity_bucket.capacity <> v.capacity
                AND (capacity_bucket.starts_at = 0 OR capacity_bucket.ends_at > $2)
                AND v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        on!(at, at => sqlx::query(sql).bind(ids).bind(self.now).execute(at).await.map(drop))?;
        Ok(())
    }
}
