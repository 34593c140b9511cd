//! Tests of local time, with the gaps and folds of real zones.

use serde_json::json;

use super::*;
use crate::{on, testing::both};

fn zone(name: &str) -> TimeZone {
    name.parse().unwrap()
}

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn minute(text: &str) -> MinuteOfDay {
    text.parse().unwrap()
}

/// Instant from a text without milliseconds, such as `2026-03-29T01:00Z`.
fn utc(text: &str) -> Timestamp {
    text.replace('Z', ":00.000Z").parse().unwrap()
}

#[test]
fn time_zone_parses_iana_names_only() {
    for (text, name) in [
        ("Europe/Madrid", "Europe/Madrid"),
        (" europe/madrid ", "Europe/Madrid"),
        ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("Asia/Calcutta", "Asia/Calcutta"),
        ("utc", "UTC"),
    ] {
        assert_eq!(zone(text).name(), name);
    }
    let unknown =
        ["", "Madrid", "Europe", "CEST", "+02:00", "Etc/Unknown", "Factory", "../etc/passwd", "Europe/Madrid\0"];
    for text in unknown {
        assert_eq!(text.parse::<TimeZone>(), Err("Choose a time zone such as Europe/Madrid."), "{text:?}");
    }
}

#[test]
fn instant_resolves_gaps_and_folds() {
    for (name, day, local, expected, exists) in [
        ("Europe/Madrid", "2026-11-22", "09:30", "2026-11-22T08:30Z", true),
        ("Europe/Madrid", "2026-11-22", "26:00", "2026-11-23T01:00Z", true),
        ("Europe/Madrid", "2026-11-22", "48:00", "2026-11-23T23:00Z", true),
        // 02:00 to 03:00 is skipped.
        ("Europe/Madrid", "2026-03-29", "01:59", "2026-03-29T00:59Z", true),
        ("Europe/Madrid", "2026-03-29", "02:00", "2026-03-29T01:00Z", false),
        ("Europe/Madrid", "2026-03-29", "02:59", "2026-03-29T01:00Z", false),
        ("Europe/Madrid", "2026-03-28", "26:30", "2026-03-29T01:00Z", false),
        ("Europe/Madrid", "2026-03-29", "03:00", "2026-03-29T01:00Z", true),
        ("Europe/Madrid", "2026-03-29", "03:01", "2026-03-29T01:01Z", true),
        // 02:00 to 03:00 is repeated.
        ("Europe/Madrid", "2026-10-25", "02:00", "2026-10-25T00:00Z", true),
        ("Europe/Madrid", "2026-10-25", "02:59", "2026-10-25T00:59Z", true),
        ("Europe/Madrid", "2026-10-25", "03:00", "2026-10-25T02:00Z", true),
        // The shift is 30 minutes.
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30Z", false),
        ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45Z", true),
        // The shift is two hours.
        ("Antarctica/Troll", "2026-03-29", "02:59", "2026-03-29T01:00Z", false),
        // Midnight is skipped.
        ("Africa/Cairo", "2026-04-24", "00:00", "2026-04-23T22:00Z", false),
        ("Africa/Cairo", "2026-04-23", "24:00", "2026-04-23T22:00Z", false),
        // Midnight is repeated.
        ("America/Havana", "2026-11-01", "00:00", "2026-11-01T04:00Z", true),
        // The last hour of the day is skipped.
        ("America/Nuuk", "2026-03-28", "23:30", "2026-03-29T01:00Z", false),
        // The whole day is skipped.
        ("Pacific/Apia", "2011-12-30", "00:00", "2011-12-30T10:00Z", false),
        ("Pacific/Apia", "2011-12-30", "12:00", "2011-12-30T10:00Z", false),
    ] {
        assert_eq!(zone(name).instant(&date(day), minute(local)), utc(expected), "{name} {day} {local}");
        assert_eq!(zone(name).exists(&date(day), minute(local)), exists, "{name} {day} {local}");
    }
}

#[test]
fn local_date_and_minute_follow_the_zone() {
    for (name, at, day, local) in [
        ("UTC", "1969-12-31T23:59Z", "1969-12-31", "23:59"),
        ("Asia/Tokyo", "2026-11-22T15:00Z", "2026-11-23", "00:00"),
        ("Asia/Kathmandu", "2026-11-22T18:14Z", "2026-11-22", "23:59"),
        ("America/New_York", "2026-11-22T04:59Z", "2026-11-21", "23:59"),
        ("Pacific/Kiritimati", "2026-11-22T10:00Z", "2026-11-23", "00:00"),
        ("Europe/Madrid", "2026-03-29T00:59Z", "2026-03-29", "01:59"),
        ("Europe/Madrid", "2026-03-29T01:00Z", "2026-03-29", "03:00"),
        ("Europe/Madrid", "2026-10-25T00:30Z", "2026-10-25", "02:30"),
        ("Europe/Madrid", "2026-10-25T01:30Z", "2026-10-25", "02:30"),
        ("America/Nuuk", "2026-10-25T01:00Z", "2026-10-24", "23:00"),
    ] {
        let at = utc(at);
        assert_eq!((zone(name).date_at(at), zone(name).minute_at(at)), (date(day), minute(local)), "{name} {at}");
    }
}

#[test]
fn local_time_stays_in_range_at_extreme_instants() {
    for name in ["UTC", "Europe/Madrid", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
        assert_eq!(zone(name).date_at(Timestamp(i64::MAX)), date("9999-12-31"));
        assert_eq!(zone(name).date_at(Timestamp(i64::MIN)), date("0000-01-01"));
        assert!(zone(name).minute_at(Timestamp(i64::MIN)) < MinuteOfDay::END);
        assert!(zone(name).instant(&date("9999-12-31"), MinuteOfDay::MAX) > utc("9999-12-31T00:00Z"));
    }
}

#[test]
fn day_has_23_to_25_hours_around_transitions() {
    for (name, day, minutes) in [
        ("Asia/Tokyo", "2026-03-29", 24 * 60),
        ("Europe/Madrid", "2026-03-28", 24 * 60),
        ("Europe/Madrid", "2026-03-29", 23 * 60),
        ("Europe/Madrid", "2026-10-25", 25 * 60),
        ("Australia/Lord_Howe", "2026-10-04", 23 * 60 + 30),
        ("Australia/Lord_Howe", "2026-04-05", 24 * 60 + 30),
        ("Antarctica/Troll", "2026-03-29", 22 * 60),
        ("Antarctica/Troll", "2026-10-25", 26 * 60),
        ("Africa/Cairo", "2026-04-24", 23 * 60),
        ("America/Havana", "2026-11-01", 25 * 60),
        ("America/Nuuk", "2026-10-24", 25 * 60),
        ("Pacific/Apia", "2011-12-30", 0),
    ] {
        let bounds = zone(name).day_bounds(&date(day));
        assert_eq!((bounds.end.0 - bounds.start.0) / Timestamp::MINUTE, minutes, "{name} {day}");
    }
}

/// Calls the function with every zone of the database.
pub(crate) fn for_every_zone(mut call: impl FnMut(&TimeZone)) {
    let names = jiff::tz::db().available();
    let zones: Vec<TimeZone> = names.filter_map(|name| name.as_str().parse().ok()).collect();
    assert!(zones.len() > 400, "{}", zones.len());
    zones.iter().for_each(&mut call);
}

/// Returns the instants in 2026 and 2027 at which the zone changes its offset.
pub(crate) fn transitions(zone: &TimeZone) -> Vec<Timestamp> {
    let (from, until) = (instant_of(utc("2026-01-01T00:00Z").0), instant_of(utc("2028-01-01T00:00Z").0));
    let following = zone.0.following(from).map(|transition| transition.timestamp());
    following.take_while(|at| *at < until).map(|at| Timestamp(at.as_millisecond())).collect()
}

#[test]
fn instants_of_every_zone_round_trip_around_transitions() {
    let mut changes = 0;
    for_every_zone(|zone| {
        for transition in transitions(zone) {
            changes += 1;
            let day = zone.date_at(transition);
            let mut last = Timestamp(i64::MIN);
            for local in (0..=24 * 60).step_by(30).map(MinuteOfDay) {
                let at = zone.instant(&day, local);
                assert!(at >= last, "{zone} {day} {local}");
                last = at;
                let is_same =
                    zone.date_at(at).days_until(&day) * 24 * 60 + i64::from(local.0) == i64::from(zone.minute_at(at).0);
                assert_eq!(is_same, zone.exists(&day, local), "{zone} {day} {local}");
                assert!(is_same || at == transition, "{zone} {day} {local}");
            }
        }
    });
    assert!(changes > 600, "{changes}");
}

#[test]
fn minute_of_day_parses_until_48_hours() {
    for (text, minutes) in [("00:00", 0), ("09:05", 545), ("24:00", 1_440), ("26:00", 1_560), ("48:00", 2_880)] {
        assert_eq!(minute(text).minutes(), minutes);
        assert_eq!(minute(text).to_string(), text);
    }
    for text in ["", "9:00", "09:60", "48:01", "99:99", "-1:00", "+1:00", "09:00:00", "0900", "09h00", "٠٩:٠٠"] {
        assert_eq!(text.parse::<MinuteOfDay>(), Err("Enter a time such as 09:30."), "{text}");
    }
    assert!(MinuteOfDay::new(2_881).is_none());
}

#[test]
fn hours_last_at_most_one_day_from_their_date() {
    for (starts, ends, is_valid) in [
        ("09:00", "09:01", true),
        ("00:00", "24:00", true),
        ("23:59", "47:59", true),
        ("09:00", "09:00", false),
        ("22:00", "04:00", false),
        ("24:00", "25:00", false),
        ("10:00", "34:01", false),
    ] {
        assert_eq!(check_hours(minute(starts), minute(ends)).is_ok(), is_valid, "{starts} {ends}");
    }
}

#[test]
fn weekday_follows_the_calendar() {
    for (day, expected, name) in [
        ("1970-01-01", Weekday::THURSDAY, "Thursday"),
        ("1969-12-28", Weekday::SUNDAY, "Sunday"),
        ("2026-11-23", Weekday::MONDAY, "Monday"),
        ("2028-02-29", Weekday::TUESDAY, "Tuesday"),
        ("0000-01-01", Weekday::SATURDAY, "Saturday"),
    ] {
        assert_eq!(date(day).weekday(), expected, "{day}");
        assert_eq!(expected.to_string(), name);
    }
}

#[test]
fn local_types_serialize_as_documented() {
    let workdays: Weekdays = [Weekday::FRIDAY, Weekday::MONDAY, Weekday::FRIDAY].into_iter().collect();
    assert_eq!(serde_json::to_value(workdays).unwrap(), json!([1, 5]));
    assert_eq!(serde_json::from_value::<Weekdays>(json!([5, 1])).unwrap(), workdays);
    assert_eq!(Weekdays::from_mask(0b001_0001), Some(workdays));
    assert_eq!(serde_json::to_value((zone("Asia/Tokyo"), minute("26:00"))).unwrap(), json!(["Asia/Tokyo", "26:00"]));
    assert_eq!(serde_json::from_value::<TimeZone>(json!("asia/tokyo")).unwrap(), zone("Asia/Tokyo"));
    for invalid in [json!([0]), json!([8]), json!(["1"]), json!(1), json!([-1]), json!(null)] {
        assert!(serde_json::from_value::<Weekdays>(invalid.clone()).is_err(), "{invalid}");
    }
    assert!(Weekdays::default().is_empty() && Weekdays::ALL.contains(Weekday::SUNDAY));
}

#[tokio::test]
async fn local_types_round_trip_through_the_database() {
    both(async |db| {
        let row = (zone("Europe/Madrid"), minute("26:30"), Weekdays::ALL);
        let read: (TimeZone, MinuteOfDay, Weekdays, Option<MinuteOfDay>) = on!(db.read(), at => sqlx::query_as(
            "SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT)")
            .bind(&row.0).bind(row.1).bind(row.2).bind(None::<MinuteOfDay>).fetch_one(at).await)
        .unwrap();
        assert_eq!(read, (row.0, row.1, row.2, None));
        let invalid: sqlx::Result<(Weekdays,)> =
            on!(db.read(), at => sqlx::query_as("SELECT CAST(128 AS BIGINT)").fetch_one(at).await);
        assert!(invalid.is_err());
    })
    .await;
}
