//! Text of a cell: numbers, and texts that no spreadsheet takes for a formula.

pub(super) use crate::types::csv::{escape, unescape};
use crate::types::currency::Currency;

pub(super) fn integer(text: &str) -> Result<i64, String> {
    let expected = || "Enter a whole number.".to_owned();
    let digits = !text.is_empty() && text.len() <= 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().map_err(|_| expected()) } else { Err(expected()) }
}

/// Parses `24.5` or `24,50` into minor units.
pub(super) fn amount(text: &str, currency: Currency) -> Result<i64, String> {
    let expected = || format!("Enter a price such as {}.", currency.plain(10_i64.pow(currency.decimals()) * 49 / 2));
    if text.len() > 14 {
        return Err(expected());
    }
    currency.amount(&text.replace(',', ".")).ok_or_else(expected)
}

/// Parses `5.5` or `5,5` into hundredths of a percent.
pub(super) fn percent(text: &str) -> Result<i64, String> {
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let digits = |text: &str, max| text.len() <= max && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = !whole.is_empty() && digits(whole, 3) && digits(part, 2);
    let hundredths = is_number.then(|| format!("{whole}{part:0<2}").parse().ok()).flatten();
    let known = hundredths.filter(|rate| (0..=10_000).contains(rate));
    known.ok_or_else(|| "Enter a percentage from 0 to 100.".to_owned())
}

pub(super) fn percent_text(hundredths: i64) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}").trim_end_matches('0').to_owned() }
}

pub(super) fn flag(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "1" => Ok(true),
        "false" | "no" | "0" => Ok(false),
        _ => Err("Enter true or false.".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_text_is_no_formula_and_returns() {
        for text in ["=1+1", "+34 910", "-5", "@SUM(A1)", "\tx", "'=1", "''", "it's", "Paella", "", "'Tis"] {
            let written = escape(text);
            assert!(!written.starts_with(['=', '+', '-', '@', '\t', '\r']), "{written}");
            assert_eq!(unescape(&written), text);
        }
        assert_eq!(unescape("'Tis"), "'Tis");
    }

    #[test]
    fn numbers_are_parsed_with_dot_or_comma() {
        let (euro, yen) = ("EUR".parse().unwrap(), "JPY".parse().unwrap());
        assert_eq!((amount("24,5", euro), amount("24.50", euro), amount("2450", yen)), (Ok(2450), Ok(2450), Ok(2450)));
        assert_eq!(amount("1,234.50", euro), Err("Enter a price such as 24.50.".to_owned()));
        assert_eq!(amount("1.5", yen), Err("Enter a price such as 24.".to_owned()));
        assert_eq!(
            (percent("21"), percent("5,5"), percent("0.25"), percent("100")),
            (Ok(2100), Ok(550), Ok(25), Ok(10_000))
        );
        for wrong in ["", "101", "-1", "5.555", "x", "."] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
        for rate in [0, 25, 550, 2100, 10_000, 1005] {
            assert_eq!(percent(&percent_text(rate)), Ok(rate));
        }
        assert!(integer("-1").is_err() && integer("9999999999999").is_err() && integer("007") == Ok(7));
    }
}
