//! Localized mails about bookings.
//!
//! They name company and offering, which businesses choose: see [`plain`].

use store::{
    notify::outbox::{Channel, NewOutboxMessage},
    types::{language::Language, local_time::TimeZone, localized::filled, timestamp::Timestamp},
};

use super::{
    local_time_text::{date_and_time, time},
    plain_name::plain,
};
use crate::texts::BOOKINGS;

/// Subject of a mail about a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingTemplate {
    /// The booking takes place soon.
    Reminder,
    /// Room is held for a customer of a waitlist.
    WaitlistOffer,
    /// The company closed and cancelled the booking.
    CompanyClosed,
}

/// Booking that a mail is about.
#[derive(Clone, Copy, Debug)]
pub struct BookingFacts<'a> {
    pub company: &'a str,
    pub offering: &'a str,
    pub time_zone: &'a TimeZone,
    pub starts_at: Timestamp,
    /// Address of the company, or the code of the booking.
    pub detail: &'a str,
    /// Page of the booking.
    pub link: &'a str,
    /// End of the offer, or of the use of the mail.
    pub until: Timestamp,
}

impl BookingTemplate {
    /// Renders the mail to `recipient` in `language`.
    pub fn render(
        self,
        id: i64,
        recipient: &str,
        language: &str,
        facts: BookingFacts<'_>,
        now: Timestamp,
    ) -> NewOutboxMessage {
        let language = Language::from_code(language);
        let texts = BOOKINGS.get(language);
        let text = match self {
            Self::Reminder => &texts.reminder,
            Self::WaitlistOffer => &texts.waitlist_offer,
            Self::CompanyClosed => &texts.company_closed,
        };
        let when = date_and_time(language, facts.time_zone, facts.starts_at);
        let until = date_and_time(language, facts.time_zone, facts.until);
        let until_time = time(language, facts.time_zone, facts.until);
        let (company, offering, detail) = (plain(facts.company), plain(facts.offering), plain(facts.detail));
        let values = [
            ("when", when.as_str()),
            ("until_time", &until_time),
            ("until", &until),
            ("link", facts.link),
            ("company", &company),
            ("offering", &offering),
            ("detail", &detail),
        ];
        NewOutboxMessage {
            id,
            channel: Channel::Mail,
            recipient: recipient.to_owned(),
            subject: Some(filled(&text.subject, &values)),
            body: filled(&text.body, &values),
            now,
            expires_at: facts.until,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(zone: &TimeZone) -> BookingFacts<'_> {
        BookingFacts {
            company: "L'Atelier {link} http://evil.example",
            offering: "Facial",
            time_zone: zone,
            starts_at: "2026-11-23T08:30:00.000Z".parse().unwrap(),
            detail: "1 Main Street, Madrid",
            link: "http://plaza.example/reservations",
            until: "2026-11-22T11:15:00.000Z".parse().unwrap(),
        }
    }

    #[test]
    fn every_mail_is_complete_in_every_language() {
        let zone: TimeZone = "Europe/Madrid".parse().unwrap();
        for template in [BookingTemplate::Reminder, BookingTemplate::WaitlistOffer, BookingTemplate::CompanyClosed] {
            let render = |language| template.render(1, "ann@plaza.example", language, facts(&zone), Timestamp(0));
            for (language, when, start) in [("US", "November 23", "Hello,"), ("FR", "23 novembre", "Bonjour,")] {
                let mail = render(language);
                assert!(mail.body.starts_with(start) && mail.body.contains(when), "{}", mail.body);
            }
            for language in Language::ALL.map(Language::code) {
                let mail = render(language);
                let subject = mail.subject.unwrap();
                assert!(mail.body.ends_with("Plaza\n") && mail.body.contains("Facial"), "{}", mail.body);
                assert!(!subject.contains('{') && !mail.body.contains(['{', '}']), "{subject} {}", mail.body);
                assert_eq!(mail.body.matches("http").count(), 2, "{}", mail.body);
                assert!(!mail.body.contains("evil.example"));
            }
        }
    }

    #[test]
    fn offer_names_its_end() {
        let zone: TimeZone = "Europe/Madrid".parse().unwrap();
        let english = BookingTemplate::WaitlistOffer.render(1, "a@b.co", "US", facts(&zone), Timestamp(0));
        assert!(english.subject.unwrap().ends_with("until 12:15 PM"));
        let french = BookingTemplate::WaitlistOffer.render(1, "a@b.co", "FR", facts(&zone), Timestamp(0));
        assert!(french.subject.unwrap().ends_with("jusqu'à 12 h 15"));
    }
}
