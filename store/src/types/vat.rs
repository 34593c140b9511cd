//! Display of VAT and sales tax in prices, by country.

use serde::Serialize;
use utoipa::ToSchema;

use super::country::Country;

/// Relation of prices to VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VatMode {
    /// Prices contain the VAT.
    #[default]
    Included,
    /// The VAT is added to the prices.
    OnTop,
}

/// Countries whose prices are shown without tax. Elsewhere consumers see prices with VAT, as the law of the European
/// Union, the United Kingdom, Japan and most others requires.
const ON_TOP: &[&str] = &["CA", "US"];

impl VatMode {
    /// Returns the mode of a country: ISO 3166-1 alpha-2.
    pub fn of(country: &str) -> Self {
        if ON_TOP.contains(&country) { Self::OnTop } else { Self::Included }
    }

    /// Returns the VAT of an amount of prices. `rate` is in hundredths of a percent. Rounds half up, once.
    pub fn vat_of(self, amount: i64, rate: i64) -> i64 {
        match self {
            Self::Included => super::currency::vat_within(amount, rate),
            Self::OnTop => {
                let exact = 2 * i128::from(amount) * i128::from(rate) + 10_000;
                i64::try_from(exact / 20_000).unwrap_or(i64::MAX)
            }
        }
    }

    /// Returns the part of the VAT that is paid besides the prices.
    pub fn added(self, vat: i64) -> i64 {
        match self {
            Self::Included => 0,
            Self::OnTop => vat,
        }
    }
}

impl Country {
    /// Returns the relation of this country's prices to VAT.
    pub fn vat_mode(self) -> VatMode {
        VatMode::of(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_of_the_table_exist() {
        for code in ON_TOP {
            assert_eq!(code.parse::<Country>().unwrap().vat_mode(), VatMode::OnTop);
        }
        assert_eq!("FR".parse::<Country>().unwrap().vat_mode(), VatMode::Included);
    }

    #[test]
    fn vat_on_top_rounds_once_half_up() {
        let of = |amount, rate| VatMode::OnTop.vat_of(amount, rate);
        assert_eq!((of(1_000, 825), of(6, 825), of(10, 500), of(0, 825)), (83, 0, 1, 0));
        assert_eq!(VatMode::Included.vat_of(12_100, 2_100), 2_100);
        assert_eq!((VatMode::OnTop.added(83), VatMode::Included.added(83)), (83, 0));
    }
}
