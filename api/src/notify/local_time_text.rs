//! Dates and times in words, in the language of a mail and the zone of a company.

use store::types::{
    formats::Formats, language::Language, local_time::TimeZone, localized::filled, timestamp::Timestamp,
};

/// Formats a local date and time: `Monday, November 23, 2026 at 9:30 AM`, `lundi 23 novembre 2026 à 9 h 30`.
pub fn date_and_time(language: Language, zone: &TimeZone, at: Timestamp) -> String {
    let formats = Formats::of_language(language);
    let date = zone.date_at(at);
    let text = date.to_string();
    let part = |number: usize| text.split('-').nth(number).and_then(|part| part.parse::<u16>().ok()).unwrap_or(1);
    let (year, month, day) = (part(0), usize::from(part(1).clamp(1, 12)) - 1, part(2));
    // 1970-01-01 was a Thursday.
    let weekday = usize::try_from((date.start().0.div_euclid(Timestamp::DAY) + 3).rem_euclid(7)).unwrap_or(0);
    let day = formats.first_day.clone().filter(|_| day == 1).unwrap_or_else(|| day.to_string());
    let values = [
        ("weekday", formats.weekdays[weekday].as_str()),
        ("day", &day),
        ("month", &formats.months[month]),
        ("year", &(i64::from(year) + formats.year_offset).to_string()),
        ("time", &time(language, zone, at)),
    ];
    filled(&formats.date_and_time, &values)
}

/// Formats a local time: `9:30 AM`, `9 h 30`.
pub fn time(language: Language, zone: &TimeZone, at: Timestamp) -> String {
    let formats = Formats::of_language(language);
    let minute = zone.minute_at(at).minutes();
    let (hour, minute) = (minute / 60, minute % 60);
    let pattern = formats.full_hour.as_ref().filter(|_| minute == 0).unwrap_or(&formats.time);
    let values = [
        ("hour", hour.to_string()),
        ("padded_hour", format!("{hour:02}")),
        ("hour_12", if hour % 12 == 0 { 12 } else { hour % 12 }.to_string()),
        ("minute", format!("{minute:02}")),
        ("half", formats.halves[usize::from(hour >= 12)].clone()),
    ];
    filled(pattern, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_that_of_the_zone_in_the_language() {
        let text = |code, zone, at| date_and_time(Language::from_code(code), zone, at);
        let at: Timestamp = "2026-11-23T08:30:00.000Z".parse().unwrap();
        let [madrid, tokyo] = ["Europe/Madrid", "Asia/Tokyo"].map(|name| name.parse::<TimeZone>().unwrap());
        assert_eq!(text("US", &madrid, at), "Monday, November 23, 2026 at 9:30 AM");
        assert_eq!(text("FR", &tokyo, at), "lundi 23 novembre 2026 à 17 h 30");
        let midnight: Timestamp = "2026-11-30T23:00:00.000Z".parse().unwrap();
        assert_eq!(text("US", &madrid, midnight), "Tuesday, December 1, 2026 at 12:00 AM");
        assert_eq!(text("FR", &madrid, midnight), "mardi 1er décembre 2026 à 0 h");
    }
}
