//! Rows of the demo orders. Each table is one statement.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Customer, Shop, delivery, script::Order};
use crate::{
    Result,
    booking::Actor,
    db::Tx,
    each,
    invoice::{self, Buyer, InvoiceKind, InvoiceLine, LineKind},
    order::{
        OrderState,
        returns::{ReturnReason, ReturnState},
    },
    payment::{PaymentState, Provider},
    seed::run,
    types::{
        ids::{CompanyId, Ids, OrderId, ReturnId},
        timestamp::Timestamp,
        vat::VatMode,
    },
};

/// Rows of one statement.
const CHUNK: usize = 5_000;
/// Time for a pending payment, from the start of the demo.
const HOLD: i64 = 15 * Timestamp::MINUTE;
/// Steps of a return until its money went back, an hour after each other.
const RETURN_STEPS: [(ReturnState, Actor); 5] = [
    (ReturnState::Requested, Actor::Customer),
    (ReturnState::Approved, Actor::Company),
    (ReturnState::InTransit, Actor::Customer),
    (ReturnState::Received, Actor::Company),
    (ReturnState::Refunded, Actor::Company),
];

#[derive(Default)]
pub struct Rows {
    payments: Vec<Value>,
    orders: Vec<Value>,
    lines: Vec<Value>,
    steps: Vec<Value>,
    invoices: Vec<Value>,
    returns: Vec<Value>,
    return_lines: Vec<Value>,
    return_steps: Vec<Value>,
    counters: HashMap<(CompanyId, InvoiceKind, i64), i64>,
}

impl Rows {
    pub fn of(shops: &[Shop], customers: &[Customer], orders: &[Order], ids: &Ids, now: Timestamp) -> Result<Self> {
        let mut rows = Self::default();
        for (index, order) in orders.iter().enumerate() {
            let (shop, customer) = (&shops[order.shop], &customers[order.customer]);
            let id = OrderId(ids.next(now));
            let refund = refund(order, shop);
            rows.order(id, index, order, refund, (shop, customer), ids.next(now), now);
            if order.state() != OrderState::PendingPayment {
                rows.invoice(id, order, refund, shop, customer)?;
            }
            if order.is_returned {
                rows.returned(ReturnId(ids.next(now)), id, order, refund, customer);
            }
        }
        Ok(rows)
    }

    #[allow(clippy::too_many_arguments, reason = "what the columns of a row need")]
    fn order(
        &mut self,
        id: OrderId,
        index: usize,
        order: &Order,
        refund: i64,
        (shop, customer): (&Shop, &Customer),
        payment: i64,
        now: Timestamp,
    ) {
        let (state, quote) = (order.state(), &order.quote);
        let is_pending = state == OrderState::PendingPayment;
        let changed = changed_at(order);
        let card = (order.provider == Provider::Sandbox && !is_pending).then_some(["visa", "4242"]);
        self.payments.push(json!([
            payment,
            customer.id,
            order.provider,
            payment_state(order, refund),
            quote.total,
            refund,
            shop.currency,
            card.map(|card| card[0]),
            card.map(|card| card[1]),
            order.at.0,
            changed.0
        ]));
        let name = format!("{} {}", customer.first_name, customer.last_name);
        let promo = order.promo.map(|promo| &shop.promo_codes[promo]);
        let address = order.address.as_ref().and_then(|address| serde_json::to_string(address).ok());
        self.orders.push(json!([
            id,
            code(index),
            shop.id,
            customer.id,
            payment,
            state,
            order.kind,
            name,
            customer.email,
            order.promised_at.0,
            quote.subtotal + quote.vat_added,
            quote.discount,
            quote.vat,
            quote.total,
            refund,
            shop.currency,
            order.cancel_reason,
            order.at.0,
            changed.0,
            (!is_pending).then(|| shop.zone.date_at(order.at)),
            quote.vat_added,
            address,
            quote.delivery_fee,
            quote.tip,
            promo.map(|promo| promo.id),
            promo.map(|promo| &promo.code),
            is_pending.then(|| now.plus(HOLD).0),
            order.received.then_some("yes"),
            if order.address.is_some() { delivery::phone(customer) } else { String::new() }
        ]));
        for (position, (&(good, quantity), priced)) in order.lines.iter().zip(&quote.lines).enumerate() {
            let good = &shop.goods[good];
            self.lines.push(json!([
                id,
                position,
                good.offering_id,
                good.variant_id,
                good.name,
                good.variant_name,
                quantity,
                good.price,
                good.vat_rate,
                priced.discount,
                priced.amount,
                priced.vat
            ]));
        }
        for (position, (state, actor, at)) in order.steps.iter().enumerate() {
            self.steps.push(json!([id, position, at.0, state, actor]));
        }
    }

    /// Adds the invoice of a paid order, and the credit note of what was paid back.
    fn invoice(&mut self, id: OrderId, order: &Order, refund: i64, shop: &Shop, customer: &Customer) -> Result<()> {
        let state = order.state();
        let issued = match order.provider {
            Provider::OnSite if state != OrderState::Fulfilled => return Ok(()),
            Provider::OnSite => order.steps.last().map_or(order.at, |(.., at)| *at),
            _ => order.at,
        };
        let address = order
            .address
            .as_ref()
            .map(|to| format!("{} {}\n{} {}\n{}", to.house, to.road, to.pincode, to.city, to.country));
        let buyer = Buyer {
            name: format!("{} {}", customer.first_name, customer.last_name),
            email: customer.email.clone(),
            address: address.unwrap_or_default(),
        };
        let buyer = serde_json::to_string(&buyer)?;
        let lines = invoice_lines(order, shop);
        let number = self.number(shop, InvoiceKind::Invoice, issued);
        self.document(id, InvoiceKind::Invoice, &number, None, shop, &buyer, &lines, issued)?;
        if refund > 0 {
            // A cancellation gives back all lines, a return a unit of the first.
            let mut parts: Vec<_> = lines.iter().map(|line| line.amount).collect();
            if order.is_returned {
                parts = lines.iter().enumerate().map(|(at, _)| if at == 0 { refund } else { 0 }).collect();
            }
            let at = changed_at(order);
            let note = self.number(shop, InvoiceKind::CreditNote, at);
            let lines = invoice::note_lines(&lines, &parts);
            self.document(id, InvoiceKind::CreditNote, &note, Some(&number), shop, &buyer, &lines, at)?;
        }
        Ok(())
    }

    /// Adds the return of a unit of the first line, whose money went back.
    fn returned(&mut self, id: ReturnId, order: OrderId, of: &Order, amount: i64, customer: &Customer) {
        let (created, changed) = (return_step(of, 1), changed_at(of));
        let reason = ReturnReason::NotAsDescribed;
        let text = "It looks different from the picture.";
        self.returns.push(json!([id, order, reason, text, amount, created.0, changed.0]));
        self.return_lines.push(json!([id, amount]));
        for (position, ((state, actor), hours)) in RETURN_STEPS.iter().zip(1..).enumerate() {
            let actor_id = (*actor == Actor::Customer).then_some(customer.id);
            self.return_steps.push(json!([id, position, return_step(of, hours).0, state, actor, actor_id]));
        }
    }

    fn number(&mut self, shop: &Shop, kind: InvoiceKind, at: Timestamp) -> String {
        let date = shop.zone.date_at(at).to_string();
        let year: i64 = date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
        let last = self.counters.entry((shop.id, kind, year)).or_default();
        *last += 1;
        let prefix = if kind == InvoiceKind::CreditNote { "C" } else { "" };
        format!("{prefix}{year}-{last:06}")
    }

    #[allow(clippy::too_many_arguments, reason = "the columns of a row")]
    fn document(
        &mut self,
        order: OrderId,
        kind: InvoiceKind,
        number: &str,
        corrects: Option<&str>,
        shop: &Shop,
        buyer: &str,
        lines: &[InvoiceLine],
        at: Timestamp,
    ) -> Result<()> {
        let total: i64 = lines.iter().map(|line| line.amount).sum();
        let vat: i64 = lines.iter().map(|line| line.vat).sum();
        let lines = serde_json::to_string(lines)?;
        self.invoices.push(json!([
            shop.id,
            number,
            kind,
            order,
            corrects,
            shop.seller,
            buyer,
            lines,
            total - vat,
            vat,
            total,
            shop.currency,
            at.0
        ]));
        Ok(())
    }

    pub async fn insert(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO payment (id, account_id, provider, state, amount, refunded, currency, card_brand, card_last4,
                request_hash, created_at, changed_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, CAST(value->>4 AS BIGINT),
                CAST(value->>5 AS BIGINT), value->>6, value->>7, value->>8, '', CAST(value->>9 AS BIGINT),
                CAST(value->>10 AS BIGINT) FROM ",
            ""
        );
        run_all(tx, sql, &self.payments).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO customer_order (id, code, company_id, customer_id, payment_id, state, fulfilment, customer_name,
                contact_number, email, promised_at, subtotal, discount, delivery_fee, tip, vat, total, refunded, currency,
                cancel_reason, created_at, changed_at, placed_on, receipt_at, vat_added, address, promo_id, promo_code,
                hold_expires_at, received)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT), value->>5, value->>6, value->>7, value->>28, value->>8,
                CAST(value->>9 AS BIGINT), CAST(value->>10 AS BIGINT), CAST(value->>11 AS BIGINT),
                CAST(value->>22 AS BIGINT), CAST(value->>23 AS BIGINT), CAST(value->>12 AS BIGINT),
                CAST(value->>13 AS BIGINT), CAST(value->>14 AS BIGINT), value->>15, value->>16,
                CAST(value->>17 AS BIGINT), CAST(value->>18 AS BIGINT), value->>19, CAST(value->>17 AS BIGINT),
                CAST(value->>20 AS BIGINT), value->>21, CAST(value->>24 AS BIGINT), value->>25,
                CAST(value->>26 AS BIGINT), CASE WHEN value->>27 = 'yes' THEN TRUE END FROM ",
            ""
        );
        run_all(tx, sql, &self.orders).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO order_line (order_id, position, offering_id, variant_id, name, variant_name, options, note, quantity,
                unit_price, vat_rate, discount, amount, vat, counted)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT), value->>4, value->>5, '[]', '', CAST(value->>6 AS BIGINT),
                CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT), CAST(value->>9 AS BIGINT),
                CAST(value->>10 AS BIGINT), CAST(value->>11 AS BIGINT), FALSE FROM ",
            ""
        );
        run_all(tx, sql, &self.lines).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO order_change (order_id, position, at, state, actor)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, value->>4 FROM ",
            ""
        );
        run_all(tx, sql, &self.steps).await?;
        self.insert_invoices(tx).await?;
        self.insert_returns(tx).await
    }

    async fn insert_returns(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO order_return (id, order_id, state, reason, description, amount, refunded, created_at, changed_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), 'refunded', value->>2, value->>3,
                CAST(value->>4 AS BIGINT), CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT),
                CAST(value->>6 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.returns).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO order_return_line (return_id, position, quantity, amount)
             SELECT CAST(value->>0 AS BIGINT), 0, 1, CAST(value->>1 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.return_lines).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO order_return_change (return_id, position, at, state, actor, actor_id)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, value->>4,
                CAST(value->>5 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.return_steps).await
    }

    async fn insert_invoices(&self, tx: &mut Tx) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO invoice (company_id, number, kind, order_id, corrects, seller, buyer, lines, net, vat, total,
                currency, issued_at)
             SELECT CAST(value->>0 AS BIGINT), value->>1, value->>2, CAST(value->>3 AS BIGINT), value->>4, value->>5,
                value->>6, value->>7, CAST(value->>8 AS BIGINT), CAST(value->>9 AS BIGINT), CAST(value->>10 AS BIGINT),
                value->>11, CAST(value->>12 AS BIGINT) FROM ",
            ""
        );
        run_all(tx, sql, &self.invoices).await?;
        let counters: Vec<Value> =
            self.counters.iter().map(|((company, kind, year), last)| json!([company, kind, year, last])).collect();
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO invoice_counter (company_id, kind, year, last)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &counters).await
    }
}

/// Inserts rows with one statement for each few thousand.
async fn run_all(tx: &mut Tx, sql: &'static str, rows: &[Value]) -> Result<()> {
    for chunk in rows.chunks(CHUNK) {
        run(tx, sql, chunk).await?;
    }
    Ok(())
}

/// Returns true if the money has arrived.
fn is_paid(order: &Order) -> bool {
    match order.provider {
        Provider::Sandbox => order.state() != OrderState::PendingPayment,
        _ => order.state() == OrderState::Fulfilled,
    }
}

/// Returns the amount that went back: all of a cancelled order, or a unit of the first line.
fn refund(order: &Order, shop: &Shop) -> i64 {
    match (order.lines.first(), order.quote.lines.first()) {
        _ if !is_paid(order) => 0,
        _ if order.state() == OrderState::Cancelled => order.quote.total,
        (Some((_, quantity)), Some(line)) if order.is_returned => {
            (line.amount + shop.vat_mode.added(line.vat)) / quantity
        }
        _ => 0,
    }
}

fn payment_state(order: &Order, refund: i64) -> PaymentState {
    match order.state() {
        OrderState::PendingPayment => PaymentState::RequiresMethod,
        OrderState::Cancelled if !is_paid(order) => PaymentState::Voided,
        _ if !is_paid(order) => PaymentState::Processing,
        _ if order.is_disputed => PaymentState::Disputed,
        _ if refund == 0 => PaymentState::Paid,
        _ if refund < order.quote.total => PaymentState::PartiallyRefunded,
        _ => PaymentState::Refunded,
    }
}

/// Returns the time of the last step of an order, or of its return.
fn changed_at(order: &Order) -> Timestamp {
    let hours = if order.is_returned { RETURN_STEPS.len() } else { 0 };
    return_step(order, i64::try_from(hours).unwrap_or(0))
}

/// Returns the time some hours after the last step of an order.
fn return_step(order: &Order, hours: i64) -> Timestamp {
    order.steps.last().map_or(order.at, |(.., at)| *at).plus(hours * Timestamp::HOUR)
}

/// Lines of the invoice of an order: its lines, then delivery and tip.
fn invoice_lines(order: &Order, shop: &Shop) -> Vec<InvoiceLine> {
    let is_net = shop.vat_mode == VatMode::OnTop;
    let quote = &order.quote;
    let mut lines: Vec<_> = order
        .lines
        .iter()
        .zip(&quote.lines)
        .map(|(&(good, quantity), priced)| {
            let good = &shop.goods[good];
            let name = if good.variant_name.is_empty() {
                good.name.clone()
            } else {
                format!("{}, {}", good.name, good.variant_name)
            };
            InvoiceLine {
                kind: LineKind::Item,
                name,
                quantity,
                unit_price: good.price,
                vat_rate: good.vat_rate,
                discount: priced.discount,
                amount: priced.amount + shop.vat_mode.added(priced.vat),
                vat: priced.vat,
                is_net,
                booking_id: None,
            }
        })
        .collect();
    // The delivery bears the highest rate and the rest of the discount: see `cart::quote`.
    let rate = lines.iter().map(|line| line.vat_rate).max().unwrap_or(0);
    let of_delivery = quote.discount - lines.iter().map(|line| line.discount).sum::<i64>();
    for (kind, price, discount, vat_rate) in
        [(LineKind::Delivery, quote.delivery_fee, of_delivery, rate), (LineKind::Tip, quote.tip, 0, 0)]
    {
        let vat = shop.vat_mode.vat_of(price - discount, vat_rate);
        let amount = price - discount + shop.vat_mode.added(vat);
        let name = String::new();
        let line = InvoiceLine {
            kind,
            name,
            quantity: 1,
            unit_price: price,
            vat_rate,
            discount,
            amount,
            vat,
            is_net,
            booking_id: None,
        };
        lines.extend(Some(line).filter(|_| price > 0));
    }
    lines
}

/// Returns a number of the form `D234-5678`. Numbers of customers' orders are random.
fn code(index: usize) -> String {
    const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    // Multiples of a prime mix the numbers; no two indices below the modulus share one.
    let mut rest = index * 7_919_317 % 27_512_614_111;
    let mut code = String::new();
    for _ in 0..7 {
        code.push(char::from(LETTERS[rest % LETTERS.len()]));
        rest /= LETTERS.len();
    }
    code.insert(3, '-');
    format!("D{code}")
}
