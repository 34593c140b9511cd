//! Amounts in Stripe's units, which differ from ISO 4217 for two currencies and are coarser for those of three decimals:
//! <https://docs.stripe.com/currencies>. Rules of payouts (HUF, TWD) concern no call of this server.

use store::types::currency::Currency;

/// Currencies without minor units that Stripe counts in hundredths.
const IN_HUNDREDTHS: [&str; 2] = ["ISK", "UGX"];
/// The last digit of an amount of three decimals is 0.
const STEP: i64 = 10;

/// Returns an amount of minor units in Stripe's units. Rounds three decimals down: a card never pays more than the order
/// costs.
pub fn to_stripe(amount: i64, currency: &str) -> i64 {
    match currency {
        code if IN_HUNDREDTHS.contains(&code) => amount * 100,
        code if has_three_decimals(code) => amount - amount % STEP,
        _ => amount,
    }
}

/// Returns a part of an amount in Stripe's units, after parts of `before` minor units: the parts of an amount sum to the whole.
pub fn part_to_stripe(before: i64, part: i64, currency: &str) -> i64 {
    to_stripe(before + part, currency) - to_stripe(before, currency)
}

/// Returns an amount of Stripe's units in minor units.
pub fn to_minor(amount: i64, currency: &str) -> i64 {
    if IN_HUNDREDTHS.contains(&currency) { amount / 100 } else { amount }
}

/// Returns a currency as Stripe writes it.
pub fn currency(code: &str) -> String {
    code.to_ascii_lowercase()
}

fn has_three_decimals(code: &str) -> bool {
    code.parse::<Currency>().is_ok_and(|currency| currency.decimals() == 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_follow_the_units_of_stripe() {
        assert_eq!([to_stripe(250, "EUR"), to_stripe(250, "JPY"), to_stripe(250, "ISK")], [250, 250, 25_000]);
        assert_eq!([to_minor(250, "EUR"), to_minor(25_000, "ISK")], [250, 250]);
        // Whole for payouts only.
        assert_eq!([to_stripe(250, "HUF"), to_stripe(250, "TWD")], [250, 250]);
    }

    #[test]
    fn amounts_of_three_decimals_end_with_zero() {
        for code in ["BHD", "JOD", "KWD", "OMR", "TND"] {
            assert_eq!([to_stripe(5_124, code), to_stripe(5_120, code), to_stripe(9, code)], [5_120, 5_120, 0]);
            assert_eq!(to_minor(5_120, code), 5_120);
        }
    }

    #[test]
    fn parts_sum_to_the_whole() {
        let parts = [1_111, 4, 2_009, 2_000];
        let mut before = 0;
        let sent = parts.map(|part| {
            before += part;
            part_to_stripe(before - part, part, "KWD")
        });
        assert_eq!((sent, sent.iter().sum()), ([1_110, 0, 2_010, 2_000], to_stripe(5_124, "KWD")));
        assert_eq!(part_to_stripe(1_111, 4, "EUR"), 4);
    }
}
