//! News about bookings to their customers.

use store::{
    Db,
    booking::{
        self, BookingError, Outcome,
        reminder::{self, Reminder, ReminderKind},
        waitlist::announcement::{self, Offer},
        withdrawal::{self, OpenBooking},
    },
    notification::{Kind, Notice},
    types::{
        ids::{CompanyId, Ids, UserId},
        timestamp::Timestamp,
    },
};

use super::{
    booking_templates::{BookingFacts, BookingTemplate},
    notifier::Notifier,
};

/// Time for which the notice of a closed company is of use.
const NOTICE_LIFETIME: i64 = 3 * Timestamp::DAY;

/// News of a booking.
#[derive(Clone, Copy, Debug)]
pub enum BookingNews<'a> {
    Reminder(&'a Reminder, ReminderKind),
    WaitlistOffer(&'a Offer),
}

impl BookingNews<'_> {
    /// Notice in the app. The mail is the news' own.
    fn notice(&self) -> Notice {
        match self {
            Self::Reminder(reminder, kind) => {
                let cause = format!("{}:{}:{kind:?}", reminder.booking, reminder.starts_at.0);
                Notice::new(Kind::BookingReminder, cause).about(reminder.booking.0)
            }
            Self::WaitlistOffer(offer) => {
                Notice::new(Kind::WaitlistOffer, offer.booking.to_string()).about(offer.booking.0)
            }
        }
    }

    /// Returns the account of the customer. A walk-in has none.
    fn account(&self) -> Option<UserId> {
        match self {
            Self::Reminder(reminder, _) => reminder.account,
            Self::WaitlistOffer(offer) => Some(offer.account),
        }
    }
}

/// Sends mails about bookings.
pub struct BookingMails<'a> {
    pub db: &'a Db,
    pub ids: &'a Ids,
    pub notifier: &'a Notifier,
    /// Origin of links.
    pub origin: String,
}

impl BookingMails<'_> {
    /// Tells a customer about a booking, once across all nodes.
    pub async fn announce(&self, news: BookingNews<'_>, now: Timestamp) -> booking::Result<()> {
        let (id, origin) = (self.ids.next(now), &self.origin);
        let is_first = match news {
            BookingNews::Reminder(reminder, kind) => {
                let facts = BookingFacts {
                    company: &reminder.company,
                    offering: &reminder.offering,
                    time_zone: &reminder.time_zone,
                    starts_at: reminder.starts_at,
                    detail: &format!("{}, {}", reminder.address, reminder.city),
                    link: &format!("{origin}/reservations/{}", reminder.booking),
                    until: reminder.starts_at,
                };
                let mail = BookingTemplate::Reminder.render(id, &reminder.email, &reminder.language, facts, now);
                reminder::send(self.db, reminder, kind, &mail, now).await?
            }
            BookingNews::WaitlistOffer(offer) => {
                let facts = BookingFacts {
                    company: &offer.company,
                    offering: &offer.offering,
                    time_zone: &offer.time_zone,
                    starts_at: offer.starts_at,
                    detail: "",
                    link: &format!("{origin}/reservations/{}/accept", offer.booking),
                    until: offer.expires_at,
                };
                let mail = BookingTemplate::WaitlistOffer.render(id, &offer.email, &offer.language, facts, now);
                announcement::send(self.db, offer, &mail, now).await?
            }
        };
        if is_first && let Some(account) = news.account() {
            self.notifier.notify(&[account], news.notice()).await;
        }
        Ok(())
    }

    /// Ends a booking of a company that closes, with a mail to the customer.
    pub async fn end_with_notice(
        &self,
        company: CompanyId,
        open: &OpenBooking,
        now: Timestamp,
    ) -> booking::Result<Outcome> {
        let facts = BookingFacts {
            company: &open.company,
            offering: &open.offering,
            time_zone: &open.time_zone,
            starts_at: open.starts_at,
            detail: &open.code,
            link: &self.origin,
            until: now.plus(NOTICE_LIFETIME),
        };
        let mail = open
            .email
            .as_deref()
            .map(|email| BookingTemplate::CompanyClosed.render(self.ids.next(now), email, &open.language, facts, now));
        withdrawal::end_for_company(self.db, company, open.id, mail.as_ref(), now).await
    }
}

/// Logs the failure of a background task about bookings. It is tried again at the next pass.
pub fn log_failure(task: &str, cause: &BookingError) {
    match cause {
        BookingError::Store(cause) => tracing::warn!(%cause, task, "background task failed"),
        BookingError::Refused(refusal) => tracing::warn!(?refusal, task, "background task was refused"),
    }
}
