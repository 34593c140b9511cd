//! Notifications: friend requests, mentions, security events, bookings, orders, news, reels and tickets, kept for each
//! account.
//!
//! Kinds are rows of [`KINDS`]. An area adds a kind by a variant, a row and texts in the locales of the web client and
//! of `api`.
//!
//! [`notify`] runs right after the commit that causes a notification, in a transaction of its own. A notification must
//! never refuse a booking, and the transaction of a booking must not wait for the inboxes of others. A crash
//! between the two commits loses a hint, never the booking or request itself. A retry of the cause makes up for it:
//! [`Notice::cause`] names the cause, and a repeat has no effect.
//!
//! An unread entry gathers all causes with its kind and subject: "Alice and 3 others". The version of an inbox orders
//! its changes, also between nodes. An inbox keeps the newest 500 entries for 90 days, and up to
//! 15 more until the next deletion.
//!
//! A cause in the API is one line. It stores the notice, publishes it live, and sends push and mail by the preferences:
//!
//! ```text
//! let event = format!("{}:{}", booking.id, booking.starts_at.0);
//! app.notifier.notify(&[customer], Notice::new(Kind::BookingReminder, event).about(booking.id.0)).await;
//! app.notifier.notify(&[account], Notice::new(Kind::WaitlistOffer, offer_id).about(booking.id.0)).await;
//! app.notifier.notify(&followers, Notice::new(Kind::CompanyNews, news_id).about(company.0)).await;
//! ```

mod change;
mod kind;
mod preference;
mod view;

pub use change::{
    Change, Inbox, InboxChange, delete, delete_from, inbox, mark_read, notify, retract, retract_causes, unread_count,
};
pub use kind::{GROUPS, Group, KINDS, Kind, KindSpec, MailRule, Target};
pub use preference::{Channels, Preference, PreferenceChange, channels, preferences, set_preference};
pub use view::{BY_COMMENT, Filter, Notification, ReadState, Subject, ids_of, list};

use crate::types::{ids::UserId, timestamp::Timestamp};

/// Entries that an inbox keeps. Older ones are deleted.
pub const MAX_PER_ACCOUNT: i64 = 500;
/// Versions of an inbox from one deletion to the next: each reads all entries.
pub const PURGE_INTERVAL: i64 = 16;
/// Retention of entries and their causes, from the newest cause.
pub const RETENTION: i64 = 90 * Timestamp::DAY;
/// Maximum remembered causes of an inbox.
const MAX_CAUSES: i64 = 2_000;

/// Returns the name of a cause: see [`Notice::new`].
pub fn cause(kind: Kind, event: impl std::fmt::Display) -> String {
    format!("{}:{event}", kind.code())
}

/// Something to notify of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub kind: Kind,
    /// Name of the cause, unique for the recipient: `friend_request:7:1795231140000`.
    pub cause: String,
    pub actor: Option<UserId>,
    /// Id of the chat, booking, offering, company, reel or ticket, by the target of the kind.
    pub subject: Option<i64>,
}

impl Notice {
    /// `event` distinguishes causes of one kind: an id, a time or both.
    pub fn new(kind: Kind, event: impl std::fmt::Display) -> Self {
        Self { kind, cause: cause(kind, event), actor: None, subject: None }
    }

    /// Names the account that acted.
    #[must_use]
    pub fn by(self, actor: UserId) -> Self {
        Self { actor: Some(actor), ..self }
    }

    /// Names the subject, by the target of the kind.
    #[must_use]
    pub fn about(self, subject: i64) -> Self {
        Self { subject: Some(subject), ..self }
    }

    /// Unread entries with the same key are one.
    fn group_key(&self) -> String {
        match (self.kind.spec().is_grouped, self.subject) {
            (false, _) => self.cause.clone(),
            (true, None) => self.kind.code(),
            (true, Some(subject)) => format!("{}:{subject}", self.kind.code()),
        }
    }
}
