//! Ids: 64-bit integers below 2^53, exact in JavaScript. The application generates them in ascending time order.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use crate::types::timestamp::Timestamp;

/// Defines an id type: a transparent wrapper, so that a chat's id cannot be passed for a user's.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, utoipa::ToSchema,
        )]
        #[sqlx(transparent)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::num::ParseIntError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    };
}

id! {
    /// Id of an account: consumer, guest or business.
    UserId
}
id! {
    /// Id of a session: one signed-in device of an account.
    SessionId
}
id! {
    /// Id of a chat.
    ChatId
}
id! {
    /// Id of an uploaded file.
    MediaId
}

id! {
    /// Id of a document of an account.
    DocumentId
}
id! {
    /// Id of a company of a business account.
    CompanyId
}
id! {
    /// Id of an invitation to a team.
    InvitationId
}
id! {
    /// Id of an offering: product, service or ticket.
    OfferingId
}
id! {
    /// Id of a variant of an offering.
    VariantId
}
id! {
    /// Id of a folder of offerings.
    FolderId
}
id! {
    /// Id of a resource: member of staff, table or equipment.
    ResourceId
}
id! {
    /// Id of a block or extra working time of a date.
    ScheduleExceptionId
}
id! {
    /// Id of a dated occurrence of an offering.
    OccurrenceId
}
id! {
    /// Id of a booking.
    BookingId
}
id! {
    /// Id of a waitlist entry. The booking that is offered takes it over.
    WaitlistEntryId
}
id! {
    /// Id of a review.
    ReviewId
}
id! {
    /// Id of a news item of a company.
    NewsId
}
id! {
    /// Id of an advertisement of a company.
    AdvertisementId
}
id! {
    /// Id of a policy of a company.
    PolicyId
}
id! {
    /// Number of a notification in the inbox of its account.
    NotificationId
}
id! {
    /// Id of a delivery address.
    AddressId
}
id! {
    /// Id of a line of a cart.
    CartLineId
}
id! {
    /// Id of an order.
    OrderId
}
id! {
    /// Id of a return of an order.
    ReturnId
}
id! {
    /// Id of a payment.
    PaymentId
}
id! {
    /// Id of a promo code.
    PromoCodeId
}
id! {
    /// Id of a saved card.
    SavedCardId
}
id! {
    /// Id of a reel.
    ReelId
}
id! {
    /// Id of a comment on a reel.
    CommentId
}
id! {
    /// Id of an upload of a video in parts.
    UploadId
}
id! {
    /// Id of a support ticket.
    TicketId
}
id! {
    /// Id of a message of a support ticket.
    TicketMessageId
}
id! {
    /// Id of a feedback.
    FeedbackId
}
id! {
    /// Id of a folder of favourites.
    FavouriteFolderId
}

/// Generates ids: 40 bits of milliseconds since 2025 (enough until 2059), 5 bits of node, 8 bits of counter. After 256
/// ids in one millisecond, ids continue with the next millisecond. Ids stay ascending if the clock steps back.
pub struct Ids {
    node: AtomicU64,
    /// Milliseconds and counter of the last id, combined into a single number.
    last: AtomicU64,
}

const EPOCH_MS: i64 = 1_735_689_600_000;
const COUNTER_BITS: u32 = 8;
const NODE_BITS: u32 = 5;

/// Maximum number of processes that share a database.
pub const NODES: u8 = 1 << NODE_BITS;

impl Ids {
    /// `node` distinguishes processes that share a database; see [`crate::cluster::node_lease`].
    pub fn new(node: u8) -> Self {
        Self { node: AtomicU64::new(u64::from(node % NODES)), last: AtomicU64::new(0) }
    }

    /// Replaces the node number of this process.
    pub fn renumber(&self, node: u8) {
        self.node.store(u64::from(node % NODES), Ordering::Relaxed);
    }

    /// Makes every later id greater than `id`, even if the clock is behind the one that generated `id`.
    pub fn continue_after(&self, id: i64) {
        let ms = u64::try_from(id >> (NODE_BITS + COUNTER_BITS)).unwrap_or(0);
        self.last.fetch_max((ms << COUNTER_BITS) | ((1 << COUNTER_BITS) - 1), Ordering::Relaxed);
    }

    /// Returns the next id, greater than every previous id.
    pub fn next(&self, now: Timestamp) -> i64 {
        let from_clock = u64::try_from(now.0 - EPOCH_MS).unwrap_or(0) << COUNTER_BITS;
        let step = |last: u64| Some(from_clock.max(last + 1));
        let last = match self.last.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step) {
            Ok(last) | Err(last) => last,
        };
        let taken = from_clock.max(last + 1);
        let (ms, count) = (taken >> COUNTER_BITS, taken & ((1 << COUNTER_BITS) - 1));
        ((ms << (NODE_BITS + COUNTER_BITS)) | (self.node.load(Ordering::Relaxed) << COUNTER_BITS) | count).cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_increase_and_fit_53_bits_when_clock_steps_back() {
        let ids = Ids::new(31);
        let mut last = 0;
        for step in 0..2_000 {
            let id = ids.next(Timestamp(4_000_000_000_000 / 2 - step));
            assert!(id > last && id < 1 << 53);
            last = id;
        }
    }

    #[test]
    fn ids_continue_after_one_of_another_node_and_a_later_clock() {
        let later = Ids::new(31).next(Timestamp(2_000_000_000_000));
        let ids = Ids::new(0);
        ids.continue_after(later);
        assert!(ids.next(Timestamp(1_900_000_000_000)) > later);
        ids.continue_after(0);
        assert!(ids.next(Timestamp(1_900_000_000_000)) > later);
    }
}
