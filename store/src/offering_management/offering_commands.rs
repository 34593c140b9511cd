//! Commands on offerings: create, change, archive, duplicate, sell out and order.

use super::{
    CatalogueError, Editor, OfferingState, Ordered, Result, id_rows,
    offering_form::{Draft, OfferingForm, VariantForm},
    schedule::{self, ScheduleOwner},
    validation,
};
use crate::{
    Error,
    catalogue::{category, party},
    db::Tx,
    each, on,
    types::ids::{OfferingId, VariantId},
};

/// Maximum characters of a name.
const NAME_MAX: usize = 120;

impl Editor<'_> {
    /// Creates an offering.
    pub async fn create_offering(&self, form: &OfferingForm) -> Result<OfferingId> {
        let mut tx = self.begin().await?;
        let id = self.create_in(&mut tx, form).await?;
        tx.commit().await?;
        Ok(id)
    }

    pub(super) async fn create_in(&self, tx: &mut Tx, form: &OfferingForm) -> Result<OfferingId> {
        CatalogueError::check(validation::missing(form))?;
        let mut draft = Draft::blank();
        let usual =
            form.category.as_deref().and_then(category::find).and_then(|category| category.availability.first());
        draft.availability = form.availability.or(usual.copied()).unwrap_or(draft.availability);
        draft.members_max = party::usual_maximum(draft.availability);
        draft.apply(form);
        let id = OfferingId(self.next_id());
        self.check(tx, id, &draft, None).await?;
        self.insert(tx, id, &draft).await?;
        Ok(id)
    }

    /// Changes the fields that were sent. Returns [`Error::NotFound`] unless the company owns the offering.
    pub async fn update_offering(&self, id: OfferingId, form: &OfferingForm) -> Result<()> {
        let mut tx = self.begin().await?;
        self.update_in(&mut tx, id, form).await?;
        Ok(tx.commit().await?)
    }

    pub(super) async fn update_in(&self, tx: &mut Tx, id: OfferingId, form: &OfferingForm) -> Result<()> {
        let known = self.draft(tx, id).await?;
        let mut draft = known.clone();
        draft.apply(form);
        self.check(tx, id, &draft, Some(&known)).await?;
        self.write(tx, id, &draft).await
    }

    /// Sets the state of offerings. Returns [`Error::NotFound`] if one is not the company's; none changes then. Refused for
    /// an active one of a category that the company has given up.
    pub async fn set_state(&self, offerings: &[OfferingId], state: OfferingState) -> Result<()> {
        let ids = id_rows(offerings)?;
        let mut tx = self.begin().await?;
        let at = tx.at();
        let sql = each!(
            at,
            "UPDATE offering SET state = $3, updated_at = $4
             WHERE company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let changed = on!(at, at => sqlx::query(sql).bind(ids).bind(self.company).bind(state).bind(self.now)
            .execute(at).await.map(|done| done.rows_affected()))?;
        if usize::try_from(changed).ok() != Some(offerings.len()) {
            return Err(Error::NotFound.into());
        }
        if state == OfferingState::Active && self.has_other_category(&mut tx, offerings).await? {
            return Err(CatalogueError::field("category", validation::OTHER_CATEGORY));
        }
        Ok(tx.commit().await?)
    }

    async fn has_other_category(&self, tx: &mut Tx, offerings: &[OfferingId]) -> Result<bool> {
        let ids = id_rows(offerings)?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT o.id FROM offering o WHERE NOT EXISTS (SELECT 1 FROM company_category c
                WHERE c.company_id = o.company_id AND c.category = o.category)
             AND o.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ") LIMIT 1"
        );
        let other: Option<(i64,)> = on!(at, at => sqlx::query_as(sql).bind(ids).fetch_optional(at).await)?;
        Ok(other.is_some())
    }

    /// Marks an offering, or one of its variants, as sold out or as available again.
    pub async fn set_sold_out(&self, id: OfferingId, variant: Option<VariantId>, sold_out: bool) -> Result<()> {
        let mut tx = self.begin().await?;
        let Some(variant) = variant else {
            on!(tx.at(), at => sqlx::query(
                "UPDATE offering SET sold_out = $3, updated_at = $4 WHERE id = $1 AND company_id = $2 RETURNING id")
                .bind(id).bind(self.company).bind(sold_out).bind(self.now).fetch_one(at).await.map(drop))?;
            return Ok(tx.commit().await?);
        };
        let mut draft = self.draft(&mut tx, id).await?;
        let found = draft.variants.iter_mut().find(|known| known.id == Some(variant)).ok_or(Error::NotFound)?;
        found.sold_out = sold_out;
        self.write(&mut tx, id, &draft).await?;
        Ok(tx.commit().await?)
    }

    /// Copies an offering as a draft, with its times, prices and pictures, without occurrences, bookings and SKUs, which
    /// name one variant each.
    pub async fn duplicate_offering(&self, id: OfferingId) -> Result<OfferingId> {
        let schedule = schedule::read(self.db, ScheduleOwner::Offering(id)).await?;
        let mut tx = self.begin().await?;
        let mut draft = self.draft(&mut tx, id).await?;
        let sources: Vec<_> = draft.variants.iter().filter_map(|variant| variant.id).collect();
        draft.state = OfferingState::Draft;
        draft.name = copy_name(&draft.name);
        let copies: Vec<_> = sources.iter().map(|_| VariantId(self.next_id())).collect();
        draft.variants = draft
            .variants
            .into_iter()
            .zip(&copies)
            .map(|(variant, copy)| VariantForm { id: Some(*copy), sku: None, ..variant })
            .collect();
        let copy = OfferingId(self.next_id());
        self.insert(&mut tx, copy, &draft).await?;
        self.insert_schedule(&mut tx, ScheduleOwner::Offering(copy), &schedule).await?;
        for (source, copy) in sources.into_iter().zip(copies) {
            self.copy_night_rates(&mut tx, source, copy).await?;
        }
        tx.commit().await?;
        Ok(copy)
    }

    /// Sets the order of offerings.
    pub async fn reorder_offerings(&self, offerings: &[OfferingId]) -> Result<()> {
        self.reorder(Ordered::Offerings, offerings).await
    }
}

/// Returns the name of a copy: `Paella` becomes `Paella (2)`.
fn copy_name(name: &str) -> String {
    let (stem, number) = match name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (")) {
        Some((stem, digits)) => (stem, digits.parse::<u32>().ok()),
        None => (name, None),
    };
    let (stem, number) = number.map_or((name, 2), |number| (stem, number.saturating_add(1)));
    let suffix = format!(" ({number})");
    let kept: String = stem.chars().take(NAME_MAX - suffix.chars().count()).collect();
    kept + &suffix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_name_counts_and_keeps_limit() {
        assert_eq!(copy_name("Paella"), "Paella (2)");
        assert_eq!(copy_name("Paella (2)"), "Paella (3)");
        assert_eq!(copy_name("Paella (large)"), "Paella (large) (2)");
        assert_eq!(copy_name(&"x".repeat(120)).chars().count(), 120);
    }
}
