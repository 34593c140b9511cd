//! Dates and times in words, in the language of a mail and the zone of a company.

use store::types::{local_time::TimeZone, timestamp::Timestamp};

const ENGLISH_DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const ENGLISH_MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const FRENCH_DAYS: [&str; 7] = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];
const FRENCH_MONTHS: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];

/// Formats a local date and time: `Monday, November 23, 2026 at 9:30 AM`, `lundi 23 novembre 2026 à 9 h 30`.
pub fn date_and_time(language: &str, zone: &TimeZone, at: Timestamp) -> String {
    let (date, minute) = (zone.date_at(at), zone.minute_at(at).minutes());
    let text = date.to_string();
    let part = |number: usize| text.split('-').nth(number).and_then(|part| part.parse::<usize>().ok()).unwrap_or(1);
    let (year, month, day) = (part(0), part(1).clamp(1, 12) - 1, part(2));
    // 1970-01-01 was a Thursday.
    let weekday = usize::try_from((date.start().0.div_euclid(Timestamp::DAY) + 3).rem_euclid(7)).unwrap_or(0);
    let (hour, minute) = (minute / 60, minute % 60);
    match language {
        "FR" => {
            let day = if day == 1 { "1er".to_owned() } else { day.to_string() };
            let minute = if minute == 0 { String::new() } else { format!(" {minute:02}") };
            format!("{} {day} {} {year} à {hour} h{minute}", FRENCH_DAYS[weekday], FRENCH_MONTHS[month])
        }
        _ => {
            let (half, hour) = (if hour < 12 { "AM" } else { "PM" }, if hour % 12 == 0 { 12 } else { hour % 12 });
            let (weekday, month) = (ENGLISH_DAYS[weekday], ENGLISH_MONTHS[month]);
            format!("{weekday}, {month} {day}, {year} at {hour}:{minute:02} {half}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_that_of_the_zone_in_the_language() {
        let at: Timestamp = "2026-11-23T08:30:00.000Z".parse().unwrap();
        let [madrid, tokyo] = ["Europe/Madrid", "Asia/Tokyo"].map(|name| name.parse::<TimeZone>().unwrap());
        assert_eq!(date_and_time("US", &madrid, at), "Monday, November 23, 2026 at 9:30 AM");
        assert_eq!(date_and_time("FR", &tokyo, at), "lundi 23 novembre 2026 à 17 h 30");
        let midnight: Timestamp = "2026-11-30T23:00:00.000Z".parse().unwrap();
        assert_eq!(date_and_time("US", &madrid, midnight), "Tuesday, December 1, 2026 at 12:00 AM");
        assert_eq!(date_and_time("FR", &madrid, midnight), "mardi 1er décembre 2026 à 0 h");
    }
}
