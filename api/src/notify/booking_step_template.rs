//! Localized mails about the steps of a booking: requested, confirmed, moved, declined, cancelled.

use store::{
    booking::{Actor, Booking, BookingState},
    notify::outbox::{Channel, NewOutboxMessage},
    types::{currency::Currency, language::Language, localized::filled, timestamp::Timestamp},
};

use super::{local_time_text::date_and_time, plain_name::plain};
use crate::texts::{BOOKINGS, BookingStepText, BookingTexts, CountText};

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

    fn text(self, texts: &BookingTexts) -> &BookingStepText {
        match self {
            Self::Requested => &texts.requested,
            Self::Confirmed => &texts.confirmed,
            Self::Moved => &texts.moved,
            Self::Declined => &texts.declined,
            Self::Unanswered => &texts.unanswered,
            Self::CancelledByCompany => &texts.cancelled_by_company,
            Self::CancelledByCustomer => &texts.cancelled_by_customer,
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
    let language = Language::from_code(language);
    let texts = BOOKINGS.get(language);
    let text = StepTemplate::of(booking)?.text(texts);
    let when = date_and_time(language, &booking.company.time_zone, booking.starts_at);
    let place = plain(&format!("{}, {}", booking.company.address, booking.company.city));
    let company = plain(&booking.company.name);
    let lead = filled(&text.lead, &[("company", &company)]);
    let values = [
        ("lead", lead.as_str()),
        ("when", &when),
        ("lines", &lines(booking, texts, language)),
        ("link", link),
        ("place", &place),
        ("company", &company),
        ("offering", &plain(&booking.offering.name)),
    ];
    Some(NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: recipient.to_owned(),
        subject: Some(filled(&text.subject, &values)),
        body: filled(&texts.step_body, &values),
        now,
        expires_at: now.plus(LIFETIME),
    })
}

/// Returns a line with the code, one for a party with children, and one for each amount.
fn lines(booking: &Booking, texts: &BookingTexts, language: Language) -> String {
    let currency: Option<Currency> = booking.currency.parse().ok();
    let money = |amount: i64| currency.map_or_else(|| amount.to_string(), |currency| currency.text(amount, language));
    let is_cancelled = booking.state == BookingState::CancelledByUser;
    let amounts = [
        (&texts.total, booking.total),
        (&texts.refunded, if booking.is_paid { booking.refunded } else { 0 }),
        (&texts.fee, if is_cancelled { booking.cancel_fee } else { 0 }),
    ];
    let mut lines = vec![filled(&texts.code, &[("code", &booking.code)])];
    if booking.children > 0 {
        let adults = counted(&texts.adults, booking.members - booking.children);
        let children = counted(&texts.children, booking.children);
        lines.push(filled(&texts.party, &[("adults", &adults), ("children", &children)]));
    }
    let amounts = amounts.into_iter().filter(|(_, amount)| *amount > 0);
    lines.extend(amounts.map(|(text, amount)| filled(text, &[("amount", &money(amount))])));
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

fn counted(text: &CountText, count: i64) -> String {
    filled(if count == 1 { &text.one } else { &text.other }, &[("count", &count.to_string())])
}
