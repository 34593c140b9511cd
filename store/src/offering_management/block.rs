//! Blocks of a company: hours or whole days without new bookings, for everything, one resource or one offering.
//!
//! A block is a dated exception that is not available, as the schedule of its owner has them. Bookings that it meets stay.

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{CatalogueError, Editor, FieldMessages, Result, id_rows, schedule::EXCEPTIONS_MAX};
use crate::{
    Error,
    db::Tx,
    each,
    inventory::schedule::Exception,
    on,
    types::{
        ids::{CompanyId, OfferingId, ResourceId, ScheduleExceptionId},
        local_time::MinuteOfDay,
        timestamp::Date,
    },
};

/// Maximum dates of one request.
const DATES_MAX: usize = 92;

/// Block of one or more dates. Without `offering_id` and `resource_id` it holds for the whole company.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeBlockForm {
    #[serde(default)]
    pub offering_id: Option<OfferingId>,
    #[serde(default)]
    pub resource_id: Option<ResourceId>,
    #[schema(min_items = 1, max_items = 92)]
    pub dates: Vec<Date>,
    /// Start and end on each date. Null: the whole day.
    #[serde(default)]
    pub hours: Option<(MinuteOfDay, MinuteOfDay)>,
    /// Reason, for the company only.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub note: String,
}

impl TimeBlockForm {
    fn errors(&self) -> FieldMessages {
        let mut errors = FieldMessages::new();
        let mut add = |field: &str, message: &str| errors.push((field.to_owned(), message.to_owned()));
        if !(1..=DATES_MAX).contains(&self.dates.len()) {
            add("dates", "Choose 1 to 92 dates.");
        }
        if self.offering_id.is_some() && self.resource_id.is_some() {
            add("resource_id", "Choose an offering or a resource.");
        }
        let block = |date: &Date, note: &str| Exception {
            date: date.clone(),
            hours: self.hours,
            available: false,
            note: note.to_owned(),
        };
        if let Some(date) = self.dates.first() {
            if let Err(message) = block(date, "").checked() {
                add("hours", message);
            } else if let Err(message) = block(date, &self.note).checked() {
                add("note", message);
            }
        }
        errors
    }
}

impl Editor<'_> {
    /// Blocks each of the dates. All of them or none. Returns the ids in the order of the dates.
    pub async fn create_blocks(&self, form: &TimeBlockForm) -> Result<Vec<ScheduleExceptionId>> {
        CatalogueError::check(form.errors())?;
        let mut tx = self.begin().await?;
        self.check_owner(&mut tx, form).await?;
        self.check_room(&mut tx, form).await?;
        let ids: Vec<_> = form.dates.iter().map(|_| ScheduleExceptionId(self.next_id())).collect();
        let (starts, ends) = minutes(form);
        let rows: Vec<_> = ids.iter().zip(&form.dates).map(|(id, date)| json!([id.0, date])).collect();
        let rows = serde_json::to_string(&rows)?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO schedule_exception
                (id, offering_id, resource_id, company_id, date, starts, ends, available, note)
             SELECT CAST(value->>0 AS BIGINT), $2, $3, $4, value->>1, $5, $6, FALSE, $7 FROM ",
            ""
        );
        on!(at, at => sqlx::query(sql).bind(rows).bind(form.offering_id).bind(form.resource_id).bind(self.if_whole(form))
            .bind(starts).bind(ends).bind(form.note.trim()).execute(at).await.map(drop))?;
        tx.commit().await?;
        Ok(ids)
    }

    /// Replaces a block. Its owner may change. Takes one date.
    pub async fn update_block(&self, id: ScheduleExceptionId, form: &TimeBlockForm) -> Result<()> {
        CatalogueError::check(form.errors())?;
        let [date] = form.dates.as_slice() else {
            return Err(CatalogueError::field("dates", "Choose one date."));
        };
        let mut tx = self.begin().await?;
        self.check_owner(&mut tx, form).await?;
        if self.own_blocks(&mut tx, &[id]).await? != 1 {
            return Err(Error::NotFound.into());
        }
        let (starts, ends) = minutes(form);
        on!(tx.at(), at => sqlx::query(
            "UPDATE schedule_exception SET offering_id = $2, resource_id = $3, company_id = $4, date = $5, starts = $6,
                ends = $7, note = $8 WHERE id = $1")
            .bind(id).bind(form.offering_id).bind(form.resource_id).bind(self.if_whole(form)).bind(date).bind(starts)
            .bind(ends).bind(form.note.trim()).execute(at).await.map(drop))?;
        Ok(tx.commit().await?)
    }

    /// Deletes blocks. Returns [`Error::NotFound`] if one is not the company's.
    pub async fn delete_blocks(&self, blocks: &[ScheduleExceptionId]) -> Result<()> {
        let mut tx = self.begin().await?;
        if self.own_blocks(&mut tx, blocks).await? != blocks.len() {
            return Err(Error::NotFound.into());
        }
        let ids = id_rows(blocks)?;
        let at = tx.at();
        let sql = each!(at, "DELETE FROM schedule_exception WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ", ")");
        on!(at, at => sqlx::query(sql).bind(ids).execute(at).await.map(drop))?;
        Ok(tx.commit().await?)
    }

    /// Counts those of these exceptions that are blocks of the company.
    async fn own_blocks(&self, tx: &mut Tx, blocks: &[ScheduleExceptionId]) -> Result<usize> {
        let ids = id_rows(blocks)?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT COUNT(*) FROM schedule_exception s
                LEFT JOIN offering o ON o.id = s.offering_id LEFT JOIN resource r ON r.id = s.resource_id
             WHERE s.available = FALSE AND COALESCE(s.company_id, o.company_id, r.company_id) = $2
                AND s.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let (count,): (i64,) = on!(at, at => sqlx::query_as(sql).bind(ids).bind(self.company).fetch_one(at).await)?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    async fn check_owner(&self, tx: &mut Tx, form: &TimeBlockForm) -> Result<()> {
        if let Some(id) = form.offering_id {
            self.own_offering(tx, id).await?;
        }
        if let Some(id) = form.resource_id {
            self.own_resource(tx, id).await?;
        }
        Ok(())
    }

    /// Refuses blocks past the maximum of their owner. Dates that are over do not count.
    async fn check_room(&self, tx: &mut Tx, form: &TimeBlockForm) -> Result<()> {
        let first = form.dates.iter().min();
        let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COUNT(*) FROM schedule_exception
             WHERE (offering_id = $1 OR resource_id = $2 OR company_id = $3) AND date >= $4")
            .bind(form.offering_id).bind(form.resource_id).bind(self.if_whole(form)).bind(first).fetch_one(at).await)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if count.saturating_add(form.dates.len()) > EXCEPTIONS_MAX {
            return Err(CatalogueError::field("dates", "Enter at most 400 dates."));
        }
        Ok(())
    }

    /// Returns the company if the block has no other owner.
    fn if_whole(&self, form: &TimeBlockForm) -> Option<CompanyId> {
        (form.offering_id.is_none() && form.resource_id.is_none()).then_some(self.company)
    }
}

fn minutes(form: &TimeBlockForm) -> (Option<i64>, Option<i64>) {
    form.hours.map(|(starts, ends)| (i64::from(starts.minutes()), i64::from(ends.minutes()))).unzip()
}
