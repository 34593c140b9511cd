//! Currencies: ISO 4217 codes with their number of decimals. Amounts are integers of minor units.

mod comparison;

pub use comparison::ComparablePrice;
use serde::Serialize;
use utoipa::ToSchema;

use crate::types::{country::Country, formats::Formats, language::Language, localized::filled};

/// Currency of a company's prices: `EUR`. Stored as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, example = "EUR")]
pub struct Currency(&'static str);

/// Currencies without minor units. The ariary has fifths, which no price uses.
const WHOLE: &[&str] = &[
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];
/// Currencies of 1,000 minor units.
const THOUSANDTHS: &[&str] = &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// Symbols that readers everywhere know. Other currencies show their code.
const SYMBOLS: &[(&str, &str)] = &[("EUR", "€"), ("USD", "$"), ("GBP", "£"), ("JPY", "¥")];

impl Currency {
    /// Currency in use in a country.
    pub fn of(country: Country) -> Self {
        country.currency()
    }

    /// ISO 4217 code.
    pub fn code(self) -> &'static str {
        self.0
    }

    /// Number of decimals of an amount: 2 for `EUR`, 0 for `JPY`.
    pub fn decimals(self) -> u32 {
        match self.0 {
            code if WHOLE.contains(&code) => 0,
            code if THOUSANDTHS.contains(&code) => 3,
            _ => 2,
        }
    }

    /// Formats an amount of minor units as a plain number: 2450 of `EUR` is `24.50`.
    pub fn plain(self, amount: i64) -> String {
        let decimals = self.decimals();
        if decimals == 0 {
            return amount.to_string();
        }
        let unit = 10_i64.pow(decimals);
        let sign = if amount < 0 { "-" } else { "" };
        let (whole, part) = (amount.unsigned_abs() / unit.unsigned_abs(), amount.unsigned_abs() % unit.unsigned_abs());
        format!("{sign}{whole}.{part:0width$}", width = decimals as usize)
    }

    /// Formats an amount for people: 1234550 of `EUR` is `€12,345.50`, in French (`FR`) `12 345,50 €`.
    pub fn text(self, amount: i64, language: Language) -> String {
        let formats = Formats::of_language(language);
        let plain = self.plain(amount);
        let (sign, number) = plain.strip_prefix('-').map_or(("", plain.as_str()), |number| ("-", number));
        let number = formats.number(number);
        let (pattern, symbol) = match SYMBOLS.iter().find(|(code, _)| *code == self.0) {
            Some((_, symbol)) => (&formats.amount, *symbol),
            None => (&formats.amount_with_code, self.0),
        };
        format!("{sign}{}", filled(pattern, &[("symbol", symbol), ("number", &number)]))
    }

    /// Parses a plain number such as `24.5` into minor units. Returns `None` for too many decimals or another text.
    pub fn amount(self, text: &str) -> Option<i64> {
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !(part.is_empty() || digits(part)) || part.len() > self.decimals() as usize {
            return None;
        }
        let padded = format!("{part:0<width$}", width = self.decimals() as usize);
        format!("{whole}{padded}").parse().ok()
    }
}

/// The euro.
impl Default for Currency {
    fn default() -> Self {
        Self("EUR")
    }
}

impl std::str::FromStr for Currency {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Country::all().map(Country::currency).find(|currency| currency.0 == text);
        known.ok_or("Enter a currency code such as EUR.")
    }
}

impl Country {
    fn currency(self) -> Currency {
        Currency(self.currency_code())
    }
}

/// Returns the VAT contained in a gross amount. `rate` is in hundredths of a percent. Rounds half up, once.
pub fn vat_within(gross: i64, rate: i64) -> i64 {
    let (gross, rate) = (i128::from(gross), i128::from(rate));
    let total = 10_000 + rate;
    i64::try_from((2 * gross * rate + total) / (2 * total)).unwrap_or(i64::MAX)
}

/// Distributes an amount in proportion to the weights. The largest remainders get the units left, so the sum is exact.
pub fn distribute(amount: i64, weights: &[i64]) -> Vec<i64> {
    let sum: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let exact = |weight: &i64| i128::from(amount) * i128::from(*weight);
    let mut parts: Vec<i64> =
        weights.iter().map(|weight| i64::try_from(exact(weight) / sum).unwrap_or(amount)).collect();
    let left = usize::try_from(amount - parts.iter().sum::<i64>()).unwrap_or(0);
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(exact(&weights[index]) % sum), index));
    for index in order.into_iter().take(left) {
        parts[index] += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn amount_uses_decimals_of_currency() {
        assert_eq!(currency("EUR").amount("24.5"), Some(2_450));
        assert_eq!(currency("JPY").amount("2450"), Some(2_450));
        assert_eq!(currency("TND").amount("1.005"), Some(1_005));
        for (code, text) in
            [("EUR", "1.234"), ("JPY", "1.5"), ("EUR", "-1"), ("EUR", ""), ("EUR", "1,5"), ("EUR", ".5")]
        {
            assert_eq!(currency(code).amount(text), None, "{code} {text}");
        }
        assert_eq!(currency("EUR").plain(2_450), "24.50");
        assert_eq!(currency("EUR").plain(-5), "-0.05");
        assert_eq!(currency("JPY").plain(2_450), "2450");
    }

    #[test]
    fn amount_for_people_follows_the_language() {
        let text = |code, amount, language| currency(code).text(amount, Language::from_code(language));
        assert_eq!(text("EUR", 1_234_550, "US"), "€12,345.50");
        assert_eq!(text("EUR", 1_234_550, "FR"), "12\u{a0}345,50\u{a0}€");
        assert_eq!(text("JPY", -2_450, "US"), "-¥2,450");
        assert_eq!(text("CHF", 5, "US"), "CHF\u{a0}0.05");
    }

    #[test]
    fn vat_within_rounds_once_half_up() {
        assert_eq!(vat_within(12_100, 2_100), 2_100);
        assert_eq!(vat_within(1_000, 1_000), 91);
        assert_eq!(vat_within(0, 2_100), 0);
        assert_eq!(vat_within(105, 0), 0);
    }

    #[test]
    fn unknown_currency_is_refused() {
        assert!("EURO".parse::<Currency>().is_err() && "eur".parse::<Currency>().is_err());
    }
}
