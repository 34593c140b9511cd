//! News about bookings to their customers.

use store::{
    Db,
    booking::{
        self, Booking, BookingError, Outcome,
        reminder::{self, Reminder, ReminderKind},
        step_mail::{self, StepMail},
        view,
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
    booking_step_template,
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

    /// Mails the last step of a booking to its address, if that is not the address of the account. A failure is logged: the
    /// next sweep tries again.
    pub async fn send_step(&self, booking: &Booking, now: Timestamp) {
        if booking.email.is_empty() || !booking.state.is_mailed() {
            return;
        }
        let sent = async {
            match step_mail::of_booking(self.db, booking.id).await? {
                Some(due) => self.mail_step(&due, booking, now).await,
                None => Ok(()),
            }
        };
        if let Err(cause) = sent.await {
            log_failure("booking_mail", &cause);
        }
    }

    /// Sends the mails of steps that were due by `until` and were not sent.
    pub async fn send_due_steps(&self, until: Timestamp, now: Timestamp) -> booking::Result<()> {
        for due in step_mail::due(self.db, until).await? {
            let booking = view::one(self.db, due.booking, now).await?;
            self.mail_step(&due, &booking, now).await?;
        }
        Ok(())
    }

    async fn mail_step(&self, due: &StepMail, booking: &Booking, now: Timestamp) -> booking::Result<()> {
        let link = match booking.customer_id {
            Some(_) => format!("{}/reservations/{}", self.origin, booking.id),
            None => format!("{}/companies/{}", self.origin, booking.company.handle),
        };
        let id = self.ids.next(now);
        let mail = booking_step_template::render(id, &due.email, &due.language, booking, &link, now);
        step_mail::send(self.db, due, mail.as_ref()).await?;
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
