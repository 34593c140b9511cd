//! Ways in which a company hands over orders, with times, minimum orders and delivery fees.

pub mod offer;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::opening_hours::OpeningHours,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::CompanyId,
        local_time::{MinuteOfDay, TimeZone, Weekday},
        timestamp::Timestamp,
    },
};

/// Way in which an order is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Fulfilment {
    /// Eaten or used at the company.
    Onsite,
    /// Click and collect.
    Collect,
    /// Standard delivery.
    Delivery,
    /// Delivery within two hours.
    Express,
    /// The service takes place at the customer's home.
    HomeService,
    Catering,
}

/// Order type (specification, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderType {
    Onsite = 1,
    Collect = 2,
    Delivery = 3,
}

impl Fulfilment {
    pub const ALL: [Self; 6] =
        [Self::Onsite, Self::Collect, Self::Delivery, Self::Express, Self::HomeService, Self::Catering];

    /// Longest time from the payment until the order is ready or delivered, in minutes.
    pub fn minutes_max(self) -> i64 {
        match self {
            Self::Express => 2 * 60,
            Self::Onsite | Self::Collect | Self::Delivery | Self::HomeService | Self::Catering => 30 * DAY_MINUTES,
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Onsite => "onsite",
            Self::Collect => "collect",
            Self::Delivery => "delivery",
            Self::Express => "express",
            Self::HomeService => "home_service",
            Self::Catering => "catering",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    pub fn order_type(self) -> OrderType {
        match self {
            Self::Onsite => OrderType::Onsite,
            Self::Collect => OrderType::Collect,
            Self::Delivery | Self::Express | Self::HomeService | Self::Catering => OrderType::Delivery,
        }
    }

    /// Returns true if the order goes to an address of the customer.
    pub fn needs_address(self) -> bool {
        self.order_type() == OrderType::Delivery
    }
}

impl OrderType {
    /// Returns the order type with this key of the specification.
    pub fn from_key(key: i64) -> Option<Self> {
        [Self::Onsite, Self::Collect, Self::Delivery].into_iter().find(|kind| *kind as i64 == key)
    }

    /// Returns the keys of the ways to hand over orders of this type.
    pub fn fulfilments(self) -> Vec<&'static str> {
        Fulfilment::ALL.into_iter().filter(|kind| kind.order_type() == self).map(Fulfilment::key).collect()
    }

    /// Returns the usual way to hand over an order of this type.
    pub fn usual(self) -> Fulfilment {
        match self {
            Self::Onsite => Fulfilment::Onsite,
            Self::Collect => Fulfilment::Collect,
            Self::Delivery => Fulfilment::Delivery,
        }
    }
}

/// Fulfilment that a company offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FulfilmentOption {
    pub kind: Fulfilment,
    /// Minutes from the payment until the order is ready or delivered. From 1440, working days of 1440 minutes.
    #[schema(minimum = 0, maximum = 43200)]
    pub minutes: i64,
    /// Minimum subtotal in minor units.
    #[serde(default)]
    pub minimum_order: i64,
    /// Fees by distance, the nearest first. Empty if nothing is delivered.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub zones: Vec<DeliveryZone>,
}

/// Fee of a delivery up to a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeliveryZone {
    #[schema(minimum = 1, maximum = 20000000)]
    pub up_to_metres: i64,
    /// Minor units.
    pub fee: i64,
    /// Subtotal from which the delivery is free. Null: never.
    #[serde(default)]
    pub free_from: Option<i64>,
}

/// Time of the evening by which a delivery in working days arrives.
const EVENING: u16 = 20 * 60;
const DAY_MINUTES: i64 = 24 * 60;

impl FulfilmentOption {
    /// Returns the time that the customer is promised for an order now. Whole days are working days and end in the
    /// evening, in the company's zone.
    pub fn promised_at(&self, now: Timestamp, zone: &TimeZone) -> Timestamp {
        if self.minutes < DAY_MINUTES || !self.kind.needs_address() {
            return now.plus(self.minutes * Timestamp::MINUTE);
        }
        let mut date = zone.date_at(now);
        let mut days = self.minutes / DAY_MINUTES;
        while days > 0 {
            date = date.plus_days(1);
            days -= i64::from(date.weekday().number() < Weekday::SATURDAY.number());
        }
        MinuteOfDay::new(EVENING).map_or(now, |evening| zone.instant(&date, evening))
    }

    /// Returns the earliest time that the customer may choose for an order now. A promise of working days leaves the time
    /// of its day open.
    pub fn earliest_at(&self, now: Timestamp, zone: &TimeZone) -> Timestamp {
        let promised = self.promised_at(now, zone);
        if self.is_within_a_day() || !self.kind.needs_address() {
            return promised;
        }
        MinuteOfDay::new(0).map_or(promised, |start| zone.instant(&zone.date_at(promised), start))
    }

    /// Returns the time at which an order now is handed over. None: the company does not open soon, and the order is one
    /// within a day. One that takes days is collected when the company is open. A company without hours is always open.
    pub fn next_at(&self, hours: Option<&OpeningHours>, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let promised = self.promised_at(now, zone);
        match hours {
            Some(hours) if self.is_within_a_day() => {
                hours.open_from(zone, now).map(|from| self.promised_at(from, zone))
            }
            Some(hours) if !self.kind.needs_address() => Some(hours.open_from(zone, promised).unwrap_or(promised)),
            _ => Some(promised),
        }
    }

    /// Returns true if an order is handed over on the day of its preparation.
    pub fn is_within_a_day(&self) -> bool {
        self.minutes < DAY_MINUTES
    }

    /// Returns the zone that reaches a distance.
    pub fn zone_at(&self, metres: i64) -> Option<&DeliveryZone> {
        self.zones.iter().find(|zone| zone.up_to_metres >= metres)
    }
}

/// Returns the fulfilment as a company has set it up, in the order of [`Fulfilment`].
pub async fn of_company(db: &Db, company: CompanyId) -> Result<Vec<FulfilmentOption>> {
    let rows: Vec<(Fulfilment, i64, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT kind, minutes, minimum_order FROM fulfilment WHERE company_id = $1")
        .bind(company).fetch_all(at).await)?;
    options(db, company, rows).await
}

/// Returns the fulfilment that customers may choose. The profile of the company applies to each: its minimum order is the
/// least of all, and nothing is ordered on site while it takes no orders there.
pub async fn offered(db: &Db, company: CompanyId) -> Result<Vec<FulfilmentOption>> {
    let rows: Vec<(Fulfilment, i64, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT f.kind, f.minutes,
            CASE WHEN f.minimum_order < c.minimum_order THEN c.minimum_order ELSE f.minimum_order END
         FROM fulfilment f JOIN company c ON c.id = f.company_id
         WHERE f.company_id = $1 AND (c.takes_orders_in_store OR f.kind <> $2)")
        .bind(company).bind(Fulfilment::Onsite).fetch_all(at).await)?;
    options(db, company, rows).await
}

/// Adds the zones to kinds, minutes and minimum orders.
async fn options(db: &Db, company: CompanyId, rows: Vec<(Fulfilment, i64, i64)>) -> Result<Vec<FulfilmentOption>> {
    let zones: Vec<(Fulfilment, i64, i64, Option<i64>)> = if rows.iter().any(|(kind, ..)| kind.needs_address()) {
        on!(db.read(), at => sqlx::query_as(
            "SELECT kind, up_to_metres, fee, free_from FROM delivery_zone WHERE company_id = $1 ORDER BY up_to_metres")
            .bind(company).fetch_all(at).await)?
    } else {
        Vec::new()
    };
    let mut options: Vec<_> = rows
        .into_iter()
        .map(|(kind, minutes, minimum_order)| {
            let own = zones.iter().filter(|(of, ..)| *of == kind);
            let zones = own.map(|&(_, up_to_metres, fee, free_from)| DeliveryZone { up_to_metres, fee, free_from });
            FulfilmentOption { kind, minutes, minimum_order, zones: zones.collect() }
        })
        .collect();
    options.sort_by_key(|option| option.kind);
    Ok(options)
}

/// Replaces the fulfilment that a company offers.
pub async fn replace(db: &Db, company: CompanyId, options: &[FulfilmentOption], now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    tx.changes(Aggregate::Company(company));
    on!(tx.at(), at => sqlx::query("DELETE FROM fulfilment WHERE company_id = $1").bind(company)
        .execute(at).await.map(drop))?;
    for option in options {
        insert(&mut tx, company, option).await?;
    }
    // The search filters companies by it.
    on!(tx.at(), at => sqlx::query("UPDATE company SET changed_at = $2 WHERE id = $1").bind(company).bind(now)
        .execute(at).await.map(drop))?;
    tx.commit().await
}

/// Adds a fulfilment to a company.
pub(crate) async fn insert(tx: &mut Tx, company: CompanyId, option: &FulfilmentOption) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO fulfilment (company_id, kind, minutes, minimum_order) VALUES ($1, $2, $3, $4)")
        .bind(company).bind(option.kind).bind(option.minutes).bind(option.minimum_order).execute(at).await.map(drop))?;
    for zone in &option.zones {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO delivery_zone (company_id, kind, up_to_metres, fee, free_from) VALUES ($1, $2, $3, $4, $5)")
            .bind(company).bind(option.kind).bind(zone.up_to_metres).bind(zone.fee).bind(zone.free_from)
            .execute(at).await.map(drop))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::opening_hours::WeeklyInterval;

    fn option(kind: Fulfilment, minutes: i64) -> FulfilmentOption {
        let zones = vec![
            DeliveryZone { up_to_metres: 2_000, fee: 200, free_from: Some(3_000) },
            DeliveryZone { up_to_metres: 5_000, fee: 400, free_from: None },
        ];
        FulfilmentOption { kind, minutes, minimum_order: 0, zones }
    }

    #[test]
    fn promise_in_days_skips_the_weekend() {
        let zone: TimeZone = "Europe/Paris".parse().unwrap();
        // Friday 2026-11-20, 12:00 in Paris.
        let friday: Timestamp = "2026-11-20T11:00:00.000Z".parse().unwrap();
        let promised = option(Fulfilment::Delivery, 2 * DAY_MINUTES).promised_at(friday, &zone);
        assert_eq!(promised.to_string(), "2026-11-24T19:00:00.000Z");
        let collected = option(Fulfilment::Collect, DAY_MINUTES).promised_at(friday, &zone);
        assert_eq!(collected, friday.plus(Timestamp::DAY));
    }

    #[test]
    fn collection_in_days_waits_for_the_opening() {
        let zone: TimeZone = "Europe/Paris".parse().unwrap();
        // Friday 2026-11-20, 03:00 in Paris. The shop opens on Saturday at 10:00.
        let night: Timestamp = "2026-11-20T02:00:00.000Z".parse().unwrap();
        let minute = |hour: u16| MinuteOfDay::new(hour * 60).unwrap();
        let weekday = Weekday::SATURDAY;
        let weekly = vec![WeeklyInterval { weekday, opens: minute(10), closes: minute(18) }];
        let hours = OpeningHours { weekly, ..OpeningHours::default() };
        let at = |kind| option(kind, DAY_MINUTES).next_at(Some(&hours), night, &zone).unwrap().to_string();
        assert_eq!(at(Fulfilment::Collect), "2026-11-21T09:00:00.000Z");
        assert_eq!(at(Fulfilment::Delivery), "2026-11-23T19:00:00.000Z");
    }

    #[test]
    fn nearest_zone_that_reaches_the_address_applies() {
        let option = option(Fulfilment::Delivery, 45);
        assert_eq!(option.zone_at(1_999).map(|zone| zone.fee), Some(200));
        assert_eq!(option.zone_at(2_001).map(|zone| zone.fee), Some(400));
        assert_eq!(option.zone_at(5_001), None);
    }
}
