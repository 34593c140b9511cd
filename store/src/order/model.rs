//! Order with its parts, and what follows from them for each side.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    OrderState,
    bookings::OrderBooking,
    fee_and_tip::{self, Units},
    payable::is_paid,
    refund::OrderRefund,
    returns::{OrderReturn, view::ReturnLine},
};
use crate::{
    account::delivery_address::DeliveryAddress,
    booking::Actor,
    cart::LineOption,
    fulfilment::Fulfilment,
    media::picture::Picture,
    payment::{PaymentState, Provider},
    types::{
        ids::{CompanyId, OfferingId, OrderId, PaymentId, TicketId, UserId, VariantId},
        local_time::TimeZone,
        position::Position,
        timestamp::Timestamp,
    },
};

/// Order with its company, lines, payment and timeline.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Order {
    pub id: OrderId,
    /// Order number.
    #[schema(example = "P7KQ-4MXD")]
    pub code: String,
    pub state: OrderState,
    pub company: OrderCompany,
    pub customer_id: Option<UserId>,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    pub wants_cutlery: bool,
    pub members: Option<i64>,
    pub fulfilment: Fulfilment,
    /// Companies get its position only if the customer shares it.
    pub address: Option<DeliveryAddress>,
    /// Position of the address, for the customer.
    #[serde(skip)]
    pub(super) pin: Option<Position>,
    /// Time that the customer chose. Null: as soon as possible.
    pub scheduled_at: Option<Timestamp>,
    /// Time that the customer was told.
    pub promised_at: Option<Timestamp>,
    pub lines: Vec<OrderLine>,
    /// Bookings that the order pays.
    pub bookings: Vec<OrderBooking>,
    /// Lines and bookings.
    pub subtotal: i64,
    pub discount: i64,
    pub delivery_fee: i64,
    pub tip: i64,
    /// Contained in the total.
    pub vat: i64,
    /// The VAT if it was added to the prices, else 0.
    pub vat_added: i64,
    /// Minor units.
    pub total: i64,
    /// Part of the total that the customer does not owe any more.
    pub refunded: i64,
    /// Part of `refunded` that never was paid: the order, or bookings of it, were cancelled before. The rest went back.
    pub waived: i64,
    /// Minor units that go back if the caller's side cancels now. For the customer: a booking may cost a fee. For the
    /// company: delivery fee and tip stay once the order is sent.
    pub refund_now: i64,
    #[serde(skip)]
    pub(super) refund_to_customer: i64,
    /// Minor units that a return of all units at once gives back besides the goods: delivery fee and tip.
    pub return_extras: i64,
    pub currency: String,
    pub promo_code: Option<String>,
    /// Loyalty coins that were a part of the payment, and their value: a part of the discount.
    pub coins_spent: i64,
    pub coins_value: i64,
    pub payment: OrderPayment,
    /// End of the time to pay. Null after the payment.
    pub hold_expires_at: Option<Timestamp>,
    pub cancel_reason: Option<String>,
    /// Member of the company who has taken the order.
    pub handled_by: Option<Handler>,
    /// Answer of the customer. Null: not asked yet.
    pub received: Option<bool>,
    /// Newest support ticket of the customer about the order.
    pub ticket_id: Option<TicketId>,
    /// States that the company may choose next.
    pub next: Vec<OrderState>,
    /// Actions open to the customer.
    pub can: OrderActions,
    /// Timeline, oldest first.
    pub changes: Vec<OrderStep>,
    /// Oldest first.
    pub returns: Vec<OrderReturn>,
    /// Parts that the company paid back by itself, oldest first.
    pub refunds: Vec<OrderRefund>,
    /// Minor units that the company may pay back now. 0 for the customer.
    pub refundable: i64,
    /// End of the time to ask for a return. Null: the order is not fulfilled, or nothing is taken back.
    pub return_until: Option<Timestamp>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub phone: String,
    pub address: String,
    pub city: String,
    pub time_zone: TimeZone,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OrderLine {
    /// Null if the company has deleted it.
    pub product_id: Option<OfferingId>,
    pub variant_id: Option<VariantId>,
    pub name: String,
    pub variant_name: String,
    pub picture: Option<Picture>,
    pub options: Vec<LineOption>,
    pub note: String,
    pub quantity: i64,
    pub unit_price: i64,
    pub vat_rate: i64,
    pub discount: i64,
    pub amount: i64,
    pub vat: i64,
    /// Price of the units with their VAT, in every country.
    pub paid: i64,
    /// Units that are part of no return and were not paid back.
    pub returnable: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderPayment {
    pub id: PaymentId,
    pub provider: Provider,
    /// As it concerns this order: others of the payment are paid on site, and paid back, by themselves.
    pub state: PaymentState,
    /// Minor units: for the customer those of all orders that are paid together, for a company those of its order.
    pub amount: i64,
    /// Orders that the payment pays, in order of their ids, without those that ended before it: for a company its own only.
    pub order_ids: Vec<OrderId>,
    #[serde(skip)]
    pub(super) together: i64,
    #[serde(skip)]
    pub(super) together_ids: Vec<OrderId>,
    pub card_brand: Option<String>,
    pub card_last4: Option<String>,
    pub failure: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Handler {
    pub id: UserId,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderActions {
    pub pay: bool,
    pub cancel: bool,
    /// Say if the order was received.
    pub answer_received: bool,
    pub review: bool,
    /// Ask for a return.
    pub request_return: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderStep {
    pub at: Timestamp,
    pub state: OrderState,
    pub actor: Actor,
    pub note: String,
}

impl Order {
    /// Returns true if the order was paid, or is to be paid on site. Its company sees no other.
    pub fn was_placed(&self) -> bool {
        self.changes.iter().any(|step| step.state == OrderState::New)
    }

    /// Returns true if the company works on the order. One that holds only bookings needs no work: they are reservations.
    pub fn is_on_board(&self) -> bool {
        self.state.is_on_board() && !self.lines.is_empty()
    }

    /// Leaves both sides the steps that the order admits: one that holds only bookings ends with them, and is cancelled only if
    /// that ends one of them.
    pub(super) fn narrow_steps(&mut self, now: Timestamp) {
        if self.lines.is_empty() {
            let may_end = |actor| self.bookings.iter().any(|booking| booking.may_end(actor, now));
            let (by_customer, by_company) = (may_end(Actor::Customer), may_end(Actor::Company));
            self.can.cancel &= by_customer;
            self.can.answer_received = false;
            self.next.retain(|to| *to == OrderState::Cancelled && by_company);
        }
    }

    /// Adds what was cancelled before it was paid, and the state of the order's own part of its payment.
    pub(super) fn add_waived(&mut self) {
        self.waived += self.bookings.iter().map(|one| one.waived).sum::<i64>();
        self.payment.state = self.own_payment_state();
    }

    /// Returns the state of the payment as it concerns this order. The others of the payment are paid on site, and paid back,
    /// by themselves.
    fn own_payment_state(&self) -> PaymentState {
        let OrderPayment { provider, state: payment, .. } = self.payment;
        let is_cancelled = self.state == OrderState::Cancelled;
        match payment {
            _ if is_cancelled && self.is_out_of_payment() => PaymentState::Voided,
            PaymentState::Disputed | PaymentState::ChargedBack => payment,
            _ if is_cancelled && (payment.is_open() || provider == Provider::OnSite) => PaymentState::Voided,
            PaymentState::Processing if !is_paid(provider, payment, self.state) => payment,
            PaymentState::Processing
            | PaymentState::Paid
            | PaymentState::PartiallyRefunded
            | PaymentState::Refunded => match self.refunded - self.waived {
                0 => PaymentState::Paid,
                _ if self.refunded >= self.total => PaymentState::Refunded,
                _ => PaymentState::PartiallyRefunded,
            },
            payment => payment,
        }
    }

    /// Returns true if the whole order was taken out of its payment.
    fn is_out_of_payment(&self) -> bool {
        self.waived > 0 && self.waived == self.refunded
    }

    /// Adds what a cancellation gives back now.
    pub(super) fn add_refunds(&mut self) {
        let left = self.total - self.refunded;
        self.refund_to_customer = (left - self.bookings.iter().map(|one| one.kept_now).sum::<i64>()).max(0);
        let keeps_extras = fee_and_tip::stay_after(self.state) && self.payment.state.is_paid();
        let kept = if keeps_extras { self.extras() } else { 0 };
        let booked: i64 = self.bookings.iter().map(OrderBooking::kept_by_company).sum();
        self.refund_now = (left - booked - kept).max(0);
    }

    /// Returns delivery fee and tip with their VAT: see [`fee_and_tip::of_order`].
    fn extras(&self) -> i64 {
        let goods: i64 = self.lines.iter().map(|line| line.paid).sum();
        let booked: i64 = self.bookings.iter().map(|one| one.amount).sum();
        (self.total - goods - booked).max(0)
    }

    /// Adds the refunds of the company. Their units cannot be returned any more.
    pub(super) fn add_company_refunds(&mut self, refunds: Vec<OrderRefund>) {
        for part in refunds.iter().flat_map(|one| &one.lines) {
            self.take_units(part);
        }
        self.refunds = refunds;
    }

    fn take_units(&mut self, part: &ReturnLine) {
        if let Some(line) = usize::try_from(part.line).ok().and_then(|index| self.lines.get_mut(index)) {
            line.returnable -= part.quantity;
        }
    }

    /// Adds the returns, the units that are left, and the end of the company's window of `days`.
    pub(super) fn add_returns(&mut self, returns: Vec<OrderReturn>, days: i64, now: Timestamp) {
        for part in returns.iter().filter(|one| one.takes_units()).flat_map(|one| &one.lines) {
            self.take_units(part);
        }
        let handed_over = self.changes.iter().rev().find(|step| step.state == OrderState::Fulfilled);
        self.return_until = handed_over.filter(|_| days > 0).map(|step| step.at.plus(days * Timestamp::DAY));
        let is_open = self.return_until.is_some_and(|until| until > now);
        self.can.request_return = is_open && self.lines.iter().any(|line| line.returnable > 0);
        let units = self.lines.iter().map(|line| Units {
            ordered: line.quantity,
            taken_before: line.quantity - line.returnable,
            taken_now: line.returnable,
        });
        self.return_extras =
            if self.can.request_return && fee_and_tip::are_returned(units) { self.extras() } else { 0 };
        self.returns = returns;
    }

    /// Removes what only the company may see.
    #[must_use]
    pub fn for_customer(self) -> Self {
        let returns = self.returns.into_iter().map(|one| OrderReturn { next: Vec::new(), ..one }).collect();
        let payment = OrderPayment {
            amount: self.payment.together,
            order_ids: self.payment.together_ids.clone(),
            ..self.payment
        };
        let refund_now = self.refund_to_customer;
        let pinned = |address| DeliveryAddress {
            latitude: self.pin.map(|pin| pin.latitude),
            longitude: self.pin.map(|pin| pin.longitude),
            ..address
        };
        let address = self.address.map(pinned);
        Self { address, handled_by: None, next: Vec::new(), returns, payment, refund_now, refundable: 0, ..self }
    }
}
