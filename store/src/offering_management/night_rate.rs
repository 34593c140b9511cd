//! Prices of nights by date.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{CatalogueError, Editor, FieldMessages, Result};
use crate::{
    Db, Error,
    db::Tx,
    each,
    inventory::stay::NIGHTS_MAX,
    on,
    types::{
        ids::{OfferingId, VariantId},
        local_time::Weekdays,
        timestamp::Date,
    },
};

/// Maximum rates of an offering with nights to come.
const RATES_MAX: usize = 400;
const PRICE_MAX: i64 = 1_000_000_000_000;

/// Price of the nights from one date to another, both included, on some weekdays. Of those that apply to a night, the last
/// one alone decides price, minimum stay and closing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRateForm {
    pub variant_id: VariantId,
    pub from_date: Date,
    pub to_date: Date,
    pub weekdays: Weekdays,
    /// Minor units. Null: the price of the variant.
    #[serde(default)]
    pub price: Option<i64>,
    /// Minimum stay of guests who arrive.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 30)]
    pub min_nights: i64,
    /// No arrivals and no stays.
    #[serde(default)]
    pub closed: bool,
}

fn one() -> i64 {
    1
}

impl NightRateForm {
    fn error(&self, own: &[(VariantId,)]) -> Option<(&'static str, String)> {
        let (field, message) = if !own.contains(&(self.variant_id,)) {
            ("variant_id", "Choose a variant of this offering.")
        } else if self.from_date > self.to_date {
            ("to_date", "Choose a last night that is not before the first.")
        } else if self.weekdays.is_empty() {
            ("weekdays", "Choose at least one day.")
        } else if self.price.is_some_and(|price| !(0..=PRICE_MAX).contains(&price)) {
            ("price", "Enter a price from 0.")
        } else if !(1..=NIGHTS_MAX).contains(&self.min_nights) {
            // A longer stay cannot be booked.
            return Some(("min_nights", format!("Enter a number from 1 to {NIGHTS_MAX}.")));
        } else {
            return None;
        };
        Some((field, message.to_owned()))
    }
}

/// Reads the rates of an offering.
pub(super) async fn read(db: &Db, offering: OfferingId) -> Result<Vec<NightRateForm>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT r.variant_id, r.from_date, r.to_date, r.weekdays, r.price, r.min_nights, r.closed
         FROM offering_variant v JOIN night_rate r ON r.variant_id = v.id WHERE v.offering_id = $1 ORDER BY r.id")
        .bind(offering).fetch_all(at).await)?)
}

impl Editor<'_> {
    /// Replaces the rates of an offering. Those of nights that are over do not count and are dropped.
    pub async fn set_night_rates(&self, offering: OfferingId, rates: &[NightRateForm]) -> Result<()> {
        let first = self.first_date().await?;
        let to_come: Vec<_> = rates.iter().filter(|rate| rate.to_date >= first).cloned().collect();
        if to_come.len() > RATES_MAX {
            return Err(CatalogueError::field("rates", format!("Enter at most {RATES_MAX} prices.")));
        }
        let mut tx = self.begin().await?;
        let own: Vec<(VariantId,)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT v.id FROM offering o JOIN offering_variant v ON v.offering_id = o.id
             WHERE o.id = $1 AND o.company_id = $2").bind(offering).bind(self.company).fetch_all(at).await)?;
        if own.is_empty() {
            return Err(Error::NotFound.into());
        }
        let invalid = rates
            .iter()
            .enumerate()
            .filter_map(|(at, rate)| rate.error(&own).map(|(field, message)| (format!("rates.{at}.{field}"), message)));
        CatalogueError::check(invalid.collect::<FieldMessages>())?;
        on!(tx.at(), at => sqlx::query(
            "DELETE FROM night_rate WHERE variant_id IN (SELECT id FROM offering_variant WHERE offering_id = $1)")
            .bind(offering).execute(at).await.map(drop))?;
        self.insert_rates(&mut tx, &to_come).await?;
        Ok(tx.commit().await?)
    }

    async fn insert_rates(&self, tx: &mut Tx, rates: &[NightRateForm]) -> Result<()> {
        let mask = |days: Weekdays| days.iter().fold(0_i64, |mask, day| mask | 1 << (day.number() - 1));
        let rows = rates.iter().map(|rate| {
            let NightRateForm { variant_id, from_date, to_date, weekdays, price, min_nights, closed } = rate;
            json!([
                self.next_id(),
                variant_id,
                from_date,
                to_date,
                mask(*weekdays),
                price,
                min_nights,
                i64::from(*closed)
            ])
        });
        let rows = serde_json::to_string(&rows.collect::<Vec<_>>())?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO night_rate (id, variant_id, from_date, to_date, weekdays, price, min_nights, closed)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3,
                CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT),
                CAST(value->>7 AS BIGINT) = 1 FROM ",
            ""
        );
        on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
        Ok(())
    }

    /// Copies the rates of a variant to another.
    pub(super) async fn copy_night_rates(&self, tx: &mut Tx, from: VariantId, to: VariantId) -> Result<()> {
        let rates: Vec<NightRateForm> = on!(tx.at(), at => sqlx::query_as(
            "SELECT variant_id, from_date, to_date, weekdays, price, min_nights, closed FROM night_rate
             WHERE variant_id = $1 ORDER BY id").bind(from).fetch_all(at).await)?;
        let rates: Vec<_> = rates.into_iter().map(|rate| NightRateForm { variant_id: to, ..rate }).collect();
        self.insert_rates(tx, &rates).await
    }
}
