//! Pause of a busy company: until it ends, customers order and book for later only.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result, company,
    offering_management::{self, Editor},
    on,
    types::{ids::CompanyId, timestamp::Timestamp},
};

/// Pause of a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Pause {
    /// Null: the company takes orders.
    pub paused_until: Option<Timestamp>,
}

/// Returns the present pause of a company.
pub async fn show(db: &Db, company: CompanyId, now: Timestamp) -> Result<Pause> {
    let (until,): (Option<Timestamp>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT paused_until FROM company WHERE id = $1").bind(company).fetch_one(at).await)?;
    Ok(Pause { paused_until: until.filter(|until| *until > now) })
}

impl Editor<'_> {
    /// Pauses the company until a time, or ends its pause.
    pub async fn set_pause(&self, until: Option<Timestamp>) -> offering_management::Result<()> {
        let mut tx = self.begin().await?;
        on!(tx.at(), at => sqlx::query("UPDATE company SET paused_until = $2 WHERE id = $1")
            .bind(self.company).bind(until).execute(at).await.map(drop))?;
        company::mark_changed(&mut tx, self.company).await?;
        Ok(tx.commit().await?)
    }
}
