//! Kinds of notifications as data: group, default channels and target of each.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Kind of a notification. A new kind is a variant here and a row in [`KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NotificationKind)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Kind {
    FriendRequest,
    FriendAccepted,
    /// A stranger wrote to the account, which has not accepted yet.
    MessageRequest,
    /// A message mentions the account.
    Mention,
    NewSignIn,
    PasswordChanged,
    /// Another e-mail address was entered and is not confirmed yet.
    EmailPending,
    EmailChanged,
    PhoneChanged,
    /// The second factor was switched on.
    TwoFactorOn,
    TwoFactorOff,
    /// The recovery codes of the second factor were replaced.
    RecoveryCodesReplaced,
    BookingConfirmed,
    /// The company declined the request.
    BookingDeclined,
    /// The company did not answer the request by its start.
    BookingUnanswered,
    /// The company moved the booking.
    BookingChanged,
    /// The company cancelled the booking.
    BookingCancelled,
    /// A confirmed booking starts soon.
    BookingReminder,
    /// A place is free for the first of a waitlist.
    WaitlistOffer,
    /// A customer booked.
    ReservationNew,
    /// A customer moved a booking.
    ReservationChanged,
    /// A customer cancelled a booking.
    ReservationCancelled,
    /// A request waits for an answer, and its start comes near.
    ReservationUnanswered,
    /// A request ended without an answer.
    ReservationLapsed,
    /// The company accepted the order and names a time.
    OrderAccepted,
    /// The company names another time.
    OrderRescheduled,
    /// The order can be collected.
    OrderReady,
    OrderEnRoute,
    OrderFulfilled,
    /// The company cancelled the order.
    OrderCancelled,
    /// Money of an order went back to its customer.
    OrderRefunded,
    /// The company takes the units back.
    ReturnApproved,
    /// The company declined the return.
    ReturnRejected,
    /// The units arrived at the company.
    ReturnReceived,
    /// The company sends other units instead of money.
    ReturnReplaced,
    /// A customer placed an order.
    CompanyOrderNew,
    /// A customer cancelled an order.
    CompanyOrderCancelled,
    /// A customer asks for a return.
    CompanyReturnNew,
    /// A customer has sent the units of a return.
    CompanyReturnSent,
    /// A customer disputes the payment of an order at the bank.
    CompanyPaymentDisputed,
    /// The company answered a review of the account.
    ReviewReply,
    /// A customer reviewed the company or one of its offerings.
    CompanyReviewNew,
    /// News of a followed company.
    CompanyNews,
    /// A followed company published a reel.
    ReelNew,
    /// Somebody likes a reel of the company that the account works for.
    ReelLike,
    /// Somebody commented on a reel of the company that the account works for.
    ReelComment,
    /// Somebody answered a comment of the account.
    ReelReply,
    /// A comment on a reel mentions the account.
    ReelMention,
    /// Many reports hid a reel of the company that the account works for.
    ReelHidden,
    /// An operator shows the hidden reel again.
    ReelKept,
    /// An operator removed a reel of the company that the account works for.
    ReelRemoved,
    /// Support answered a ticket of the account.
    TicketReply,
    /// Support regards a ticket of the account as solved.
    TicketResolved,
    /// A customer opened a ticket.
    CompanyTicketNew,
    /// A customer wrote in a ticket.
    CompanyTicketReply,
}

/// Group of kinds with common preferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NotificationGroup)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Group {
    People,
    Mentions,
    Bookings,
    /// Reservations of the company that the account works for.
    Reservations,
    Orders,
    /// Orders of the company that the account works for.
    CompanyOrders,
    Following,
    Reels,
    Tickets,
    /// Tickets of customers of the company that the account works for.
    CompanyTickets,
    Security,
}

/// Target of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NotificationTarget)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Target {
    /// The actor, or the list of requests for several actors.
    Person,
    Chat,
    /// The customer's view of a booking.
    Booking,
    /// The company's view of a booking.
    Reservation,
    /// Hold that a waitlist offers to the customer.
    WaitlistOffer,
    /// The customer's view of an order.
    Order,
    /// The company's view of an order.
    CompanyOrder,
    Company,
    /// The company's list of its reviews.
    CompanyReview,
    Reel,
    /// The company's list of its reels.
    CompanyReel,
    /// The customer's view of a support ticket.
    Ticket,
    /// The company's view of a support ticket.
    CompanyTicket,
    /// Security settings of the account.
    Security,
}

/// Properties of a kind.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    pub kind: Kind,
    pub group: Group,
    pub target: Target,
    /// Causes with the same subject become one unread entry.
    pub is_grouped: bool,
    /// Default for web push.
    pub push: bool,
    pub mail: MailRule,
}

/// Rule for the mail of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailRule {
    /// Sent by default.
    On,
    /// Sent to accounts that ask for it.
    Off,
    /// Never sent: the event has a mail of its own.
    Own,
}

use MailRule::{Off, On, Own};

/// Groups in the order of the settings.
pub const GROUPS: [Group; 11] = [
    Group::People,
    Group::Mentions,
    Group::Bookings,
    Group::Reservations,
    Group::Orders,
    Group::CompanyOrders,
    Group::Following,
    Group::Reels,
    Group::Tickets,
    Group::CompanyTickets,
    Group::Security,
];

const SINGLE: bool = false;
const GROUPED: bool = true;

const fn row(kind: Kind, group: Group, target: Target, is_grouped: bool, push: bool, mail: MailRule) -> KindSpec {
    KindSpec { kind, group, target, is_grouped, push, mail }
}

#[rustfmt::skip]
pub const KINDS: &[KindSpec] = &[
    //                                                                                     push   mail
    row(Kind::FriendRequest,        Group::People,       Target::Person,      GROUPED,     true,  Off),
    row(Kind::FriendAccepted,       Group::People,       Target::Person,      GROUPED,     true,  Off),
    row(Kind::MessageRequest,       Group::People,       Target::Chat,        GROUPED,     true,  Off),
    row(Kind::Mention,              Group::Mentions,     Target::Chat,        GROUPED,     false, Off),
    row(Kind::NewSignIn,            Group::Security,     Target::Security,    SINGLE,      true,  On),
    row(Kind::PasswordChanged,      Group::Security,     Target::Security,    SINGLE,      true,  Own),
    row(Kind::EmailPending,         Group::Security,     Target::Security,    SINGLE,      true,  Own),
    row(Kind::EmailChanged,         Group::Security,     Target::Security,    SINGLE,      true,  Own),
    row(Kind::PhoneChanged,         Group::Security,     Target::Security,    SINGLE,      true,  Own),
    row(Kind::TwoFactorOn,          Group::Security,     Target::Security,    SINGLE,      true,  On),
    row(Kind::TwoFactorOff,         Group::Security,     Target::Security,    SINGLE,      true,  On),
    row(Kind::RecoveryCodesReplaced, Group::Security,    Target::Security,    SINGLE,      true,  On),
    row(Kind::BookingConfirmed,     Group::Bookings,     Target::Booking,     SINGLE,      true,  On),
    row(Kind::BookingDeclined,      Group::Bookings,     Target::Booking,     SINGLE,      true,  On),
    row(Kind::BookingUnanswered,    Group::Bookings,     Target::Booking,     SINGLE,      true,  On),
    row(Kind::BookingChanged,       Group::Bookings,     Target::Booking,     SINGLE,      true,  On),
    row(Kind::BookingCancelled,     Group::Bookings,     Target::Booking,     SINGLE,      true,  On),
    row(Kind::BookingReminder,      Group::Bookings,     Target::Booking,     SINGLE,      true,  Own),
    row(Kind::WaitlistOffer,        Group::Bookings,     Target::WaitlistOffer, SINGLE,    true,  Own),
    row(Kind::ReservationNew,       Group::Reservations, Target::Reservation, SINGLE,      true,  Off),
    row(Kind::ReservationChanged,   Group::Reservations, Target::Reservation, SINGLE,      true,  Off),
    row(Kind::ReservationCancelled, Group::Reservations, Target::Reservation, SINGLE,      true,  Off),
    row(Kind::ReservationUnanswered, Group::Reservations, Target::Reservation, SINGLE,     true,  On),
    row(Kind::ReservationLapsed,    Group::Reservations, Target::Reservation, SINGLE,      true,  Off),
    row(Kind::OrderAccepted,        Group::Orders,       Target::Order,       SINGLE,      true,  Off),
    row(Kind::OrderRescheduled,     Group::Orders,       Target::Order,       SINGLE,      true,  Off),
    row(Kind::OrderReady,           Group::Orders,       Target::Order,       SINGLE,      true,  Off),
    row(Kind::OrderEnRoute,         Group::Orders,       Target::Order,       SINGLE,      true,  Off),
    row(Kind::OrderFulfilled,       Group::Orders,       Target::Order,       SINGLE,      true,  Off),
    row(Kind::OrderCancelled,       Group::Orders,       Target::Order,       SINGLE,      true,  On),
    row(Kind::OrderRefunded,        Group::Orders,       Target::Order,       SINGLE,      true,  On),
    row(Kind::ReturnApproved,       Group::Orders,       Target::Order,       SINGLE,      true,  On),
    row(Kind::ReturnRejected,       Group::Orders,       Target::Order,       SINGLE,      true,  On),
    row(Kind::ReturnReceived,       Group::Orders,       Target::Order,       SINGLE,      true,  Off),
    row(Kind::ReturnReplaced,       Group::Orders,       Target::Order,       SINGLE,      true,  On),
    row(Kind::CompanyOrderNew,      Group::CompanyOrders, Target::CompanyOrder, SINGLE,    true,  Off),
    row(Kind::CompanyOrderCancelled, Group::CompanyOrders, Target::CompanyOrder, SINGLE,   true,  Off),
    row(Kind::CompanyReturnNew,     Group::CompanyOrders, Target::CompanyOrder, SINGLE,    true,  Off),
    row(Kind::CompanyReturnSent,    Group::CompanyOrders, Target::CompanyOrder, SINGLE,    true,  Off),
    row(Kind::CompanyPaymentDisputed, Group::CompanyOrders, Target::CompanyOrder, SINGLE,  true,  On),
    row(Kind::ReviewReply,          Group::Orders,       Target::Company,     SINGLE,      true,  Off),
    row(Kind::CompanyReviewNew,     Group::CompanyOrders, Target::CompanyReview, SINGLE,   true,  Off),
    row(Kind::CompanyNews,          Group::Following,    Target::Company,     GROUPED,     false, Off),
    row(Kind::ReelNew,              Group::Reels,        Target::Reel,        GROUPED,     false, Off),
    row(Kind::ReelLike,             Group::Reels,        Target::Reel,        GROUPED,     false, Off),
    row(Kind::ReelComment,          Group::Reels,        Target::Reel,        GROUPED,     false, Off),
    row(Kind::ReelReply,            Group::Reels,        Target::Reel,        GROUPED,     true,  Off),
    row(Kind::ReelMention,          Group::Reels,        Target::Reel,        GROUPED,     true,  Off),
    row(Kind::ReelHidden,           Group::Reels,        Target::CompanyReel, SINGLE,      true,  On),
    row(Kind::ReelKept,             Group::Reels,        Target::CompanyReel, SINGLE,      true,  Off),
    row(Kind::ReelRemoved,          Group::Reels,        Target::CompanyReel, SINGLE,      true,  On),
    row(Kind::TicketReply,          Group::Tickets,      Target::Ticket,      GROUPED,     true,  On),
    row(Kind::TicketResolved,       Group::Tickets,      Target::Ticket,      GROUPED,     true,  On),
    row(Kind::CompanyTicketNew,     Group::CompanyTickets, Target::CompanyTicket, GROUPED, true,  On),
    row(Kind::CompanyTicketReply,   Group::CompanyTickets, Target::CompanyTicket, GROUPED, true,  Off),
];

impl KindSpec {
    /// Returns true if only those who work for a company hear of it.
    pub fn is_of_company(&self) -> bool {
        let views = [
            Target::Reservation,
            Target::CompanyOrder,
            Target::CompanyReview,
            Target::CompanyReel,
            Target::CompanyTicket,
        ];
        views.contains(&self.target) || matches!(self.kind, Kind::ReelLike | Kind::ReelComment)
    }
}

impl Kind {
    /// Returns the row of this kind.
    pub fn spec(self) -> &'static KindSpec {
        // A test proves that each kind has a row.
        KINDS.iter().find(|spec| spec.kind == self).unwrap_or(&KINDS[0])
    }

    /// Returns the code, as in JSON and in the database.
    pub fn code(self) -> String {
        serde_json::to_value(self).ok().and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_one_row() {
        use Kind::*;
        let all = [
            FriendRequest,
            FriendAccepted,
            MessageRequest,
            Mention,
            NewSignIn,
            PasswordChanged,
            EmailPending,
            EmailChanged,
            PhoneChanged,
            TwoFactorOn,
            TwoFactorOff,
            RecoveryCodesReplaced,
            BookingConfirmed,
            BookingDeclined,
            BookingUnanswered,
            BookingChanged,
            BookingCancelled,
            BookingReminder,
            WaitlistOffer,
            ReservationNew,
            ReservationChanged,
            ReservationCancelled,
            ReservationUnanswered,
            ReservationLapsed,
            OrderAccepted,
            OrderRescheduled,
            OrderReady,
            OrderEnRoute,
            OrderFulfilled,
            OrderCancelled,
            OrderRefunded,
            ReturnApproved,
            ReturnRejected,
            ReturnReceived,
            ReturnReplaced,
            CompanyOrderNew,
            CompanyOrderCancelled,
            CompanyReturnNew,
            CompanyReturnSent,
            CompanyPaymentDisputed,
            ReviewReply,
            CompanyReviewNew,
            CompanyNews,
            ReelNew,
            ReelLike,
            ReelComment,
            ReelReply,
            ReelMention,
            ReelHidden,
            ReelKept,
            ReelRemoved,
            TicketReply,
            TicketResolved,
            CompanyTicketNew,
            CompanyTicketReply,
        ];
        assert_eq!(KINDS.iter().map(|spec| spec.kind).collect::<Vec<_>>(), all);
        assert!(all.iter().all(|kind| kind.spec().kind == *kind));
        assert!(GROUPS.iter().all(|group| KINDS.iter().any(|spec| spec.group == *group)));
    }
}
