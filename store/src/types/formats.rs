//! Formats of numbers, amounts, percentages, dates and times in each language.

use serde::Deserialize;

use super::{
    language::Language,
    localized::{Localized, filled},
};

/// Formats of a language. Text in braces is filled in.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Formats {
    /// From Monday.
    pub weekdays: [String; 7],
    /// From January, in the form that they have within a date.
    pub months: [String; 12],
    /// Pattern with `{weekday}`, `{day}`, `{month}`, `{year}` and `{time}`.
    pub date_and_time: String,
    /// Pattern with `{minute}` and one of `{hour}` (from 0), `{padded_hour}` (from 00) and `{hour_12}` (from 1 to 12). The
    /// last goes with `{half}`.
    pub time: String,
    /// Pattern of a time without minutes. By default that of other times.
    pub full_hour: Option<String>,
    /// Halves of the day, before and after noon.
    #[serde(default)]
    pub halves: [String; 2],
    /// First day of a month, if it is not `1`.
    pub first_day: Option<String>,
    /// Years that the calendar is ahead of the Gregorian one: 543 in Thai.
    #[serde(default)]
    pub year_offset: i64,
    pub decimal_separator: String,
    /// Between groups of three digits.
    pub group_separator: String,
    /// Pattern with `{symbol}` and `{number}`.
    pub amount: String,
    /// Pattern of an amount with a code in place of a symbol.
    pub amount_with_code: String,
    /// Pattern with `{number}`.
    pub percent: String,
}

pub(crate) static FORMATS: Localized<Formats> = crate::localized!("formats");

impl Formats {
    /// Returns the formats of a language.
    pub fn of_language(language: Language) -> &'static Self {
        FORMATS.get(language)
    }

    /// Formats a plain number without a sign, such as `12345.50`.
    pub fn number(&self, plain: &str) -> String {
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let mut text = String::with_capacity(plain.len() + 4);
        for (index, digit) in whole.chars().enumerate() {
            if index > 0 && (whole.len() - index).is_multiple_of(3) {
                text.push_str(&self.group_separator);
            }
            text.push(digit);
        }
        if !part.is_empty() {
            text.push_str(&self.decimal_separator);
            text.push_str(part);
        }
        text
    }

    /// Formats a rate of hundredths of a percent, without a sign: 2100 is `21%`, 550 is `5.50%`.
    pub fn rate(&self, rate: i64) -> String {
        let (whole, part) = (rate / 100, rate % 100);
        let plain = if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") };
        filled(&self.percent, &[("number", &self.number(&plain))])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::types::localized::placeholders;

    #[test]
    fn patterns_have_their_placeholders_in_every_language() {
        for (language, formats) in Language::ALL.iter().zip(FORMATS.all()) {
            let has = |pattern: &str, needed: &[&str], allowed: &[&str]| {
                let found = placeholders(pattern);
                let [needed, allowed] = [needed, allowed].map(|names| names.iter().copied().collect::<BTreeSet<_>>());
                let is_right = needed.is_subset(&found) && found.is_subset(&(&needed | &allowed));
                assert!(is_right, "{}: {pattern}", language.code());
            };
            has(&formats.date_and_time, &["day", "month", "year", "time"], &["weekday"]);
            let hour = match &formats.time {
                time if time.contains("{hour_12}") => vec!["hour_12", "half"],
                time if time.contains("{padded_hour}") => vec!["padded_hour"],
                _ => vec!["hour"],
            };
            has(&formats.time, &[&hour[..], &["minute"]].concat(), &[]);
            has(formats.full_hour.as_ref().unwrap_or(&formats.time), &hour, &["minute"]);
            assert_eq!(hour.contains(&"half"), formats.halves.iter().all(|half| !half.is_empty()), "{formats:?}");
            has(&formats.amount, &["symbol", "number"], &[]);
            has(&formats.amount_with_code, &["symbol", "number"], &[]);
            has(&formats.percent, &["number"], &[]);
            assert!(!formats.decimal_separator.is_empty() && formats.decimal_separator != formats.group_separator);
            assert!(formats.weekdays.iter().chain(&formats.months).all(|name| !name.trim().is_empty()), "{formats:?}");
        }
    }

    #[test]
    fn rate_follows_the_language() {
        let rate = |code: &str, rate: i64| Formats::of_language(Language::from_code(code)).rate(rate);
        assert_eq!((rate("US", 2_100), rate("US", 550)), ("21%".to_owned(), "5.50%".to_owned()));
        assert_eq!((rate("FR", 2_000), rate("FR", 550)), ("20 %".to_owned(), "5,50 %".to_owned()));
    }
}
