//! Localized mails about bookings.
//!
//! They name company and offering, which businesses choose: see [`plain`].

use store::{
    notify::outbox::{Channel, NewOutboxMessage},
    types::{local_time::TimeZone, timestamp::Timestamp},
};

use super::{local_time_text::date_and_time, plain_name::plain};

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

/// Subjects and texts of a language.
struct Texts {
    reminder: [&'static str; 2],
    waitlist_offer: [&'static str; 2],
    company_closed: [&'static str; 2],
}

const ENGLISH: Texts = Texts {
    reminder: [
        "Your booking at {company}: {when}",
        "Hello,\n\n\
         this is a reminder of your booking:\n\n    {offering}\n    {company}, {detail}\n    {when} (local time)\n\n\
         You can change or cancel it here:\n\n    {link}\n\n\
         Plaza\n",
    ],
    waitlist_offer: [
        "A place at {company} is yours until {until_time}",
        "Hello,\n\n\
         you are next on the waitlist, and room has become free:\n\n    {offering}\n    {company}\n    {when} (local time)\n\n\
         We hold it for you until {until}. Confirm it here:\n\n    {link}\n\n\
         If you do nothing, it is offered to the next in line.\n\n\
         Plaza\n",
    ],
    company_closed: [
        "Your booking at {company} is canceled",
        "Hello,\n\n\
         {company} has closed its account on Plaza. Your booking is therefore canceled, at no cost to you:\n\n    \
         {offering}\n    {when} (local time)\n    {detail}\n\n\
         You can find another place here:\n\n    {link}\n\n\
         Plaza\n",
    ],
};

const FRENCH: Texts = Texts {
    reminder: [
        "Votre réservation chez {company} : {when}",
        "Bonjour,\n\n\
         nous vous rappelons votre réservation :\n\n    {offering}\n    {company}, {detail}\n    {when} (heure locale)\n\n\
         Vous pouvez la modifier ou l'annuler ici :\n\n    {link}\n\n\
         Plaza\n",
    ],
    waitlist_offer: [
        "Une place chez {company} vous est réservée jusqu'à {until_time}",
        "Bonjour,\n\n\
         vous êtes le prochain sur la liste d'attente et une place s'est libérée :\n\n    {offering}\n    {company}\n    \
         {when} (heure locale)\n\n\
         Nous vous la gardons jusqu'au {until}. Confirmez-la ici :\n\n    {link}\n\n\
         Sans réponse de votre part, elle sera proposée à la personne suivante.\n\n\
         Plaza\n",
    ],
    company_closed: [
        "Votre réservation chez {company} est annulée",
        "Bonjour,\n\n\
         {company} a fermé son compte sur Plaza. Votre réservation est donc annulée, sans frais pour vous :\n\n    \
         {offering}\n    {when} (heure locale)\n    {detail}\n\n\
         Vous pouvez trouver un autre établissement ici :\n\n    {link}\n\n\
         Plaza\n",
    ],
};

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
        let texts = match language {
            "FR" => &FRENCH,
            _ => &ENGLISH,
        };
        let [subject, body] = match self {
            Self::Reminder => texts.reminder,
            Self::WaitlistOffer => texts.waitlist_offer,
            Self::CompanyClosed => texts.company_closed,
        };
        let until = date_and_time(language, facts.time_zone, facts.until);
        let until_time = until.rsplit_once(if language == "FR" { " à " } else { " at " }).map_or("", |(_, time)| time);
        let when = date_and_time(language, facts.time_zone, facts.starts_at);
        let (company, offering, detail) = (plain(facts.company), plain(facts.offering), plain(facts.detail));
        let fill = |text: &str| {
            // Names come last, so that a name in braces stays as it is.
            text.replace("{when}", &when)
                .replace("{until_time}", until_time)
                .replace("{until}", &until)
                .replace("{link}", facts.link)
                .replace("{company}", &company)
                .replace("{offering}", &offering)
                .replace("{detail}", &detail)
        };
        NewOutboxMessage {
            id,
            channel: Channel::Mail,
            recipient: recipient.to_owned(),
            subject: Some(fill(subject)),
            body: fill(body),
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
            for (language, when, start) in
                [("US", "November 23", "Hello,"), ("FR", "23 novembre", "Bonjour,"), ("SE", "November 23", "Hello,")]
            {
                let mail = template.render(1, "ann@plaza.example", language, facts(&zone), Timestamp(0));
                let subject = mail.subject.unwrap();
                assert!(mail.body.starts_with(start) && mail.body.ends_with("Plaza\n"), "{}", mail.body);
                assert!(mail.body.contains(when) && mail.body.contains("Facial"), "{}", mail.body);
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
