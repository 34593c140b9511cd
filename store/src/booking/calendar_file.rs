//! Bookings and orders as calendar files (RFC 5545).

use super::{Booking, BookingState};
use crate::types::timestamp::Timestamp;

/// Maximum bytes of a line, its fold included (RFC 5545 §3.1).
const LINE_MAX: usize = 73;

/// Lines at the start of every calendar.
const HEAD: [&str; 4] = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Plaza//Bookings//EN", "METHOD:PUBLISH"];
/// Lines of a calendar that is subscribed to: its name, and the interval of its refresh.
const FEED: [&str; 3] = ["X-WR-CALNAME:Plaza", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"];

/// Event of a calendar. A later `sequence` replaces an earlier one of the same `uid`.
pub(crate) struct Event {
    pub uid: String,
    pub changed_at: Timestamp,
    pub sequence: usize,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub summary: String,
    pub location: String,
    pub description: String,
    /// `TENTATIVE`, `CONFIRMED` or `CANCELLED`.
    pub status: &'static str,
}

/// Returns a calendar with the booking as its only event. A cancelled booking cancels the event.
pub fn event(booking: &Booking) -> String {
    calendar(&[], [Event::of(booking)])
}

/// Returns the calendar of a subscription. Equal bookings give equal bytes.
pub fn feed<'a>(bookings: impl IntoIterator<Item = &'a Booking>) -> String {
    calendar(&FEED, bookings.into_iter().map(Event::of))
}

/// Returns a calendar with these events.
pub(crate) fn file(events: impl IntoIterator<Item = Event>) -> String {
    calendar(&[], events)
}

impl Event {
    pub fn of(booking: &Booking) -> Self {
        let is_on = matches!(
            booking.state,
            BookingState::Confirmed | BookingState::CheckedIn | BookingState::Completed | BookingState::NoShow
        );
        let status = match booking.state {
            BookingState::AwaitingCompany | BookingState::Held => "TENTATIVE",
            _ if is_on => "CONFIRMED",
            _ => "CANCELLED",
        };
        let company = &booking.company;
        Self {
            uid: format!("booking-{}@plaza", booking.id),
            changed_at: booking.changes.iter().map(|step| step.at).max().unwrap_or(booking.created_at),
            sequence: booking.changes.len(),
            starts_at: booking.starts_at,
            ends_at: booking.ends_at,
            summary: format!("{} · {}", booking.offering.name, company.name),
            location: format!("{}, {}", company.address, company.city),
            description: booking.code.clone(),
            status,
        }
    }
}

fn calendar(extra: &[&str], events: impl IntoIterator<Item = Event>) -> String {
    let mut text = String::new();
    for name_value in HEAD.iter().chain(extra) {
        line(&mut text, name_value);
    }
    for event in events {
        line(&mut text, "BEGIN:VEVENT");
        line(&mut text, &format!("UID:{}", event.uid));
        line(&mut text, &format!("DTSTAMP:{}", basic(event.changed_at)));
        line(&mut text, &format!("LAST-MODIFIED:{}", basic(event.changed_at)));
        // A calendar takes a later version only.
        line(&mut text, &format!("SEQUENCE:{}", event.sequence));
        line(&mut text, &format!("DTSTART:{}", basic(event.starts_at)));
        line(&mut text, &format!("DTEND:{}", basic(event.ends_at)));
        line(&mut text, &format!("SUMMARY:{}", escaped(&event.summary)));
        line(&mut text, &format!("LOCATION:{}", escaped(&event.location)));
        line(&mut text, &format!("DESCRIPTION:{}", escaped(&event.description)));
        line(&mut text, &format!("STATUS:{}", event.status));
        line(&mut text, "END:VEVENT");
    }
    line(&mut text, "END:VCALENDAR");
    text
}

/// Formats a time as `20261121T031900Z`.
fn basic(at: Timestamp) -> String {
    let mut text: String = at.to_string().chars().filter(|letter| !matches!(letter, '-' | ':')).collect();
    text.truncate("20261121T031900".len());
    text + "Z"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace(['\r', '\n'], " ")
}

/// Appends a line, folded after [`LINE_MAX`] bytes.
fn line(text: &mut String, content: &str) {
    let mut bytes = 0;
    for letter in content.chars() {
        if bytes + letter.len_utf8() > LINE_MAX {
            text.push_str("\r\n ");
            bytes = 1;
        }
        text.push(letter);
        bytes += letter.len_utf8();
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_is_folded_between_letters() {
        let mut text = String::new();
        line(&mut text, &"é".repeat(80));
        assert!(text.split("\r\n").all(|line| line.len() <= LINE_MAX + 1));
        assert_eq!(text.replace("\r\n ", "").trim_end(), "é".repeat(80));
    }

    #[test]
    fn time_and_text_follow_the_format() {
        assert_eq!(basic(Timestamp(1_795_231_140_123)), "20261121T031900Z");
        assert_eq!(escaped("a;b,c\\d\ne"), "a\\;b\\,c\\\\d e");
    }
}
