//! Working times as rows: rules and exceptions of offerings and their resources, and the opening hours of companies.

use std::collections::HashMap;

use futures_util::future::try_join;

use super::{
    plan::listed,
    schedule::{Exception, Rule},
};
use crate::{
    Db, Result, each, on,
    types::{
        ids::{CompanyId, OfferingId, ResourceId},
        local_time::{MinuteOfDay, Weekdays},
        timestamp::Date,
    },
};

/// Rules and exceptions of one owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    pub rules: Vec<Rule>,
    pub exceptions: Vec<Exception>,
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    offering_id: OfferingId,
    resource_id: Option<ResourceId>,
    weekdays: Weekdays,
    starts: MinuteOfDay,
    ends: MinuteOfDay,
    valid_from: Option<Date>,
    valid_until: Option<Date>,
}

#[derive(sqlx::FromRow)]
struct ExceptionRow {
    offering_id: OfferingId,
    resource_id: Option<ResourceId>,
    date: Date,
    starts: Option<MinuteOfDay>,
    ends: Option<MinuteOfDay>,
    available: bool,
}

/// Times of an offering (`None`) and of its resources.
pub(super) type TimesByOwner = HashMap<(OfferingId, Option<ResourceId>), Times>;

/// Reads the times of some offerings and of their resources. Changes of the company count as those of each offering, and so
/// do the days on which the company is closed.
pub(super) async fn of_offerings(db: &Db, offerings: &[OfferingId], from: &Date, to: &Date) -> Result<TimesByOwner> {
    if offerings.is_empty() {
        return Ok(TimesByOwner::new());
    }
    let (at, list) = (db.read(), listed(offerings)?);
    let sql = each!(
        at,
        "WITH wanted (id) AS (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")
         SELECT s.offering_id, s.resource_id, s.weekdays, s.starts, s.ends, s.valid_from, s.valid_until
         FROM wanted w JOIN schedule_rule s ON s.offering_id = w.id
         UNION ALL
         SELECT ro.offering_id, s.resource_id, s.weekdays, s.starts, s.ends, s.valid_from, s.valid_until
         FROM wanted w JOIN resource_offering ro ON ro.offering_id = w.id
            JOIN schedule_rule s ON s.resource_id = ro.resource_id"
    );
    let rules = async { Result::<_>::Ok(on!(at, at => sqlx::query_as(sql).bind(&list).fetch_all(at).await)?) };
    let at = db.read();
    let sql = each!(
        at,
        "WITH wanted (id) AS (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")
         SELECT s.offering_id, s.resource_id, s.date, s.starts, s.ends, s.available
         FROM wanted w JOIN schedule_exception s ON s.offering_id = w.id WHERE s.date >= $2 AND s.date <= $3
         UNION ALL
         SELECT ro.offering_id, s.resource_id, s.date, s.starts, s.ends, s.available
         FROM wanted w JOIN resource_offering ro ON ro.offering_id = w.id
            JOIN schedule_exception s ON s.resource_id = ro.resource_id WHERE s.date >= $2 AND s.date <= $3
         UNION ALL
         SELECT o.id AS offering_id, s.resource_id, s.date, s.starts, s.ends, s.available
         FROM wanted w JOIN offering o ON o.id = w.id
            JOIN schedule_exception s ON s.company_id = o.company_id WHERE s.date >= $2 AND s.date <= $3
         UNION ALL
         SELECT o.id AS offering_id, CAST(NULL AS BIGINT), e.date, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), FALSE
         FROM wanted w JOIN offering o ON o.id = w.id JOIN opening_exception e ON e.company_id = o.company_id
         WHERE e.date >= $2 AND e.date <= $3 AND e.hours = '[]'"
    );
    let exceptions = async {
        Result::<_>::Ok(on!(at, at => sqlx::query_as(sql).bind(&list).bind(from.plus_days(-1)).bind(to.plus_days(1))
            .fetch_all(at).await)?)
    };
    let (rules, exceptions): (Vec<RuleRow>, Vec<ExceptionRow>) = try_join(rules, exceptions).await?;
    let mut times = TimesByOwner::new();
    for row in rules {
        times.entry((row.offering_id, row.resource_id)).or_default().rules.push(Rule {
            weekdays: row.weekdays,
            starts: row.starts,
            ends: row.ends,
            valid_from: row.valid_from,
            valid_until: row.valid_until,
        });
    }
    for row in exceptions {
        times.entry((row.offering_id, row.resource_id)).or_default().exceptions.push(Exception {
            date: row.date,
            hours: row.starts.zip(row.ends),
            available: row.available,
            note: String::new(),
        });
    }
    Ok(times)
}

/// Opening hours: company, weekday from 1, beginning and end.
type WeeklyRow = (CompanyId, i64, MinuteOfDay, MinuteOfDay);

/// Reads the opening hours of companies, for offerings without rules.
pub(super) async fn of_companies(
    db: &Db,
    companies: &[CompanyId],
    from: &Date,
    to: &Date,
) -> Result<HashMap<CompanyId, Times>> {
    if companies.is_empty() {
        return Ok(HashMap::new());
    }
    let list = serde_json::to_string(&companies.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT company_id, weekday, opens, closes FROM opening_interval
         WHERE company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let weekly = async { Result::<_>::Ok(on!(at, at => sqlx::query_as(sql).bind(&list).fetch_all(at).await)?) };
    let at = db.read();
    let sql = each!(
        at,
        "SELECT company_id, date, hours FROM opening_exception
         WHERE date >= $2 AND date <= $3 AND company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let dated = async {
        Result::<_>::Ok(on!(at, at => sqlx::query_as(sql).bind(&list).bind(from.plus_days(-1)).bind(to.plus_days(1))
            .fetch_all(at).await)?)
    };
    let (weekly, dated): (Vec<WeeklyRow>, Vec<(CompanyId, Date, String)>) = try_join(weekly, dated).await?;
    let mut times: HashMap<CompanyId, Times> = HashMap::new();
    for (company, weekday, starts, ends) in weekly {
        let weekdays = Weekdays::from_mask(1 << (weekday - 1).clamp(0, 6));
        let rule = weekdays.map(|weekdays| Rule { weekdays, starts, ends, valid_from: None, valid_until: None });
        times.entry(company).or_default().rules.extend(rule);
    }
    for (company, date, hours) in dated {
        let exceptions = &mut times.entry(company).or_default().exceptions;
        exceptions.push(Exception { date: date.clone(), hours: None, available: false, note: String::new() });
        for (opens, closes) in serde_json::from_str::<Vec<(u16, u16)>>(&hours)? {
            let hours = MinuteOfDay::new(opens).zip(MinuteOfDay::new(closes));
            exceptions.push(Exception { date: date.clone(), hours, available: true, note: String::new() });
        }
    }
    Ok(times)
}
