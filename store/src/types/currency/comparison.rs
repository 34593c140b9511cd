//! Comparison of prices in different currencies, for filters and sorting. Nothing is charged by these rates.
//!
//! `rates.tsv` has the approximate units of each currency for one euro, in November 2026.

use std::{collections::HashMap, sync::LazyLock};

use super::Currency;

/// Units of [`ComparablePrice`] in a euro.
const PER_EURO: f64 = 1_000_000.0;

/// Units of a currency for one euro, by code.
static RATES: LazyLock<HashMap<&'static str, f64>> = LazyLock::new(|| {
    let rate = |line: &'static str| {
        let (code, rate) = line.split_once('\t')?;
        Some((code, rate.parse().ok()?))
    };
    include_str!("rates.tsv").lines().skip(1).filter_map(rate).collect()
});

/// Price in millionths of a euro, by the approximate rate.
///
/// Equal amounts of one currency are equal, and a higher amount is never lower, so that a filter in the currency of the
/// price is as exact as the unit: a millionth of a euro.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComparablePrice(pub u64);

impl ComparablePrice {
    /// `amount` is in minor units of the currency. A negative amount counts as 0.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "approximate"
    )]
    pub fn new(amount: i64, currency: Currency) -> Self {
        Self((amount.max(0) as f64 * per_minor_unit(currency)).round() as u64)
    }

    /// Returns the nearest amount in minor units of a currency.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "approximate")]
    pub fn in_currency(self, currency: Currency) -> i64 {
        (self.0 as f64 / per_minor_unit(currency)).round() as i64
    }
}

fn per_minor_unit(currency: Currency) -> f64 {
    let rate = RATES.get(currency.code()).copied().unwrap_or(1.0);
    PER_EURO / rate / 10_f64.powi(currency.decimals().cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::country::Country;

    fn price(amount: i64, code: &str) -> ComparablePrice {
        ComparablePrice::new(amount, code.parse().unwrap())
    }

    #[test]
    fn every_currency_has_a_rate() {
        for country in Country::all() {
            let currency = Currency::of(country);
            assert!(RATES.get(currency.code()).is_some_and(|rate| *rate > 0.0), "{}", currency.code());
        }
    }

    #[test]
    fn compares_by_value_whatever_the_decimals() {
        assert_eq!(price(24_50, "EUR"), ComparablePrice(24_500_000));
        assert!(price(3_000, "JPY") < price(30_00, "EUR"), "3,000 yen are some 17 euros");
        assert!(price(10_000, "KWD") > price(10_00, "EUR"), "10 dinars are some 28 euros");
    }

    #[test]
    fn keeps_the_amount_of_the_same_currency() {
        for code in ["EUR", "USD", "JPY", "KWD", "THB", "VND"] {
            for amount in [0, 1_000, 24_000, 1_234_000] {
                assert_eq!(price(amount, code).in_currency(code.parse().unwrap()), amount, "{amount} {code}");
            }
        }
    }

    #[test]
    fn counts_a_negative_amount_as_nothing_and_limits_the_largest() {
        assert_eq!(price(-5, "EUR"), ComparablePrice(0));
        assert!(price(i64::MAX, "KWD") >= price(i64::MAX, "EUR"));
    }
}
