//! Weekly opening hours and holidays.

use super::places::Country;

/// Opening on one day, in minutes after local midnight. Past midnight, `close` is over 1440.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub open: u16,
    pub close: u16,
}

/// Openings of each day from Monday.
pub type Week = [Vec<Opening>; 7];

/// Key, days from Monday as 1, times, and true if the country's day off applies.
type Pattern = (&'static str, &'static [(&'static str, u16, u16)], bool);

const fn at(hour: u16, minute: u16) -> u16 {
    hour * 60 + minute
}

const PATTERNS: &[Pattern] = &[
    ("lunch_dinner", &[("1234567", at(12, 30), at(15, 30)), ("1234567", at(19, 0), at(23, 0))], true),
    ("dinner", &[("56", at(12, 30), at(15, 0)), ("23456", at(19, 0), at(23, 30))], false),
    ("morning", &[("123456", at(7, 0), at(19, 0)), ("7", at(8, 0), at(14, 0))], false),
    ("brunch", &[("12345", at(8, 30), at(16, 0)), ("67", at(9, 30), at(17, 0))], false),
    ("evening", &[("1234", at(18, 0), at(25, 0)), ("567", at(18, 0), at(26, 30))], true),
    ("allday", &[("1234567", at(11, 30), at(23, 0))], false),
    ("late", &[("1234567", at(11, 0), at(27, 0))], false),
    ("night", &[("456", at(23, 30), at(29, 30))], false),
    ("always", &[("1234567", 0, at(24, 0))], false),
    ("office", &[("12345", at(9, 0), at(18, 0)), ("6", at(10, 0), at(14, 0))], false),
    ("beauty", &[("12345", at(9, 30), at(19, 30)), ("6", at(10, 0), at(18, 0))], true),
    ("spa", &[("1234567", at(10, 0), at(21, 0))], false),
    ("museum", &[("234567", at(10, 0), at(18, 0)), ("4", at(18, 0), at(21, 0))], false),
    ("box_office", &[("234567", at(17, 0), at(22, 30))], false),
    ("park", &[("12345", at(10, 0), at(18, 0)), ("67", at(9, 30), at(19, 30))], false),
    ("tours", &[("1234567", at(9, 0), at(18, 30))], false),
    ("workshop", &[("34567", at(10, 0), at(20, 0))], false),
    ("shop", &[("1234567", at(10, 0), at(20, 0))], true),
];

/// Start of the evening, which each country has at another time.
const EVENING: u16 = at(19, 0);

/// Returns the week of this pattern. Unknown patterns are closed.
pub fn week(pattern: &str, country: &Country) -> Week {
    let mut week = Week::default();
    let Some((_, openings, day_off)) = PATTERNS.iter().find(|(key, ..)| *key == pattern) else { return week };
    for (days, open, close) in *openings {
        let moved = |minute: u16| if *open == EVENING { minute.saturating_add_signed(country.late) } else { minute };
        let opening = Opening { open: moved(*open), close: moved(*close) };
        for day in days.bytes().map(|day| usize::from(day - b'1')) {
            if !(*day_off && country.day_off == Some(day)) {
                week[day].push(opening);
            }
        }
    }
    week
}

#[cfg(test)]
mod tests {
    use super::{super::places::Places, *};

    #[test]
    fn openings_of_day_follow_each_other_without_overlap() {
        let places = Places::read().unwrap();
        for country in &places.countries {
            for (pattern, ..) in PATTERNS {
                let week = week(pattern, country);
                assert!(week.iter().any(|day| !day.is_empty()), "{pattern}");
                for day in &week {
                    assert!(day.iter().all(|one| one.open < one.close && one.open < 1440 && one.close <= 2160));
                    assert!(day.is_sorted_by(|a, b| a.close <= b.open), "{pattern} in {}: {day:?}", country.code);
                }
            }
        }
    }
}
