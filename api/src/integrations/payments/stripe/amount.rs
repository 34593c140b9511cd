//! Amounts in Stripe's units, which differ from ISO 4217 for two currencies.

/// Currencies without minor units that Stripe counts in hundredths.
const IN_HUNDREDTHS: [&str; 2] = ["ISK", "UGX"];

/// Returns an amount of minor units in Stripe's units.
pub fn to_stripe(amount: i64, currency: &str) -> i64 {
    if IN_HUNDREDTHS.contains(&currency) { amount * 100 } else { amount }
}

/// Returns an amount of Stripe's units in minor units.
pub fn to_minor(amount: i64, currency: &str) -> i64 {
    if IN_HUNDREDTHS.contains(&currency) { amount / 100 } else { amount }
}

/// Returns a currency as Stripe writes it.
pub fn currency(code: &str) -> String {
    code.to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_follow_the_units_of_stripe() {
        assert_eq!([to_stripe(250, "EUR"), to_stripe(250, "JPY"), to_stripe(250, "ISK")], [250, 250, 25_000]);
        assert_eq!([to_minor(250, "EUR"), to_minor(25_000, "ISK")], [250, 250]);
    }
}
