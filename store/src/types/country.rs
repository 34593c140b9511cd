//! Countries, with their names in the thirteen languages of the interface.
//!
//! `country/names.tsv` has one line per ISO 3166-1 code (and Kosovo's) and one column per language. The names are from
//! the Unicode Common Locale Data Repository 48. `country/regions.tsv` has the currency and the main time zone of each,
//! in the same order (`country-to-currency` 3.0.1 and `zone.tab` of the IANA time zone database 2026).

use std::{collections::BTreeMap, sync::LazyLock};

use crate::types::language::{LANGUAGES, Language};

/// Code of a country, and its names in the order of [`LANGUAGES`].
struct Row {
    code: &'static str,
    names: Vec<&'static str>,
    /// ISO 4217.
    currency: &'static str,
    /// IANA name of the zone of the capital, or of the most people.
    time_zone: &'static str,
}

static ROWS: LazyLock<BTreeMap<&'static str, Row>> = LazyLock::new(|| {
    include_str!("country/names.tsv")
        .lines()
        .zip(include_str!("country/regions.tsv").lines())
        .skip(1)
        .filter_map(|(names, region)| {
            let (code, names) = names.split_once('\t')?;
            let (currency, time_zone) = region.split_once('\t')?.1.split_once('\t')?;
            Some((code, Row { code, names: names.split('\t').collect(), currency, time_zone }))
        })
        .collect()
});

/// A valid country code, such as `FR`. Parsed case-insensitively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Country(&'static str);

impl Country {
    /// ISO 3166-1 alpha-2.
    pub fn code(self) -> &'static str {
        self.0
    }

    pub fn name(self, language: Language) -> &'static str {
        let column = LANGUAGES.iter().position(|spoken| spoken.code == language.code()).unwrap_or(0);
        ROWS.get(self.0).and_then(|row| row.names.get(column)).copied().unwrap_or(self.0)
    }

    /// IANA name of the country's main time zone.
    pub fn time_zone(self) -> &'static str {
        ROWS.get(self.0).map_or("UTC", |row| row.time_zone)
    }

    pub(crate) fn currency_code(self) -> &'static str {
        ROWS.get(self.0).map_or("EUR", |row| row.currency)
    }

    /// Returns all countries, sorted by code.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.keys().copied().map(Self)
    }
}

impl std::str::FromStr for Country {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let row = ROWS.get(text.trim().to_ascii_uppercase().as_str());
        row.map(|row| Self(row.code)).ok_or("Choose a country from the list.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_have_names_in_every_language() {
        assert_eq!(ROWS.len(), 250);
        for row in ROWS.values() {
            assert!(row.code.len() == 2 && row.code.bytes().all(|b| b.is_ascii_uppercase()), "{}", row.code);
            assert_eq!(row.names.len(), LANGUAGES.len(), "{}", row.code);
            assert!(row.names.iter().all(|name| !name.trim().is_empty()), "{}", row.code);
        }
        let codes = |text: &'static str| text.lines().filter_map(|line| line.split('\t').next()).collect::<Vec<_>>();
        assert_eq!(codes(include_str!("country/names.tsv")), codes(include_str!("country/regions.tsv")));
        for country in Country::all() {
            assert!(jiff::tz::db().get(country.time_zone()).is_ok(), "{}", country.time_zone());
        }
        let header = include_str!("country/names.tsv").lines().next().unwrap();
        let columns: Vec<_> = header.split('\t').skip(1).collect();
        assert_eq!(columns, LANGUAGES.map(|language| language.code));
    }

    #[test]
    fn country_parses_by_code_and_returns_localized_name() {
        let name = |code: &str, language: &str| code.parse::<Country>().unwrap().name(language.parse().unwrap());
        assert_eq!(name("de", "FR"), "Allemagne");
        assert_eq!(name(" DE ", "US"), "Germany");
        assert_eq!(name("DE", "SE"), "Tyskland");
        for text in ["", "XX", "Germany", "DEU", "D\0"] {
            assert!(text.parse::<Country>().is_err(), "{text}");
        }
    }
}
