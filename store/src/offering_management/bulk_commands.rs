//! Commands on several offerings: sell out, move to a folder, delete. All of them or none.

use super::{CatalogueError, Editor, Result, id_rows};
use crate::{
    Error, company,
    db::Tx,
    each, on,
    types::ids::{FolderId, OfferingId},
};

impl Editor<'_> {
    /// Marks offerings as sold out or as available again. Returns [`Error::NotFound`] if one is not the company's.
    pub async fn set_all_sold_out(&self, offerings: &[OfferingId], sold_out: bool) -> Result<()> {
        let ids = id_rows(offerings)?;
        let mut tx = self.begin().await?;
        let at = tx.at();
        let sql = each!(
            at,
            "UPDATE offering SET sold_out = $3, updated_at = $4
             WHERE company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let changed = on!(at, at => sqlx::query(sql).bind(ids).bind(self.company).bind(sold_out).bind(self.now)
            .execute(at).await.map(|done| done.rows_affected()))?;
        all_or_missing(changed, offerings)?;
        Ok(tx.commit().await?)
    }

    /// Moves offerings to a folder, or out of theirs.
    pub async fn move_to_folder(&self, offerings: &[OfferingId], folder: Option<FolderId>) -> Result<()> {
        let ids = id_rows(offerings)?;
        let mut tx = self.begin().await?;
        if let Some(folder) = folder {
            let own: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
                "SELECT id FROM offering_folder WHERE id = $1 AND company_id = $2")
                .bind(folder).bind(self.company).fetch_optional(at).await)?;
            own.ok_or_else(|| CatalogueError::field("folder_id", "Choose one of your folders."))?;
        }
        let at = tx.at();
        let sql = each!(
            at,
            "UPDATE offering SET folder_id = $3, updated_at = $4
             WHERE company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let changed = on!(at, at => sqlx::query(sql).bind(ids).bind(self.company).bind(folder).bind(self.now)
            .execute(at).await.map(|done| done.rows_affected()))?;
        all_or_missing(changed, offerings)?;
        Ok(tx.commit().await?)
    }

    /// Deletes offerings. Refused if a booking, an order or a review shows one of them: a review would go with its
    /// offering, while the company's rating still counts it.
    pub async fn delete_offerings(&self, offerings: &[OfferingId]) -> Result<()> {
        let mut tx = self.begin().await?;
        if self.has_history(&mut tx, offerings).await? {
            return Err(CatalogueError::HasHistory);
        }
        let ids = id_rows(offerings)?;
        let at = tx.at();
        let sql = each!(
            at,
            "DELETE FROM offering WHERE company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let deleted = on!(at, at => sqlx::query(sql).bind(ids).bind(self.company)
            .execute(at).await.map(|done| done.rows_affected()))?;
        all_or_missing(deleted, offerings)?;
        company::mark_changed(&mut tx, self.company).await?;
        Ok(tx.commit().await?)
    }

    async fn has_history(&self, tx: &mut Tx, offerings: &[OfferingId]) -> Result<bool> {
        let ids = id_rows(offerings)?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT o.id FROM offering o
             WHERE o.company_id = $2 AND (EXISTS (SELECT 1 FROM booking b WHERE b.offering_id = o.id)
                OR EXISTS (SELECT 1 FROM order_line l WHERE l.offering_id = o.id)
                OR EXISTS (SELECT 1 FROM review r WHERE r.offering_id = o.id))
             AND o.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ") LIMIT 1"
        );
        let shown: Option<(i64,)> = on!(at, at => sqlx::query_as(sql).bind(ids).bind(self.company)
            .fetch_optional(at).await)?;
        Ok(shown.is_some())
    }
}

/// Returns [`Error::NotFound`] unless every offering was reached.
fn all_or_missing(reached: u64, offerings: &[OfferingId]) -> Result<()> {
    if usize::try_from(reached).ok() == Some(offerings.len()) { Ok(()) } else { Err(Error::NotFound.into()) }
}
