//! Party of a booking: the persons that one booking of an offering accepts.

use std::ops::RangeInclusive;

use super::detail::Availability;

/// Maximum units of one booking.
pub const UNITS_MAX: i64 = 20;

/// Returns the maximum that an offering states if its company says none: a small table, a double room, one person for the
/// rest.
pub fn usual_maximum(availability: Availability) -> i64 {
    match availability {
        Availability::Table => 8,
        Availability::Nights => 2,
        _ => 1,
    }
}

/// Returns the persons that one booking accepts, by the limits that the offering states. `rooms` counts for nights only.
///
/// The stated maximum is the capacity of a table, an appointment or a room. Tickets and timed entries are sold by unit, one
/// for each person: units limit them, and the stated maximum has no effect.
pub fn party(availability: Availability, members_min: i64, members_max: i64, rooms: i64) -> RangeInclusive<i64> {
    let least = members_min.max(1);
    let most = match availability {
        Availability::Nights => members_max.saturating_mul(rooms),
        _ if availability.is_sold_by_unit() => UNITS_MAX,
        _ => members_max,
    };
    least..=most.max(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stated_maximum_limits_capacity_but_not_units() {
        for (availability, rooms, expected) in [
            (Availability::Appointment, 1, 1..=4),
            (Availability::Table, 1, 1..=4),
            (Availability::Nights, 1, 1..=4),
            (Availability::Nights, 3, 1..=12),
            (Availability::TimedEntry, 1, 1..=UNITS_MAX),
            (Availability::Occurrence, 1, 1..=UNITS_MAX),
        ] {
            assert_eq!(party(availability, 0, 4, rooms), expected, "{availability:?}");
        }
        assert_eq!(party(Availability::Occurrence, 3, 1, 1), 3..=UNITS_MAX);
        assert_eq!(party(Availability::Nights, 1, i64::MAX, UNITS_MAX), 1..=i64::MAX);
    }
}
