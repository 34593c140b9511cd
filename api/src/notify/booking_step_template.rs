//! Localized mails about the steps of a booking: requested, confirmed, moved, declined, cancelled.

use store::{
    booking::{Actor, Booking, BookingState},
    notify::outbox::{Channel, NewOutboxMessage},
    types::{currency::Currency, timestamp::Timestamp},
};

use super::{local_time_text::date_and_time, plain_name::plain};

/// Lifetime of the mail.
const LIFETIME: i64 = 3 * Timestamp::DAY;

/// Last step of a booking, as its mail tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepTemplate {
    Requested,
    Confirmed,
    Moved,
    Declined,
    /// The company did not answer by the start.
    Unanswered,
    CancelledByCompany,
    CancelledByCustomer,
}

/// Texts of a language. Those of a step are the subject and the first sentence.
struct Texts {
    requested: [&'static str; 2],
    confirmed: [&'static str; 2],
    moved: [&'static str; 2],
    declined: [&'static str; 2],
    unanswered: [&'static str; 2],
    cancelled_by_company: [&'static str; 2],
    cancelled_by_customer: [&'static str; 2],
    body: &'static str,
    code: &'static str,
    party: &'static str,
    adults: [&'static str; 2],
    children: [&'static str; 2],
    total: &'static str,
    refunded: &'static str,
    fee: &'static str,
}

const ENGLISH: Texts = Texts {
    requested: [
        "Your request at {company}: {when}",
        "your request is sent. You get another mail once {company} has answered:",
    ],
    confirmed: ["Your booking at {company} is confirmed: {when}", "your booking is confirmed:"],
    moved: ["Your booking at {company} has moved: {when}", "your booking has a new time:"],
    declined: ["{company} declined your request", "{company} could not accept your request. It costs you nothing:"],
    unanswered: [
        "{company} did not answer your request",
        "{company} did not answer by the start, so your request has ended. It costs you nothing:",
    ],
    cancelled_by_company: [
        "Your booking at {company} is canceled",
        "{company} had to cancel your booking. It costs you nothing:",
    ],
    cancelled_by_customer: ["Your booking at {company} is canceled", "your booking is canceled, as you asked:"],
    body: "Hello,\n\n{lead}\n\n    {offering}\n    {company}, {place}\n    {when} (local time)\n{lines}\n\
           You find the details here:\n\n    {link}\n\n\
           Plaza\n",
    code: "Code",
    party: "Guests",
    adults: ["adult", "adults"],
    children: ["child", "children"],
    total: "Total",
    refunded: "Paid back",
    fee: "Cancellation fee",
};

const FRENCH: Texts = Texts {
    requested: [
        "Votre demande chez {company}\u{a0}: {when}",
        "votre demande est envoyée. Vous recevrez un autre e-mail dès que {company} aura répondu\u{a0}:",
    ],
    confirmed: [
        "Votre réservation chez {company} est confirmée\u{a0}: {when}",
        "votre réservation est confirmée\u{a0}:",
    ],
    moved: [
        "Votre réservation chez {company} est déplacée\u{a0}: {when}",
        "votre réservation a un nouvel horaire\u{a0}:",
    ],
    declined: [
        "{company} a refusé votre demande",
        "{company} n'a pas pu accepter votre demande. Elle ne vous coûte rien\u{a0}:",
    ],
    unanswered: [
        "{company} n'a pas répondu à votre demande",
        "{company} n'a pas répondu avant l'heure prévue. Votre demande a pris fin et ne vous coûte rien\u{a0}:",
    ],
    cancelled_by_company: [
        "Votre réservation chez {company} est annulée",
        "{company} a dû annuler votre réservation. Elle ne vous coûte rien\u{a0}:",
    ],
    cancelled_by_customer: [
        "Votre réservation chez {company} est annulée",
        "votre réservation est annulée, comme vous l'avez demandé\u{a0}:",
    ],
    body: "Bonjour,\n\n{lead}\n\n    {offering}\n    {company}, {place}\n    {when} (heure locale)\n{lines}\n\
           Vous trouverez les détails ici\u{a0}:\n\n    {link}\n\n\
           Plaza\n",
    code: "Code",
    party: "Personnes",
    adults: ["adulte", "adultes"],
    children: ["enfant", "enfants"],
    total: "Total",
    refunded: "Remboursé",
    fee: "Frais d'annulation",
};

impl StepTemplate {
    /// Returns the template of the last step of a booking. A step that keeps the state has moved it.
    fn of(booking: &Booking) -> Option<Self> {
        let mut steps = booking.changes.iter().rev();
        let step = steps.next()?;
        let is_move = steps.next().is_some_and(|before| before.state == step.state);
        match (step.state, step.actor) {
            (BookingState::AwaitingCompany | BookingState::Confirmed, _) if is_move => Some(Self::Moved),
            (BookingState::AwaitingCompany, _) => Some(Self::Requested),
            (BookingState::Confirmed, _) => Some(Self::Confirmed),
            (BookingState::Declined, Actor::System) => Some(Self::Unanswered),
            (BookingState::Declined, _) => Some(Self::Declined),
            (BookingState::CancelledByCompany, _) => Some(Self::CancelledByCompany),
            (BookingState::CancelledByUser, _) => Some(Self::CancelledByCustomer),
            _ => None,
        }
    }

    fn texts(self, texts: &Texts) -> [&'static str; 2] {
        match self {
            Self::Requested => texts.requested,
            Self::Confirmed => texts.confirmed,
            Self::Moved => texts.moved,
            Self::Declined => texts.declined,
            Self::Unanswered => texts.unanswered,
            Self::CancelledByCompany => texts.cancelled_by_company,
            Self::CancelledByCustomer => texts.cancelled_by_customer,
        }
    }
}

/// Renders the mail about the last step of a booking. `link` is its page, or that of the company for a walk-in. Returns none
/// for a step without a mail.
pub fn render(
    id: i64,
    recipient: &str,
    language: &str,
    booking: &Booking,
    link: &str,
    now: Timestamp,
) -> Option<NewOutboxMessage> {
    let texts = if language == "FR" { &FRENCH } else { &ENGLISH };
    let [subject, lead] = StepTemplate::of(booking)?.texts(texts);
    let when = date_and_time(language, &booking.company.time_zone, booking.starts_at);
    let place = format!("{}, {}", booking.company.address, booking.company.city);
    let (company, offering, place) = (plain(&booking.company.name), plain(&booking.offering.name), plain(&place));
    let fill = |text: &str| {
        // Names come last, so that a name in braces stays as it is.
        text.replace("{lead}", lead)
            .replace("{when}", &when)
            .replace("{lines}", &lines(booking, texts, language))
            .replace("{link}", link)
            .replace("{place}", &place)
            .replace("{company}", &company)
            .replace("{offering}", &offering)
    };
    Some(NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: recipient.to_owned(),
        subject: Some(fill(subject)),
        body: fill(texts.body),
        now,
        expires_at: now.plus(LIFETIME),
    })
}

/// Returns a line with the code, one for a party with children, and one for each amount.
fn lines(booking: &Booking, texts: &Texts, language: &str) -> String {
    let currency: Option<Currency> = booking.currency.parse().ok();
    let money = |amount: i64| currency.map_or_else(|| amount.to_string(), |currency| currency.text(amount, language));
    let is_cancelled = booking.state == BookingState::CancelledByUser;
    let amounts = [
        (texts.total, booking.total),
        (texts.refunded, if booking.is_paid { booking.refunded } else { 0 }),
        (texts.fee, if is_cancelled { booking.cancel_fee } else { 0 }),
    ];
    let mut text = format!("    {}: {}\n", texts.code, booking.code);
    if booking.children > 0 {
        let of = |[one, more]: [&str; 2], count: i64| format!("{count} {}", if count == 1 { one } else { more });
        let adults = of(texts.adults, booking.members - booking.children);
        text += &format!("    {}: {adults}, {}\n", texts.party, of(texts.children, booking.children));
    }
    for (label, amount) in amounts.into_iter().filter(|(_, amount)| *amount > 0) {
        text += &format!("    {label}: {}\n", money(amount));
    }
    text
}
