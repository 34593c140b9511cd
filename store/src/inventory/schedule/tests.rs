//! Tests of working time and slots, with every zone around its transitions of 2026 and 2027.

use super::*;
use crate::types::local_time::{
    Weekday,
    tests::{for_every_zone, transitions},
};

const HALF_HOUR: i64 = 30 * Timestamp::MINUTE;

fn span(text: &str) -> (MinuteOfDay, MinuteOfDay) {
    let (starts, ends) = text.split_once('-').unwrap();
    (starts.parse().unwrap(), ends.parse().unwrap())
}

/// Rule for every day.
fn rule(text: &str) -> Rule {
    let (starts, ends) = span(text);
    Rule { weekdays: Weekdays::ALL, starts, ends, valid_from: None, valid_until: None }
}

/// Exception from a text such as `2026-11-23 off`, `2026-11-23 block 12:00-13:00` or `2026-11-23 extra 20:00-22:00`.
fn exception(text: &str) -> Exception {
    let mut parts = text.split(' ');
    let date = parts.next().unwrap().parse().unwrap();
    let available = parts.next() == Some("extra");
    Exception { date, hours: parts.next().map(span), available, note: String::new() }
}

fn range(start: i64, end: i64) -> Range<Timestamp> {
    Timestamp(start)..Timestamp(end)
}

/// Ranges in hours and minutes of UTC such as `23 08:00-12:00`, by day of the month on which they start.
fn texts(ranges: &[Range<Timestamp>]) -> Vec<String> {
    let text = |at: Timestamp| at.to_string().replace('T', " ")[8..16].to_owned();
    ranges.iter().map(|range| format!("{}-{}", text(range.start), &text(range.end)[3..])).collect()
}

fn madrid(rules: &[Rule], exceptions: &[&str], date: &str) -> Vec<String> {
    let exceptions: Vec<_> = exceptions.iter().map(|text| exception(text)).collect();
    texts(&working_intervals(rules, &exceptions, &"Europe/Madrid".parse().unwrap(), &date.parse().unwrap()))
}

#[test]
fn working_time_follows_weekdays_and_validity() {
    let workday = Rule { weekdays: [Weekday::MONDAY, Weekday::FRIDAY].into_iter().collect(), ..rule("09:00-17:00") };
    let day = |text: &str| Some(text.parse().unwrap());
    let season = Rule { valid_from: day("2026-11-24"), valid_until: day("2026-11-25"), ..rule("18:00-20:00") };
    for (date, expected) in [
        ("2026-11-22", vec![]),
        ("2026-11-23", vec!["23 08:00-16:00"]),
        ("2026-11-24", vec!["24 17:00-19:00"]),
        ("2026-11-25", vec!["25 17:00-19:00"]),
        ("2026-11-26", vec![]),
        ("2026-11-27", vec!["27 08:00-16:00"]),
    ] {
        assert_eq!(madrid(&[workday.clone(), season.clone()], &[], date), expected, "{date}");
    }
}

#[test]
fn working_time_merges_rules_and_applies_exceptions() {
    let rules = [rule("14:00-18:00"), rule("09:00-12:00"), rule("12:00-13:00")];
    for (exceptions, expected) in [
        (vec![], vec!["23 08:00-12:00", "23 13:00-17:00"]),
        (vec!["2026-11-23 off"], vec![]),
        (vec!["2026-11-22 off", "2026-11-24 off"], vec!["23 08:00-12:00", "23 13:00-17:00"]),
        (vec!["2026-11-23 block 10:00-15:00"], vec!["23 08:00-09:00", "23 14:00-17:00"]),
        (vec!["2026-11-23 block 00:00-24:00"], vec![]),
        (vec!["2026-11-23 extra 13:00-14:00"], vec!["23 08:00-17:00"]),
        (vec!["2026-11-23 extra 20:00-25:00"], vec!["23 08:00-12:00", "23 13:00-17:00", "23 19:00-00:00"]),
        (vec!["2026-11-23 off", "2026-11-23 extra 10:00-12:00"], vec!["23 09:00-11:00"]),
        (
            vec!["2026-11-23 extra 10:00-20:00", "2026-11-23 block 11:00-19:00"],
            vec!["23 08:00-10:00", "23 18:00-19:00"],
        ),
        // Extra time without hours has no effect.
        (vec!["2026-11-23 extra"], vec!["23 08:00-12:00", "23 13:00-17:00"]),
    ] {
        assert_eq!(madrid(&rules, &exceptions, "2026-11-23"), expected, "{exceptions:?}");
    }
}

#[test]
fn time_past_midnight_belongs_to_its_start_date() {
    let night = Rule { weekdays: [Weekday::SATURDAY].into_iter().collect(), ..rule("22:00-28:00") };
    for (exceptions, date, expected) in [
        (vec![], "2026-11-21", vec!["21 21:00-03:00"]),
        (vec![], "2026-11-22", vec![]),
        // Sunday off keeps the night that began on Saturday.
        (vec!["2026-11-22 off"], "2026-11-21", vec!["21 21:00-03:00"]),
        (vec!["2026-11-21 off"], "2026-11-21", vec![]),
        (vec!["2026-11-22 block 01:00-02:00"], "2026-11-21", vec!["21 21:00-00:00", "22 01:00-03:00"]),
        (vec!["2026-11-20 block 20:00-47:00"], "2026-11-21", vec!["21 22:00-03:00"]),
    ] {
        assert_eq!(madrid(std::slice::from_ref(&night), &exceptions, date), expected, "{exceptions:?} {date}");
    }
}

#[test]
fn working_time_has_real_length_around_transitions() {
    for (text, date, expected) in [
        ("22:00-28:00", "2026-03-28", vec!["28 21:00-02:00"]),
        ("22:00-28:00", "2026-10-24", vec!["24 20:00-03:00"]),
        ("01:00-02:30", "2026-03-29", vec!["29 00:00-01:00"]),
        ("02:00-03:00", "2026-03-29", vec![]),
        ("02:30-04:00", "2026-03-29", vec!["29 01:00-02:00"]),
        ("02:00-03:00", "2026-10-25", vec!["25 00:00-02:00"]),
        ("02:30-04:00", "2026-10-25", vec!["25 00:30-03:00"]),
        ("01:00-02:30", "2026-10-25", vec!["24 23:00-00:30"]),
    ] {
        assert_eq!(madrid(&[rule(text)], &[], date), expected, "{text} {date}");
    }
}

#[test]
fn slots_fit_into_intervals_on_the_grid() {
    let starts = |ranges: &[Range<Timestamp>], step, duration| -> Vec<i64> {
        slot_starts(ranges, step, duration).into_iter().map(|start| start.0).collect()
    };
    assert_eq!(starts(&[range(0, 100)], 30, 30), [0, 30, 60]);
    assert_eq!(starts(&[range(0, 90)], 30, 30), [0, 30, 60]);
    assert_eq!(starts(&[range(0, 100)], 30, 100), [0]);
    assert_eq!(starts(&[range(0, 100)], 30, 101), [0; 0]);
    assert_eq!(starts(&[range(5, 40), range(100, 130)], 10, 25), [5, 15, 100]);
    assert_eq!(starts(&[range(-50, -10)], 20, 20), [-50, -30]);
    assert_eq!(starts(&[], 30, 30), [0; 0]);
    for (step, duration) in [(0, 30), (-1, 30), (i64::MIN, 30), (30, 0), (30, -1), (30, i64::MAX)] {
        assert_eq!(starts(&[range(0, 100)], step, duration), [0; 0], "{step} {duration}");
    }
    assert_eq!(starts(&[range(0, 100)], i64::MAX, 10), [0]);
}

#[test]
fn slots_of_every_zone_are_complete_around_transitions() {
    let rules = [rule("00:00-24:00")];
    let quiet: Timestamp = "2026-05-20T12:00:00.000Z".parse().unwrap();
    for_every_zone(|zone| {
        let changes = transitions(zone);
        for at in if changes.is_empty() { vec![quiet] } else { changes } {
            let day = zone.date_at(at);
            let mut expected = zone.day_bounds(&day.plus_days(-1)).start;
            for date in [-1, 0, 1].map(|days| day.plus_days(days)) {
                let bounds = zone.day_bounds(&date);
                let slots = slot_starts(&working_intervals(&rules, &[], zone, &date), HALF_HOUR, HALF_HOUR);
                assert_eq!(slots.len() as i64 * HALF_HOUR, bounds.end.0 - bounds.start.0, "{zone} {date}");
                for slot in slots {
                    assert_eq!(slot, expected, "{zone} {date}");
                    expected = slot.plus(HALF_HOUR);
                }
                assert_eq!(expected, bounds.end, "{zone} {date}");
            }
        }
    });
}

#[test]
fn slots_of_every_zone_exist_on_their_date() {
    let rules = [rule("00:00-24:00")];
    for_every_zone(|zone| {
        for at in transitions(zone) {
            let date = zone.date_at(at);
            for slot in slot_starts(&working_intervals(&rules, &[], zone, &date), HALF_HOUR, HALF_HOUR) {
                assert_eq!(zone.date_at(slot), date, "{zone} {slot}");
                assert!(zone.exists(&date, zone.minute_at(slot)), "{zone} {slot}");
            }
        }
    });
}

#[test]
fn subtract_leaves_free_parts() {
    for (intervals, busy, expected) in [
        (vec![], vec![range(0, 5)], vec![]),
        (vec![range(0, 10)], vec![], vec![range(0, 10)]),
        (vec![range(0, 10)], vec![range(0, 10)], vec![]),
        (vec![range(0, 10)], vec![range(-5, 15)], vec![]),
        (vec![range(0, 10)], vec![range(10, 20), range(-5, 0)], vec![range(0, 10)]),
        (vec![range(0, 10)], vec![range(3, 4), range(6, 7)], vec![range(0, 3), range(4, 6), range(7, 10)]),
        (vec![range(0, 10)], vec![range(6, 7), range(3, 6), range(5, 5)], vec![range(0, 3), range(7, 10)]),
        (vec![range(20, 30), range(0, 10)], vec![range(5, 25)], vec![range(0, 5), range(25, 30)]),
        (vec![range(0, 10), range(5, 20), range(9, 2)], vec![range(12, 12)], vec![range(0, 20)]),
    ] {
        assert_eq!(subtract(&intervals, &busy), expected, "{intervals:?} {busy:?}");
    }
}

#[test]
fn subtract_and_is_free_agree_on_every_unit() {
    // A linear congruential generator makes the same ranges in each run.
    let mut seed = 1_u64;
    let mut next = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % limit).cast_signed()
    };
    for _ in 0..300 {
        let mut ranges = |count: i64| -> Vec<_> {
            (0..count).map(|_| (next(60), next(12))).map(|(start, length)| range(start, start + length)).collect()
        };
        let (intervals, busy) = (ranges(4), ranges(6));
        let free = subtract(&intervals, &busy);
        assert!(free.windows(2).all(|pair| pair[0].end <= pair[1].start), "{free:?}");
        for unit in (0..72).map(|at| range(at, at + 1)) {
            let is_within = intervals.iter().any(|range| range.contains(&unit.start));
            let is_left = free.iter().any(|range| range.contains(&unit.start));
            assert_eq!(is_left, is_within && is_free(&unit, &busy), "{unit:?} {intervals:?} {busy:?}");
        }
    }
}

#[test]
fn is_free_ignores_ranges_that_touch() {
    let busy = [range(10, 20), range(30, 30)];
    for (start, end, expected) in [
        (0, 10, true),
        (20, 30, true),
        (25, 35, true),
        (0, 11, false),
        (19, 25, false),
        (12, 13, false),
        (0, 40, false),
    ] {
        assert_eq!(is_free(&range(start, end), &busy), expected, "{start} {end}");
    }
    assert!(is_free(&range(0, 10), &[]));
}

#[test]
fn ticks_cover_the_range() {
    for (start, end, expected) in [
        (0, TICK, 0..1),
        (0, 12 * TICK, 0..12),
        (1, TICK, 0..1),
        (TICK - 1, TICK + 1, 0..2),
        (TICK, TICK + 1, 1..2),
        (-1, 1, -1..1),
        (-TICK, 0, -1..0),
        (TICK + 5, TICK + 5, 1..1),
        (3 * TICK, TICK, 3..3),
    ] {
        assert_eq!(ticks(&range(start, end)), expected, "{start} {end}");
    }
}

#[test]
fn checked_rejects_invalid_rules_and_exceptions() {
    assert!(rule("22:00-28:00").checked().is_ok());
    let day = |text: &str| Some(text.parse().unwrap());
    let one_day = Rule { valid_from: day("2026-11-23"), valid_until: day("2026-11-23"), ..rule("09:00-10:00") };
    assert!(one_day.clone().checked().is_ok());
    for (invalid, error) in [
        (Rule { weekdays: Weekdays::default(), ..rule("09:00-17:00") }, "Choose at least one day."),
        (rule("17:00-09:00"), "Choose an end after the start."),
        (rule("24:00-25:00"), "Choose a start before 24:00."),
        (Rule { valid_until: day("2026-11-22"), ..one_day }, "Choose a last day that is not before the first."),
    ] {
        assert_eq!(invalid.checked(), Err(error));
    }
    for (text, is_valid) in [
        ("2026-11-23 off", true),
        ("2026-11-23 block 12:00-13:00", true),
        ("2026-11-23 extra 12:00-13:00", true),
        ("2026-11-23 extra", false),
        ("2026-11-23 block 13:00-12:00", false),
    ] {
        assert_eq!(exception(text).checked().is_ok(), is_valid, "{text}");
    }
}
