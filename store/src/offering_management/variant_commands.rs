//! Price and units of a single variant, as edited in the list.

use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::{CatalogueError, Editor, Result};
use crate::{
    Error,
    catalogue::detail::Availability,
    db::Tx,
    on,
    types::ids::{OfferingId, VariantId},
};

/// Change of a variant. An omitted field stays unchanged.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct VariantChange {
    /// Minor units, VAT included.
    pub price: Option<i64>,
    /// Units left in stock, else units of each night, start or occurrence. Null: not counted.
    #[serde(deserialize_with = "present")]
    pub units: Option<Option<i64>>,
}

/// Reads a present value, which may be null. Both differ from a missing field.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<i64>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl Editor<'_> {
    /// Changes a variant and returns its offering. Returns [`Error::NotFound`] unless the company owns it.
    pub async fn change_variant(&self, id: VariantId, change: VariantChange) -> Result<OfferingId> {
        let mut tx = self.begin().await?;
        let (offering,): (OfferingId,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT v.offering_id FROM offering_variant v JOIN offering o ON o.id = v.offering_id
             WHERE v.id = $1 AND o.company_id = $2").bind(id).bind(self.company).fetch_one(at).await)?;
        let known = self.draft(&mut tx, offering).await?;
        let mut draft = known.clone();
        let taken = if draft.availability == Availability::Stock { self.stock_taken(&mut tx, id).await? } else { 0 };
        let (at, variant) =
            draft.variants.iter_mut().enumerate().find(|(_, it)| it.id == Some(id)).ok_or(Error::NotFound)?;
        variant.price = change.price.unwrap_or(variant.price);
        if let Some(units) = change.units {
            variant.capacity = units.map(|units| units.saturating_add(if units < 0 { 0 } else { taken }));
        }
        self.check(&mut tx, offering, &draft, Some(&known)).await.map_err(|error| own_fields(error, at))?;
        self.write(&mut tx, offering, &draft).await?;
        tx.commit().await?;
        Ok(offering)
    }

    /// Returns the units of a stock that are held or sold.
    async fn stock_taken(&self, tx: &mut Tx, id: VariantId) -> Result<i64> {
        let taken: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT held + sold FROM capacity_bucket WHERE variant_id = $1 AND starts_at = 0")
            .bind(id).fetch_optional(at).await)?;
        Ok(taken.map_or(0, |(taken,)| taken))
    }
}

/// Names the fields of the changed variant as in the request.
fn own_fields(error: CatalogueError, at: usize) -> CatalogueError {
    let CatalogueError::Fields(errors) = error else { return error };
    let name = |field: String| match field.strip_prefix(&format!("variants.{at}.")) {
        Some("capacity") => "units".to_owned(),
        Some(name) => name.to_owned(),
        None => field,
    };
    CatalogueError::Fields(errors.into_iter().map(|(field, message)| (name(field), message)).collect())
}
