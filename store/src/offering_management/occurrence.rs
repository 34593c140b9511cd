//! Dated occurrences of an offering: evenings, sailings, workshop dates.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{CatalogueError, Editor, FieldMessages, Result, id_rows};
use crate::{
    Error,
    db::Tx,
    each, on,
    types::{
        ids::{OccurrenceId, OfferingId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum occurrences of one request, and of an offering to come.
const ADDED_MAX: usize = 200;
const UPCOMING_MAX: i64 = 1_000;
/// Maximum length of an occurrence: a world cruise.
const LENGTH_MAX: i64 = 180 * Timestamp::DAY;
/// Latest start from now.
const AHEAD_MAX: i64 = 3 * 366 * Timestamp::DAY;

/// Time of an occurrence to add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOccurrence {
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

impl NewOccurrence {
    fn error(self, now: Timestamp) -> Option<&'static str> {
        if self.starts_at <= now || self.starts_at > now.plus(AHEAD_MAX) {
            Some("Choose a start within the next three years.")
        } else if self.ends_at <= self.starts_at || self.ends_at > self.starts_at.plus(LENGTH_MAX) {
            Some("Choose an end after the start, at most 180 days later.")
        } else {
            None
        }
    }
}

impl Editor<'_> {
    /// Adds occurrences, all or none. A cancelled one at the same start is taken up again.
    pub async fn add_occurrences(&self, offering: OfferingId, new: &[NewOccurrence]) -> Result<()> {
        if new.is_empty() || new.len() > ADDED_MAX {
            return Err(CatalogueError::field("occurrences", format!("Enter 1 to {ADDED_MAX} dates.")));
        }
        let invalid = new
            .iter()
            .enumerate()
            .filter_map(|(at, one)| Some((format!("occurrences.{at}"), one.error(self.now)?.to_owned())));
        CatalogueError::check(invalid.collect())?;
        let mut tx = self.begin().await?;
        self.own_offering(&mut tx, offering).await?;
        let known: Vec<(Timestamp,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT starts_at FROM occurrence WHERE offering_id = $1 AND starts_at > $2
                AND (cancelled_at IS NULL OR ended_through IS NOT NULL)")
            .bind(offering).bind(self.now).fetch_all(at).await)?;
        if i64::try_from(known.len() + new.len()).unwrap_or(i64::MAX) > UPCOMING_MAX {
            return Err(CatalogueError::field(
                "occurrences",
                format!("An offering has at most {UPCOMING_MAX} dates to come."),
            ));
        }
        let twice = |at: usize, one: &NewOccurrence| {
            known.contains(&(one.starts_at,)) || new[..at].iter().any(|other| other.starts_at == one.starts_at)
        };
        let repeated = new.iter().enumerate().filter(|(at, one)| twice(*at, one));
        let repeated = repeated.map(|(at, _)| (format!("occurrences.{at}"), "This date exists already.".to_owned()));
        CatalogueError::check(repeated.collect::<FieldMessages>())?;
        let rows: Vec<_> = new.iter().map(|one| json!([self.next_id(), one.starts_at.0, one.ends_at.0])).collect();
        let rows = serde_json::to_string(&rows)?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO occurrence (id, offering_id, starts_at, ends_at)
             SELECT CAST(value->>0 AS BIGINT), $2, CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT (offering_id, starts_at) DO UPDATE SET ends_at = excluded.ends_at, cancelled_at = NULL,
                cancel_reason = NULL, cancelled_by = NULL"
        );
        on!(at, at => sqlx::query(sql).bind(rows).bind(offering).execute(at).await.map(drop))?;
        self.touch(&mut tx, offering).await?;
        Ok(tx.commit().await?)
    }

    /// Cancels an occurrence and returns its offering. Refused while bookings of it are open.
    pub async fn cancel_occurrence(&self, id: OccurrenceId) -> Result<OfferingId> {
        let mut tx = self.begin().await?;
        let (offering, starts_at): (OfferingId, Timestamp) = on!(tx.at(), at => sqlx::query_as(
            "SELECT e.offering_id, e.starts_at FROM occurrence e JOIN offering o ON o.id = e.offering_id
             WHERE e.id = $1 AND o.company_id = $2 AND e.cancelled_at IS NULL")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        let open: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT id FROM booking WHERE offering_id = $1 AND starts_at = $2
                AND (state IN ('awaiting_company', 'confirmed', 'checked_in') OR (state = 'held' AND hold_expires_at > $3))
             LIMIT 1")
            .bind(offering).bind(starts_at).bind(self.now).fetch_optional(at).await)?;
        if open.is_some() {
            return Err(CatalogueError::HasBookings);
        }
        let cancelled = on!(tx.at(), at => sqlx::query("UPDATE occurrence SET cancelled_at = $2 WHERE id = $1")
            .bind(id).bind(self.now).execute(at).await.map(|done| done.rows_affected()))?;
        if cancelled == 0 {
            return Err(Error::NotFound.into());
        }
        self.touch(&mut tx, offering).await?;
        tx.commit().await?;
        Ok(offering)
    }

    /// Calls an occurrence off with its bookings and returns its offering. Nothing of it is sold from then on; the caller
    /// ends the bookings ([`crate::booking::called_off`]). Its waitlist ends.
    pub async fn call_off_occurrence(&self, id: OccurrenceId, reason: &str) -> Result<OfferingId> {
        let mut tx = self.begin().await?;
        let (offering, ends_at): (OfferingId, Timestamp) = on!(tx.at(), at => sqlx::query_as(
            "SELECT e.offering_id, e.ends_at FROM occurrence e JOIN offering o ON o.id = e.offering_id
             WHERE e.id = $1 AND o.company_id = $2 AND e.cancelled_at IS NULL")
            .bind(id).bind(self.company).fetch_one(at).await)?;
        if ends_at <= self.now {
            return Err(CatalogueError::field("occurrence_id", "This date is over."));
        }
        on!(tx.at(), at => sqlx::query(
            "UPDATE occurrence SET cancelled_at = $2, cancel_reason = $3, cancelled_by = $4, ended_through = 0 WHERE id = $1")
            .bind(id).bind(self.now).bind(reason).bind(self.user).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM waitlist_entry WHERE occurrence_id = $1")
            .bind(id).execute(at).await.map(drop))?;
        self.touch(&mut tx, offering).await?;
        tx.commit().await?;
        Ok(offering)
    }

    /// Moves the dates to come to the same local time of another time zone, with those who wait for them. No booking of
    /// them is open.
    pub(crate) async fn move_occurrences(&self, tx: &mut Tx, from: &TimeZone, to: &TimeZone) -> Result<()> {
        let rows: Vec<(OccurrenceId, OfferingId, Timestamp, Timestamp)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT e.id, e.offering_id, e.starts_at, e.ends_at FROM occurrence e JOIN offering o ON o.id = e.offering_id
             WHERE o.company_id = $1 AND e.starts_at > $2 ORDER BY e.starts_at, e.id")
            .bind(self.company).bind(self.now).fetch_all(at).await)?;
        let past: Vec<(OfferingId, Timestamp)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT e.offering_id, e.starts_at FROM occurrence e JOIN offering o ON o.id = e.offering_id
             WHERE o.company_id = $1 AND e.starts_at <= $2 AND e.starts_at > $3")
            .bind(self.company).bind(self.now).bind(self.now.plus(-2 * Timestamp::DAY)).fetch_all(at).await)?;
        let mut taken: HashSet<_> = past.into_iter().collect();
        let moved = |at: Timestamp| to.instant(&from.date_at(at), from.minute_at(at));
        let moves: Vec<_> = rows
            .iter()
            .map(|(id, offering, starts_at, ends_at)| {
                let mut start = moved(*starts_at);
                // Two instants share a local time when clocks go back.
                while !taken.insert((*offering, start)) {
                    start = start.plus(Timestamp::MINUTE);
                }
                let end = moved(*ends_at);
                let end = if end > start { end } else { start.plus(ends_at.0 - starts_at.0) };
                json!([id.0, start.0, end.0])
            })
            .collect();
        let ids = id_rows(&rows.iter().map(|row| row.0).collect::<Vec<_>>())?;
        let moves = serde_json::to_string(&moves)?;
        let at = tx.at();
        // Frees the starts first: they are unique in an offering, and rows change one after the other.
        let free =
            each!(at, "UPDATE occurrence SET starts_at = -id WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ", ")");
        on!(at, at => sqlx::query(free).bind(ids).execute(at).await.map(drop))?;
        macro_rules! move_rows {
            ($at:expr, $table:literal, $set:literal, $key:literal) => {
                each!(
                    $at,
                    concat!(
                        "UPDATE ",
                        $table,
                        " SET ",
                        $set,
                        " FROM (SELECT CAST(value->>0 AS BIGINT) AS id, CAST(value->>1 AS BIGINT) AS starts,
                            CAST(value->>2 AS BIGINT) AS ends FROM "
                    ),
                    concat!(") AS moved WHERE ", $table, ".", $key, " = moved.id")
                )
            };
        }
        let at = tx.at();
        let sql = move_rows!(at, "occurrence", "starts_at = moved.starts, ends_at = moved.ends", "id");
        on!(at, at => sqlx::query(sql).bind(&moves).execute(at).await.map(drop))?;
        let at = tx.at();
        let sql = move_rows!(
            at,
            "waitlist_entry",
            "starts_at = moved.starts, ends_at = moved.ends,
                slot_at = CASE WHEN slot_at IS NULL THEN NULL ELSE moved.starts END",
            "occurrence_id"
        );
        on!(at, at => sqlx::query(sql).bind(&moves).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE offering SET updated_at = $2 WHERE company_id = $1
                AND id IN (SELECT offering_id FROM occurrence WHERE starts_at > $3)")
            .bind(self.company).bind(self.now).bind(self.now.plus(-2 * Timestamp::DAY)).execute(at).await.map(drop))?;
        Ok(())
    }

    /// Marks an offering whose dates changed, for the search.
    async fn touch(&self, tx: &mut Tx, offering: OfferingId) -> Result<()> {
        on!(tx.at(), at => sqlx::query("UPDATE offering SET updated_at = $2 WHERE id = $1")
            .bind(offering).bind(self.now).execute(at).await.map(drop))?;
        Ok(())
    }
}
