//! Tests of opening hours: tables of states and of invalid hours.

use serde_json::{Value, json};

use super::*;

/// Hours from a text such as `1 09:00-18:00, 5 22:00-26:00`, by ISO weekday.
fn weekly(text: &str) -> Vec<WeeklyInterval> {
    let interval = |text: &str| {
        let (weekday, span) = text.split_once(' ').unwrap();
        let Hours { opens, closes } = hours(span);
        WeeklyInterval { weekday: weekday.parse::<u8>().unwrap().try_into().unwrap(), opens, closes }
    };
    text.split(", ").filter(|text| !text.is_empty()).map(interval).collect()
}

fn daily(span: &str) -> Vec<WeeklyInterval> {
    (1..=7).flat_map(|weekday| weekly(&format!("{weekday} {span}"))).collect()
}

fn hours(span: &str) -> Hours {
    let (opens, closes) = span.split_once('-').unwrap();
    Hours { opens: opens.parse().unwrap(), closes: closes.parse().unwrap() }
}

/// Exception from a text such as `2026-12-24 09:00-12:00 14:00-16:00`. A date alone is a closed day.
fn exception(text: &str) -> DayException {
    let mut parts = text.split(' ');
    let date = parts.next().unwrap().parse().unwrap();
    DayException { date, hours: parts.map(hours).collect(), note: None }
}

fn opening(weekly: Vec<WeeklyInterval>, exceptions: &[&str]) -> OpeningHours {
    OpeningHours { weekly, exceptions: exceptions.iter().map(|text| exception(text)).collect() }
}

/// Checks the states of a company at instants such as `2026-11-23 07:59Z`, in texts such as `open 2026-11-23 17:00Z`.
fn assert_states(zone: &str, hours: OpeningHours, table: &[(&str, &str)]) {
    let hours = hours.checked().unwrap();
    let zone = zone.parse().unwrap();
    let minute = |at: Timestamp| at.to_string().replace('T', " ").replace(":00.000Z", "Z");
    let time = |at: Option<Timestamp>| at.map_or("-".to_owned(), minute);
    for (now, expected) in table {
        let at = now.replace(' ', "T").replace('Z', ":00.000Z").parse().unwrap();
        let state = match hours.state_at(&zone, at) {
            OpeningState::Open { closes_at } => format!("open {}", time(closes_at)),
            OpeningState::ClosingSoon { closes_at } => format!("closing soon {}", minute(closes_at)),
            OpeningState::OpeningSoon { opens_at } => format!("opening soon {}", minute(opens_at)),
            OpeningState::Closed { opens_at } => format!("closed {}", time(opens_at)),
        };
        assert_eq!(&state, expected, "{zone} {now}");
    }
}

#[test]
fn state_follows_the_day_with_its_break() {
    // 2026-11-23 is a Monday. Madrid is one hour ahead of UTC.
    let hours = opening(weekly("1 14:00-18:00, 1 09:00-13:30, 2 10:00-18:00"), &[]);
    assert_states(
        "Europe/Madrid",
        hours,
        &[
            ("2026-11-22 12:00Z", "closed 2026-11-23 08:00Z"),
            ("2026-11-23 06:59Z", "closed 2026-11-23 08:00Z"),
            ("2026-11-23 07:00Z", "opening soon 2026-11-23 08:00Z"),
            ("2026-11-23 07:59Z", "opening soon 2026-11-23 08:00Z"),
            ("2026-11-23 08:00Z", "open 2026-11-23 12:30Z"),
            ("2026-11-23 11:59Z", "open 2026-11-23 12:30Z"),
            ("2026-11-23 12:00Z", "closing soon 2026-11-23 12:30Z"),
            ("2026-11-23 12:29Z", "closing soon 2026-11-23 12:30Z"),
            ("2026-11-23 12:30Z", "opening soon 2026-11-23 13:00Z"),
            ("2026-11-23 13:00Z", "open 2026-11-23 17:00Z"),
            ("2026-11-23 17:00Z", "closed 2026-11-24 09:00Z"),
            ("2026-11-24 17:00Z", "closed 2026-11-30 08:00Z"),
        ],
    );
}

#[test]
fn state_depends_on_the_zone() {
    let hours = || opening(daily("09:00-18:00"), &[]);
    let now = "2026-11-23 09:00Z";
    assert_states("Europe/Lisbon", hours(), &[(now, "open 2026-11-23 18:00Z")]);
    assert_states("Asia/Tokyo", hours(), &[(now, "closed 2026-11-24 00:00Z")]);
    assert_states("Asia/Kathmandu", hours(), &[(now, "open 2026-11-23 12:15Z")]);
    assert_states("America/New_York", hours(), &[(now, "closed 2026-11-23 14:00Z")]);
    // In Auckland it is already Tuesday.
    assert_states(
        "Pacific/Auckland",
        opening(weekly("2 00:00-23:00"), &[]),
        &[("2026-11-23 11:00Z", "open 2026-11-24 10:00Z")],
    );
}

#[test]
fn exception_replaces_hours_of_its_date() {
    let hours = opening(daily("09:00-18:00"), &["2026-12-25", "2026-12-24 09:00-12:00 13:00-14:00"]);
    assert_states(
        "Europe/Lisbon",
        hours,
        &[
            ("2026-12-24 11:45Z", "closing soon 2026-12-24 12:00Z"),
            ("2026-12-24 12:00Z", "opening soon 2026-12-24 13:00Z"),
            ("2026-12-24 14:00Z", "closed 2026-12-26 09:00Z"),
            ("2026-12-25 10:00Z", "closed 2026-12-26 09:00Z"),
            ("2026-12-26 10:00Z", "open 2026-12-26 18:00Z"),
        ],
    );
    // The weekly hours are empty: the company opens on one date only.
    assert_states(
        "Europe/Lisbon",
        opening(vec![], &["2026-12-31 20:00-26:00"]),
        &[
            ("2026-12-16 23:59Z", "closed -"),
            ("2026-12-17 00:00Z", "closed 2026-12-31 20:00Z"),
            ("2027-01-01 01:45Z", "closing soon 2027-01-01 02:00Z"),
            ("2027-01-01 02:00Z", "closed -"),
        ],
    );
}

#[test]
fn late_hours_continue_past_midnight_into_a_holiday() {
    // A bar is open from Thursday to Saturday, and closed on Friday, 25 December.
    let hours = opening(weekly("4 22:00-28:00, 5 22:00-28:00, 6 22:00-28:00"), &["2026-12-25"]);
    assert_states(
        "Europe/Lisbon",
        hours,
        &[
            ("2026-12-24 21:00Z", "opening soon 2026-12-24 22:00Z"),
            ("2026-12-24 23:59Z", "open 2026-12-25 04:00Z"),
            ("2026-12-25 00:00Z", "open 2026-12-25 04:00Z"),
            ("2026-12-25 03:30Z", "closing soon 2026-12-25 04:00Z"),
            ("2026-12-25 04:00Z", "closed 2026-12-26 22:00Z"),
            ("2026-12-25 23:00Z", "closed 2026-12-26 22:00Z"),
            ("2026-12-27 02:00Z", "open 2026-12-27 04:00Z"),
        ],
    );
}

#[test]
fn bar_closes_at_local_time_in_nights_of_transitions() {
    let bar = || opening(daily("22:00-28:00"), &[]);
    let until_gap = [
        ("2026-03-28 21:00Z", "open 2026-03-29 02:00Z"),
        ("2026-03-29 01:29Z", "open 2026-03-29 02:00Z"),
        ("2026-03-29 01:30Z", "closing soon 2026-03-29 02:00Z"),
        ("2026-03-29 02:00Z", "closed 2026-03-29 20:00Z"),
    ];
    let until_fold = [
        ("2026-10-24 19:59Z", "opening soon 2026-10-24 20:00Z"),
        ("2026-10-24 20:00Z", "open 2026-10-25 03:00Z"),
        ("2026-10-25 00:30Z", "open 2026-10-25 03:00Z"),
        ("2026-10-25 01:30Z", "open 2026-10-25 03:00Z"),
        ("2026-10-25 02:59Z", "closing soon 2026-10-25 03:00Z"),
        ("2026-10-25 03:00Z", "closed 2026-10-25 21:00Z"),
    ];
    assert_states("Europe/Madrid", bar(), &[until_gap.as_slice(), &until_fold].concat());
    // The hours are inside the gap: the company stays closed that night.
    let hours = opening(daily("02:00-03:00"), &[]);
    assert_states("Europe/Madrid", hours, &[("2026-03-29 01:00Z", "closed 2026-03-30 00:00Z")]);
}

#[test]
fn company_open_day_and_night_never_closes() {
    for span in ["00:00-24:00", "06:00-30:00", "12:00-36:00"] {
        let table =
            ["2026-03-28 23:45Z", "2026-03-29 00:59Z", "2026-10-25 00:59Z", "2026-11-23 22:59Z", "2026-11-23 23:00Z"];
        let table = table.map(|now| (now, "open -"));
        assert_states("Europe/Madrid", opening(daily(span), &[]), &table);
    }
    // Adjacent hours merge, until the exception that closes.
    let hours = opening(daily("00:00-24:00"), &["2026-12-25"]);
    assert_states(
        "Europe/Lisbon",
        hours,
        &[
            ("2026-12-10 12:00Z", "open -"),
            ("2026-12-12 12:00Z", "open 2026-12-25 00:00Z"),
            ("2026-12-24 23:45Z", "closing soon 2026-12-25 00:00Z"),
            ("2026-12-25 12:00Z", "closed 2026-12-26 00:00Z"),
            ("2026-12-25 23:30Z", "opening soon 2026-12-26 00:00Z"),
            ("2026-12-26 00:00Z", "open -"),
        ],
    );
    let hours = opening(weekly("1 09:00-12:00, 1 12:00-24:00, 2 00:00-02:00"), &[]);
    assert_states(
        "Europe/Lisbon",
        hours,
        &[("2026-11-23 11:45Z", "open 2026-11-24 02:00Z"), ("2026-11-23 23:59Z", "open 2026-11-24 02:00Z")],
    );
}

#[test]
fn company_without_hours_is_closed() {
    assert_states("Europe/Lisbon", OpeningHours::default(), &[("2026-11-23 12:00Z", "closed -")]);
}

#[test]
fn state_serializes_with_tag() {
    let state = |state: OpeningState| serde_json::to_value(state).unwrap();
    let at = Timestamp(0);
    let text = "1970-01-01T00:00:00.000Z";
    assert_eq!(state(OpeningState::Open { closes_at: Some(at) }), json!({ "state": "open", "closes_at": text }));
    assert_eq!(
        state(OpeningState::ClosingSoon { closes_at: at }),
        json!({ "state": "closing_soon", "closes_at": text })
    );
    assert_eq!(state(OpeningState::OpeningSoon { opens_at: at }), json!({ "state": "opening_soon", "opens_at": text }));
    assert_eq!(state(OpeningState::Closed { opens_at: None }), json!({ "state": "closed", "opens_at": Value::Null }));
}

#[test]
fn checked_sorts_hours_and_trims_notes() {
    let body = json!({
        "weekly": [
            { "weekday": 7, "opens": "20:00", "closes": "26:00" },
            { "weekday": 1, "opens": "14:00", "closes": "18:00" },
            { "weekday": 1, "opens": "09:00", "closes": "14:00" },
        ],
        "exceptions": [
            { "date": "2026-12-26", "hours": [], "note": "  " },
            { "date": "2026-12-25", "hours": [], "note": " Christmas " },
        ],
    });
    let hours = serde_json::from_value::<OpeningHours>(body).unwrap().checked().unwrap();
    assert_eq!(hours.weekly, weekly("1 09:00-14:00, 1 14:00-18:00, 7 20:00-26:00"));
    let notes: Vec<_> = hours.exceptions.iter().map(|it| (it.date.to_string(), it.note.as_deref())).collect();
    assert_eq!(notes, [("2026-12-25".to_owned(), Some("Christmas")), ("2026-12-26".to_owned(), None)]);
    assert_eq!(hours.clone().checked(), Ok(hours));
}

#[test]
fn checked_rejects_invalid_hours() {
    for (week, exceptions, error) in [
        ("1 09:00-09:00", vec![], "Monday: Choose an end after the start."),
        ("2 22:00-04:00", vec![], "Tuesday: Choose an end after the start."),
        ("3 24:00-26:00", vec![], "Wednesday: Choose a start before 24:00."),
        ("4 09:00-34:00", vec![], "Thursday: Choose an end at most 24 hours after the start."),
        ("5 09:00-12:00, 5 11:59-14:00", vec![], "Friday: The hours overlap with other hours."),
        ("5 09:00-18:00, 5 10:00-11:00", vec![], "Friday: The hours overlap with other hours."),
        ("5 22:00-28:00, 6 03:59-10:00", vec![], "Saturday: The hours overlap with other hours."),
        ("7 22:00-28:00, 1 03:00-10:00", vec![], "Monday: The hours overlap with other hours."),
        (
            "1 00:00-01:00, 1 02:00-03:00, 1 04:00-05:00, 1 06:00-07:00, 1 08:00-09:00, 1 10:00-11:00",
            vec![],
            "Monday: Enter at most 5 intervals.",
        ),
        ("", vec!["2026-12-25", "2026-12-25"], "2026-12-25: Enter each date once."),
        ("", vec!["2026-12-25 18:00-09:00"], "2026-12-25: Choose an end after the start."),
        ("", vec!["2026-12-25 09:00-12:00 10:00-13:00"], "2026-12-25: The hours overlap with other hours."),
        (
            "",
            vec!["2026-12-25 20:00-28:00", "2026-12-26 03:00-10:00"],
            "2026-12-25: The hours overlap with other hours.",
        ),
        // 2026-12-25 is a Friday.
        ("4 20:00-28:00", vec!["2026-12-25 03:00-10:00"], "2026-12-25: The hours overlap with other hours."),
        ("6 03:00-10:00", vec!["2026-12-25 20:00-28:00"], "2026-12-25: The hours overlap with other hours."),
    ] {
        let checked = opening(weekly(week), &exceptions).checked().map_err(|error| error.message);
        assert_eq!(checked, Err(error.to_owned()), "{week} {exceptions:?}");
    }
    let long = DayException { note: Some("x".repeat(NOTE_MAX + 1)), ..exception("2026-12-25") };
    let error = OpeningHours { weekly: vec![], exceptions: vec![long] }.checked().map_err(|error| error.message);
    assert_eq!(error, Err("2026-12-25: Enter a note of at most 80 characters.".to_owned()));
}

#[test]
fn checked_accepts_limits_and_rejects_one_more() {
    let first: Date = "2026-01-01".parse().unwrap();
    let exceptions = |count: i64| {
        let closed = |days| DayException { date: first.plus_days(days), hours: vec![], note: None };
        OpeningHours { weekly: daily("09:00-33:00"), exceptions: (0..count).map(closed).collect() }
    };
    assert!(exceptions(366).checked().is_ok());
    let field = |hours: OpeningHours| hours.checked().map_err(|error| error.field).unwrap_err();
    assert_eq!(field(exceptions(367)), "exceptions");
    let six = exception("2026-12-25 00:00-01:00 02:00-03:00 04:00-05:00 06:00-07:00 08:00-09:00 10:00-11:00");
    let hours = OpeningHours { weekly: vec![], exceptions: vec![six] };
    assert_eq!(field(hours), "exceptions.2026-12-25");
    assert_eq!(field(opening(weekly("1 09:00-09:00"), &[])), "weekly.1");
}

#[test]
fn day_is_open_where_its_minutes_meet_the_hours() {
    // 2026-11-23 is a Monday.
    let hours =
        opening(weekly("1 09:00-13:30, 1 17:00-20:00, 5 22:00-26:00"), &["2026-11-30 10:00-11:00", "2026-12-07"]);
    for (date, span, expected) in [
        ("2026-11-23", "06:00-11:00", true),
        ("2026-11-23", "06:00-09:00", false),
        ("2026-11-23", "13:30-17:00", false),
        ("2026-11-23", "11:30-15:00", true),
        ("2026-11-23", "19:59-24:00", true),
        ("2026-11-23", "20:00-24:00", false),
        ("2026-11-24", "00:00-24:00", false),
        ("2026-11-27", "17:00-24:00", true),
        ("2026-11-28", "00:00-24:00", true),
        ("2026-11-28", "02:00-24:00", false),
        ("2026-11-30", "06:00-11:00", true),
        ("2026-11-30", "17:00-24:00", false),
        ("2026-12-07", "00:00-24:00", false),
        ("2026-11-23", "12:00-12:00", false),
    ] {
        let Hours { opens, closes } = self::hours(span);
        let minutes = i64::from(opens.minutes())..i64::from(closes.minutes());
        assert_eq!(hours.is_open_within(&date.parse().unwrap(), minutes), expected, "{date} {span}");
    }
}
