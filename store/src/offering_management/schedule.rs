//! Weekly times and dated exceptions of an offering or a resource.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{CatalogueError, Editor, FieldMessages, Result};
use crate::{
    Db,
    db::Tx,
    each,
    inventory::schedule::{Exception, Rule},
    on,
    types::{
        ids::{OfferingId, ResourceId},
        local_time::{MinuteOfDay, Weekdays},
        timestamp::Date,
    },
};

/// Maximum weekly times of an owner.
const RULES_MAX: usize = 100;
/// Maximum dates to come of an owner.
pub(super) const EXCEPTIONS_MAX: usize = 400;

/// Times of an offering or a resource. Without rules, the opening hours of the company apply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    #[schema(max_items = 100)]
    pub rules: Vec<Rule>,
    /// At most 400 to come. Dates that are over are dropped.
    pub exceptions: Vec<Exception>,
}

/// Owner of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleOwner {
    Offering(OfferingId),
    Resource(ResourceId),
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    weekdays: Weekdays,
    starts: MinuteOfDay,
    ends: MinuteOfDay,
    valid_from: Option<Date>,
    valid_until: Option<Date>,
}

#[derive(sqlx::FromRow)]
struct ExceptionRow {
    date: Date,
    starts: Option<MinuteOfDay>,
    ends: Option<MinuteOfDay>,
    available: bool,
    note: String,
}

impl ScheduleOwner {
    fn ids(self) -> (Option<OfferingId>, Option<ResourceId>) {
        match self {
            Self::Offering(id) => (Some(id), None),
            Self::Resource(id) => (None, Some(id)),
        }
    }
}

impl Schedule {
    /// Validates all times. Exceptions before `first` are over and do not count. Returns the errors by field.
    fn errors(&self, first: &Date) -> FieldMessages {
        let mut errors = FieldMessages::new();
        let mut add = |field: String, message: &str| errors.push((field, message.to_owned()));
        if self.rules.len() > RULES_MAX {
            add("rules".to_owned(), "Enter at most 100 weekly times.");
        }
        if self.exceptions.iter().filter(|one| one.date >= *first).count() > EXCEPTIONS_MAX {
            add("exceptions".to_owned(), "Enter at most 400 dates.");
        }
        for (at, rule) in self.rules.iter().enumerate() {
            if let Err(message) = rule.clone().checked() {
                add(format!("rules.{at}"), message);
            }
        }
        for (at, exception) in self.exceptions.iter().enumerate() {
            if let Err(message) = exception.clone().checked() {
                add(format!("exceptions.{at}"), message);
            }
        }
        errors
    }
}

/// Reads the times of an owner.
pub(super) async fn read(db: &Db, owner: ScheduleOwner) -> Result<Schedule> {
    let (offering, resource) = owner.ids();
    let rules: Vec<RuleRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT weekdays, starts, ends, valid_from, valid_until FROM schedule_rule
         WHERE offering_id = $1 OR resource_id = $2 ORDER BY id").bind(offering).bind(resource).fetch_all(at).await)?;
    let exceptions: Vec<ExceptionRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT date, starts, ends, available, note FROM schedule_exception
         WHERE offering_id = $1 OR resource_id = $2 ORDER BY date, id")
        .bind(offering).bind(resource).fetch_all(at).await)?;
    let rule = |RuleRow { weekdays, starts, ends, valid_from, valid_until }| Rule {
        weekdays,
        starts,
        ends,
        valid_from,
        valid_until,
    };
    let exception = |row: ExceptionRow| Exception {
        date: row.date,
        hours: row.starts.zip(row.ends),
        available: row.available,
        note: row.note,
    };
    Ok(Schedule {
        rules: rules.into_iter().map(rule).collect(),
        exceptions: exceptions.into_iter().map(exception).collect(),
    })
}

impl Editor<'_> {
    /// Replaces the times of an offering or a resource.
    pub async fn set_schedule(&self, owner: ScheduleOwner, schedule: &Schedule) -> Result<()> {
        CatalogueError::check(schedule.errors(&self.first_date().await?))?;
        let mut tx = self.begin().await?;
        match owner {
            ScheduleOwner::Offering(id) => self.own_offering(&mut tx, id).await?,
            ScheduleOwner::Resource(id) => self.own_resource(&mut tx, id).await?,
        }
        let (offering, resource) = owner.ids();
        on!(tx.at(), at => sqlx::query("DELETE FROM schedule_rule WHERE offering_id = $1 OR resource_id = $2")
            .bind(offering).bind(resource).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM schedule_exception WHERE offering_id = $1 OR resource_id = $2")
            .bind(offering).bind(resource).execute(at).await.map(drop))?;
        self.insert_schedule(&mut tx, owner, schedule).await?;
        Ok(tx.commit().await?)
    }

    /// Inserts times. Exceptions that are over are left out.
    pub(super) async fn insert_schedule(&self, tx: &mut Tx, owner: ScheduleOwner, schedule: &Schedule) -> Result<()> {
        let (offering, resource) = owner.ids();
        let first = self.first_date().await?;
        let mask = |days: Weekdays| days.iter().fold(0_i64, |mask, day| mask | 1 << (day.number() - 1));
        let rules = schedule.rules.iter().map(|rule| {
            let Rule { weekdays, starts, ends, valid_from, valid_until } = rule;
            json!([self.next_id(), mask(*weekdays), starts.minutes(), ends.minutes(), valid_from, valid_until])
        });
        let rules = serde_json::to_string(&rules.collect::<Vec<_>>())?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO schedule_rule (id, offering_id, resource_id, weekdays, starts, ends, valid_from, valid_until)
             SELECT CAST(value->>0 AS BIGINT), $2, $3, CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT), value->>4, value->>5 FROM ",
            ""
        );
        on!(at, at => sqlx::query(sql).bind(rules).bind(offering).bind(resource).execute(at).await.map(drop))?;
        let exceptions = schedule.exceptions.iter().filter(|one| one.date >= first).map(|exception| {
            let (starts, ends) = exception.hours.map(|(starts, ends)| (starts.minutes(), ends.minutes())).unzip();
            json!([self.next_id(), exception.date, starts, ends, i64::from(exception.available), exception.note.trim()])
        });
        let exceptions = serde_json::to_string(&exceptions.collect::<Vec<_>>())?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO schedule_exception (id, offering_id, resource_id, date, starts, ends, available, note)
             SELECT CAST(value->>0 AS BIGINT), $2, $3, value->>1, CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT), CAST(value->>4 AS BIGINT) = 1, value->>5 FROM ",
            ""
        );
        on!(at, at => sqlx::query(sql).bind(exceptions).bind(offering).bind(resource).execute(at).await.map(drop))?;
        Ok(())
    }
}
