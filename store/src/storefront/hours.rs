//! Opening hours and dated exceptions of a company.

use serde_json::json;

use crate::{
    Db, Result,
    catalogue::{
        company_hours,
        opening_hours::{EXCEPTIONS_MAX, OpeningHours},
    },
    company, each,
    offering_management::{self, CatalogueError, Editor},
    on,
    types::{
        ids::CompanyId,
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Returns the hours of a company. Exceptions in the past are left out.
pub async fn show(db: &Db, company: CompanyId, now: Timestamp) -> Result<OpeningHours> {
    let (zone,): (TimeZone,) = on!(db.read(), at => sqlx::query_as("SELECT time_zone FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    let today = zone.date_at(now);
    let hours = company_hours::of_all(db, &[company].into(), &today, &last_date(&today)).await?;
    Ok(hours.into_values().next().unwrap_or_default())
}

/// Returns the last date that an exception may have: as many days ahead as there may be exceptions, and as many again.
fn last_date(today: &Date) -> Date {
    today.plus_days(2 * i64::try_from(EXCEPTIONS_MAX).unwrap_or(i64::MAX))
}

impl Editor<'_> {
    /// Replaces the opening hours. Exceptions in the past are dropped.
    pub async fn set_hours(&self, hours: OpeningHours) -> offering_management::Result<()> {
        let mut hours = hours.checked().map_err(|error| CatalogueError::field(error.field, error.message))?;
        let mut tx = self.begin().await?;
        let (zone,): (TimeZone,) = on!(tx.at(), at => sqlx::query_as("SELECT time_zone FROM company WHERE id = $1")
            .bind(self.company).fetch_one(at).await)?;
        let today = zone.date_at(self.now);
        hours.exceptions.retain(|exception| exception.date >= today);
        let last = last_date(&today);
        if let Some(late) = hours.exceptions.iter().find(|exception| exception.date > last) {
            return Err(CatalogueError::field(
                format!("exceptions.{}", late.date),
                "Choose a date in the next two years.",
            ));
        }
        let weekly = hours.weekly.iter().map(|day| {
            json!([i64::from(day.weekday.number()), i64::from(day.opens.minutes()), i64::from(day.closes.minutes())])
        });
        let weekly = serde_json::to_string(&weekly.collect::<Vec<_>>())?;
        let exceptions = hours.exceptions.iter().map(|day| {
            let hours: Vec<_> = day.hours.iter().map(|hours| (hours.opens.minutes(), hours.closes.minutes())).collect();
            Ok(json!([day.date, serde_json::to_string(&hours)?, day.note.as_deref().unwrap_or_default()]))
        });
        let exceptions = serde_json::to_string(&exceptions.collect::<offering_management::Result<Vec<_>>>()?)?;
        on!(tx.at(), at => sqlx::query("DELETE FROM opening_interval WHERE company_id = $1")
            .bind(self.company).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM opening_exception WHERE company_id = $1")
            .bind(self.company).execute(at).await.map(drop))?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO opening_interval (company_id, weekday, opens, closes)
             SELECT $2, CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        on!(at, at => sqlx::query(sql).bind(weekly).bind(self.company).execute(at).await.map(drop))?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO opening_exception (company_id, date, hours, note)
             SELECT $2, value->>0, value->>1, value->>2 FROM ",
            ""
        );
        on!(at, at => sqlx::query(sql).bind(exceptions).bind(self.company).execute(at).await.map(drop))?;
        company::mark_changed(&mut tx, self.company).await?;
        Ok(tx.commit().await?)
    }
}
