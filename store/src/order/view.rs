//! Orders from their rows, as both sides see them.

use std::collections::HashMap;

use futures_util::future::try_join3;

pub use super::model::{Handler, Order, OrderActions, OrderCompany, OrderLine, OrderPayment, OrderStep};
pub use super::transition::Scope;
use super::{
    OrderState, Result,
    bookings::{self, OrderBooking},
    payable::{can_be_paid, is_paid},
    refund::{self, OrderRefund},
    returns::view::{self as returns, OrderReturn},
};
use crate::{
    Db, Error,
    account::{delivery_address::DeliveryAddress, privacy::Privacy},
    booking::Actor,
    each,
    fulfilment::Fulfilment,
    media::picture::{self, Picture},
    on,
    payment::{PaymentState, Provider},
    types::{
        ids::{CompanyId, MediaId, OfferingId, OrderId, PaymentId, TicketId, UserId, VariantId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

#[derive(sqlx::FromRow)]
struct Row {
    id: OrderId,
    code: String,
    state: OrderState,
    company_id: CompanyId,
    handle: String,
    company_name: String,
    phone: String,
    company_address: String,
    city: String,
    time_zone: TimeZone,
    customer_id: Option<UserId>,
    customer_name: String,
    contact_number: String,
    email: String,
    note: String,
    wants_cutlery: bool,
    members: Option<i64>,
    fulfilment: Fulfilment,
    address: Option<String>,
    /// Settings of the customer.
    privacy: Option<String>,
    scheduled_at: Option<Timestamp>,
    promised_at: Option<Timestamp>,
    subtotal: i64,
    discount: i64,
    delivery_fee: i64,
    tip: i64,
    vat: i64,
    vat_added: i64,
    total: i64,
    refunded: i64,
    waived: i64,
    currency: String,
    promo_code: Option<String>,
    coins_spent: i64,
    coins_value: i64,
    payment_id: PaymentId,
    provider: Provider,
    payment_state: PaymentState,
    payment_amount: i64,
    payment_refunded: i64,
    card_brand: Option<String>,
    card_last4: Option<String>,
    failure: Option<String>,
    hold_expires_at: Option<Timestamp>,
    cancel_reason: Option<String>,
    handled_by: Option<UserId>,
    handler_first_name: Option<String>,
    received: Option<bool>,
    ticket_id: Option<TicketId>,
    /// Orders of the payment.
    together: i64,
    has_bookings: bool,
    has_returns: bool,
    has_refunds: bool,
    return_days: i64,
    created_at: Timestamp,
    changed_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct LineRow {
    order_id: OrderId,
    offering_id: Option<OfferingId>,
    variant_id: Option<VariantId>,
    name: String,
    variant_name: String,
    picture_id: Option<MediaId>,
    options: String,
    note: String,
    quantity: i64,
    unit_price: i64,
    vat_rate: i64,
    discount: i64,
    amount: i64,
    vat: i64,
}

/// Order of a payment that pays several.
#[derive(sqlx::FromRow)]
struct Together {
    payment_id: PaymentId,
    id: OrderId,
    is_cancelled: bool,
    /// It left the payment before it was paid.
    is_out: bool,
    /// Part of the total that has not gone back.
    left_over: i64,
}

/// Adds the orders that are paid together. One that was cancelled before is not, and the payment asks that much less.
fn together(payment: &mut OrderPayment, orders: &[Together]) {
    let waits = payment.state == PaymentState::RequiresMethod;
    let of_payment = orders.iter().filter(|order| order.payment_id == payment.id);
    let (ended, paid): (Vec<_>, Vec<_>) = of_payment.partition(|order| order.is_cancelled && (waits || order.is_out));
    if waits {
        payment.together -= ended.iter().map(|order| order.left_over).sum::<i64>();
    }
    if !paid.is_empty() {
        payment.together_ids = paid.iter().map(|order| order.id).collect();
    }
}

type StepRow = (OrderId, Timestamp, OrderState, Actor, String);
/// Orders, lines and steps.
type Parts = (Vec<Row>, Vec<LineRow>, Vec<StepRow>);

/// Returns an order of the caller.
pub async fn find(db: &Db, id: OrderId, scope: Scope, now: Timestamp) -> Result<Order> {
    let order = any(db, id, now).await?;
    match scope {
        Scope::Customer(user) if order.customer_id == Some(user) => Ok(order.for_customer()),
        Scope::Company(company) if order.company.id == company && order.was_placed() => Ok(order),
        _ => Err(Error::NotFound.into()),
    }
}

/// Returns the order of a customer with this number.
pub async fn with_code(db: &Db, customer: UserId, code: &str, now: Timestamp) -> Result<Order> {
    let (id,): (OrderId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM customer_order WHERE code = $1 AND customer_id = $2")
        .bind(code.trim().to_uppercase()).bind(customer).fetch_one(at).await)?;
    find(db, id, Scope::Customer(customer), now).await
}

/// Returns an order, whoever asks.
pub async fn any(db: &Db, id: OrderId, now: Timestamp) -> Result<Order> {
    Ok(many(db, &[id], now).await?.pop().ok_or(Error::NotFound)?)
}

/// Returns the orders of a payment, in order of their ids.
pub async fn of_payment(db: &Db, payment: PaymentId, now: Timestamp) -> Result<Vec<Order>> {
    let ids: Vec<(OrderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM customer_order WHERE payment_id = $1 ORDER BY id").bind(payment).fetch_all(at).await)?;
    many(db, &ids.into_iter().map(|(id,)| id).collect::<Vec<_>>(), now).await
}

/// Returns orders in the order of `ids`, whoever asks, with three queries, and more if one has pictures,
/// bookings, returns, refunds or a payment of several orders.
pub async fn many(db: &Db, ids: &[OrderId], now: Timestamp) -> Result<Vec<Order>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let keys = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let read = db.read();
    macro_rules! of_orders {
        ($select:literal, $after:literal) => {
            each!(read, concat!($select, " IN (SELECT CAST(value->>0 AS BIGINT) FROM "), $after)
        };
    }
    let rows_sql = of_orders!(
        "SELECT o.id, o.code, o.state, o.company_id, c.handle, c.name AS company_name, c.phone,
            c.address AS company_address, c.city, c.time_zone, c.return_days, o.customer_id, o.customer_name, o.contact_number, o.email,
            o.note, o.wants_cutlery, o.members, o.fulfilment, o.address, o.scheduled_at, o.promised_at, o.subtotal,
            o.discount, o.delivery_fee, o.tip, o.vat, o.vat_added, o.total, o.refunded, o.waived, o.currency, o.promo_code, o.coins_spent,
            o.coins_value, o.payment_id,
            p.provider, p.state AS payment_state, p.amount AS payment_amount, p.refunded AS payment_refunded, p.card_brand, p.card_last4, p.failure, o.hold_expires_at,
            o.cancel_reason, o.handled_by, a.first_name AS handler_first_name, o.received,
            (SELECT MAX(t.id) FROM ticket t WHERE t.order_id = o.id AND t.company_id = o.company_id) AS ticket_id,
            (SELECT COUNT(*) FROM customer_order s WHERE s.payment_id = o.payment_id) AS together,
            EXISTS (SELECT 1 FROM order_booking k WHERE k.order_id = o.id) AS has_bookings,
            EXISTS (SELECT 1 FROM order_return t WHERE t.order_id = o.id) AS has_returns,
            (SELECT s.settings FROM privacy s WHERE s.account_id = o.customer_id) AS privacy,
            EXISTS (SELECT 1 FROM order_refund f WHERE f.order_id = o.id) AS has_refunds,
            o.created_at, o.changed_at
         FROM customer_order o JOIN company c ON c.id = o.company_id JOIN payment p ON p.id = o.payment_id
            LEFT JOIN account a ON a.id = o.handled_by WHERE o.id",
        ")"
    );
    let lines_sql = of_orders!(
        "SELECT l.order_id, l.offering_id, l.variant_id, l.name, l.variant_name,
            (SELECT p.media_id FROM offering_picture p WHERE p.offering_id = l.offering_id ORDER BY p.position, p.media_id
             LIMIT 1) AS picture_id,
            l.options, l.note, l.quantity, l.unit_price, l.vat_rate, l.discount, l.amount, l.vat
         FROM order_line l WHERE l.order_id",
        ") ORDER BY l.order_id, l.position"
    );
    let steps_sql = of_orders!(
        "SELECT order_id, at, state, actor, note FROM order_change WHERE order_id",
        ") ORDER BY order_id, position"
    );
    let together_sql = of_orders!(
        "SELECT payment_id, id, state = 'cancelled' AS is_cancelled, waived > 0 AS is_out, total - refunded AS left_over
         FROM customer_order WHERE payment_id IN (SELECT s.payment_id FROM customer_order s WHERE s.id",
        ")) ORDER BY id"
    );
    macro_rules! read {
        ($sql:expr) => {
            async { Result::<_>::Ok(on!(db.read(), at => sqlx::query_as($sql).bind(&keys).fetch_all(at).await)?) }
        };
    }
    let (rows, lines, steps): Parts = try_join3(read!(rows_sql), read!(lines_sql), read!(steps_sql)).await?;
    let is_any = |has: fn(&Row) -> bool| rows.iter().any(has);
    let of_payments: Vec<Together> =
        if is_any(|row| row.together > 1) { read!(together_sql).await? } else { Vec::new() };
    let mut returns: HashMap<OrderId, Vec<OrderReturn>> =
        if is_any(|row| row.has_returns) { returns::of_orders(db, &keys).await? } else { HashMap::new() };
    let mut refunds: HashMap<OrderId, Vec<OrderRefund>> =
        if is_any(|row| row.has_refunds) { refund::of_orders(db, &keys).await? } else { HashMap::new() };
    let mut booked: HashMap<OrderId, Vec<OrderBooking>> =
        if is_any(|row| row.has_bookings) { bookings::of_orders(db, &keys, now).await? } else { HashMap::new() };
    let pictures: Vec<_> = lines.iter().filter_map(|line| line.picture_id).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    let mut known = HashMap::new();
    let mut return_days = HashMap::new();
    for row in rows {
        return_days.insert(row.id, row.return_days);
        known.insert(row.id, row.shown(now)?);
    }
    for line in lines {
        if let Some(order) = known.get_mut(&line.order_id) {
            let is_vat_added = order.vat_added > 0;
            order.lines.push(line.shown(&pictures, is_vat_added)?);
        }
    }
    for (id, order) in &mut known {
        together(&mut order.payment, &of_payments);
        order.bookings = booked.remove(id).unwrap_or_default();
        order.add_waived();
        order.add_refunds();
        order.narrow_steps(now);
    }
    for (order, at, state, actor, note) in steps {
        if let Some(order) = known.get_mut(&order) {
            order.changes.push(OrderStep { at, state, actor, note });
        }
    }
    for (id, order) in &mut known {
        order.add_company_refunds(refunds.remove(id).unwrap_or_default());
        let days = return_days.get(id).copied().unwrap_or(0);
        order.add_returns(returns.remove(id).unwrap_or_default(), days, now);
    }
    Ok(ids.iter().filter_map(|id| known.remove(id)).collect())
}

impl Row {
    fn shown(self, now: Timestamp) -> Result<Order> {
        let is_handed_over = matches!(self.state, OrderState::Ready | OrderState::EnRoute | OrderState::Fulfilled);
        let name = self.handler_first_name.unwrap_or_default();
        let mut address: Option<DeliveryAddress> = self.address.as_deref().map(serde_json::from_str).transpose()?;
        let pin = address.as_ref().and_then(DeliveryAddress::position);
        let privacy = self.customer_id.zip(self.privacy).map(|(owner, settings)| Privacy::read(owner, &settings));
        if !privacy.unwrap_or_default().location_share
            && let Some(address) = &mut address
        {
            (address.latitude, address.longitude) = (None, None);
        }
        Ok(Order {
            can: OrderActions {
                pay: can_be_paid(self.state, self.payment_state, self.hold_expires_at, now),
                cancel: self.state.may_become(OrderState::Cancelled, Actor::Customer),
                answer_received: is_handed_over && self.received.is_none(),
                review: self.state == OrderState::Fulfilled,
                request_return: false,
            },
            next: self.state.next(Actor::Company),
            id: self.id,
            code: self.code,
            state: self.state,
            company: OrderCompany {
                id: self.company_id,
                handle: self.handle,
                name: self.company_name,
                phone: self.phone,
                address: self.company_address,
                city: self.city,
                time_zone: self.time_zone,
            },
            customer_id: self.customer_id,
            customer_name: self.customer_name,
            contact_number: self.contact_number,
            email: self.email,
            note: self.note,
            wants_cutlery: self.wants_cutlery,
            members: self.members,
            fulfilment: self.fulfilment,
            address,
            pin,
            scheduled_at: self.scheduled_at,
            promised_at: self.promised_at,
            lines: Vec::new(),
            bookings: Vec::new(),
            subtotal: self.subtotal - self.vat_added,
            discount: self.discount,
            delivery_fee: self.delivery_fee,
            tip: self.tip,
            vat: self.vat,
            vat_added: self.vat_added,
            total: self.total,
            refunded: self.refunded,
            waived: self.waived,
            refund_now: 0,
            refund_to_customer: 0,
            return_extras: 0,
            currency: self.currency,
            promo_code: self.promo_code,
            coins_spent: self.coins_spent,
            coins_value: self.coins_value,
            payment: OrderPayment {
                id: self.payment_id,
                provider: self.provider,
                state: self.payment_state,
                amount: self.total,
                order_ids: vec![self.id],
                together: self.payment_amount,
                together_ids: vec![self.id],
                card_brand: self.card_brand,
                card_last4: self.card_last4,
                failure: self.failure,
            },
            hold_expires_at: self.hold_expires_at,
            cancel_reason: self.cancel_reason,
            handled_by: self.handled_by.map(|id| Handler { id, name }),
            received: self.received,
            ticket_id: self.ticket_id,
            changes: Vec::new(),
            returns: Vec::new(),
            refunds: Vec::new(),
            refundable: if self.state != OrderState::Cancelled && is_paid(self.provider, self.payment_state, self.state)
            {
                (self.total - self.refunded).min(self.payment_amount - self.payment_refunded)
            } else {
                0
            },
            return_until: None,
            created_at: self.created_at,
            changed_at: self.changed_at,
        })
    }
}

impl LineRow {
    fn shown(self, pictures: &HashMap<MediaId, Picture>, is_vat_added: bool) -> Result<OrderLine> {
        Ok(OrderLine {
            product_id: self.offering_id,
            variant_id: self.variant_id,
            name: self.name,
            variant_name: self.variant_name,
            picture: self.picture_id.and_then(|id| pictures.get(&id)).cloned(),
            options: serde_json::from_str(&self.options)?,
            note: self.note,
            quantity: self.quantity,
            unit_price: self.unit_price,
            vat_rate: self.vat_rate,
            discount: self.discount,
            amount: self.amount,
            vat: self.vat,
            paid: if is_vat_added { self.amount + self.vat } else { self.amount },
            returnable: self.quantity,
        })
    }
}
