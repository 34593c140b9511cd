//! Ways to get an order as visitors see them before they fill a cart.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Fulfilment, FulfilmentOption};
use crate::{
    Db, Result,
    catalogue::{company_hours, opening_hours::OpeningHours},
    company::public,
    on,
    types::{ids::CompanyId, local_time::TimeZone, timestamp::Timestamp},
};

/// Days ahead whose exceptions from the hours are read.
const EXCEPTION_DAYS: i64 = 30;

/// Way to get an order from a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FulfilmentOffer {
    pub kind: Fulfilment,
    /// Minutes from the payment until the order is ready or delivered. From 1440, working days of 1440 minutes.
    pub minutes: i64,
    /// Minimum subtotal in minor units.
    pub minimum_order: i64,
    /// Lowest delivery fee in minor units. Null: nothing is delivered.
    pub fee_from: Option<i64>,
    /// Subtotal from which the nearest zone with a free delivery has no fee. Null: there is none.
    pub free_from: Option<i64>,
    /// Distance that is delivered to. Null: nothing is delivered.
    pub up_to_metres: Option<i64>,
    /// Time of the handover for an order now, after a pause. Null: the company does not open soon.
    pub promised_at: Option<Timestamp>,
}

/// Ways to get an order from a company, with what their times and amounts need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FulfilmentOffers {
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    pub time_zone: TimeZone,
    /// Empty: the company takes no online orders.
    pub options: Vec<FulfilmentOffer>,
}

/// Returns the ways to get an order from the company with this id or handle.
pub async fn list(db: &Db, key: &str, now: Timestamp) -> Result<FulfilmentOffers> {
    let company = public::resolve(db, key).await?;
    let (currency, time_zone, paused_until): (String, TimeZone, Option<Timestamp>) = on!(db.read(), at => sqlx::query_as(
        "SELECT currency, time_zone, paused_until FROM company WHERE id = $1").bind(company).fetch_one(at).await)?;
    let options = super::offered(db, company).await?;
    let hours = if options.is_empty() { None } else { hours(db, company, &time_zone, now).await? };
    let from = paused_until.map_or(now, |until| until.max(now));
    let options = options.iter().map(|option| option.offer(hours.as_ref(), from, &time_zone)).collect();
    Ok(FulfilmentOffers { currency, time_zone, options })
}

async fn hours(db: &Db, company: CompanyId, zone: &TimeZone, now: Timestamp) -> Result<Option<OpeningHours>> {
    let today = zone.date_at(now);
    let (from, to) = (today.plus_days(-1), today.plus_days(EXCEPTION_DAYS));
    Ok(company_hours::of_all(db, &[company].into(), &from, &to).await?.into_values().next())
}

impl FulfilmentOption {
    fn offer(&self, hours: Option<&OpeningHours>, from: Timestamp, zone: &TimeZone) -> FulfilmentOffer {
        FulfilmentOffer {
            kind: self.kind,
            minutes: self.minutes,
            minimum_order: self.minimum_order,
            fee_from: self.zones.iter().map(|zone| zone.fee).min(),
            free_from: self.zones.iter().find_map(|zone| zone.free_from),
            up_to_metres: self.zones.last().map(|zone| zone.up_to_metres),
            promised_at: self.next_at(hours, from, zone),
        }
    }
}
