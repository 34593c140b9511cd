//! Rows of the demo orders. Each table is one statement.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{Customer, Shop, script::Order};
use crate::{
    Result,
    booking::Actor,
    db::Tx,
    each,
    invoice::{Buyer, InvoiceKind, InvoiceLine, LineKind},
    order::OrderState,
    payment::Provider,
    seed::run,
    types::{
        ids::{CompanyId, Ids, OrderId},
        timestamp::Timestamp,
        vat::VatMode,
    },
};

#[derive(Default)]
pub struct Rows {
    payments: Vec<Value>,
    orders: Vec<Value>,
    lines: Vec<Value>,
    steps: Vec<Value>,
    invoices: Vec<Value>,
    counters: HashMap<(CompanyId, InvoiceKind, i64), i64>,
}

impl Rows {
    pub fn of(shops: &[Shop], customers: &[Customer], orders: &[Order], ids: &Ids, now: Timestamp) -> Result<Self> {
        let mut rows = Self::default();
        for (index, order) in orders.iter().enumerate() {
            let (shop, customer) = (&shops[order.shop], &customers[order.customer]);
            let id = OrderId(ids.next(now));
            rows.order(id, index, order, shop, customer, ids.next(now));
            rows.invoice(id, order, shop, customer)?;
        }
        Ok(rows)
    }

    fn order(&mut self, id: OrderId, index: usize, order: &Order, shop: &Shop, customer: &Customer, payment: i64) {
        let (state, quote) = (order.state(), &order.quote);
        let is_cancelled = state == OrderState::Cancelled;
        let is_paid = order.provider == Provider::Sandbox || state == OrderState::Fulfilled;
        let refunded = if is_cancelled && is_paid { quote.total } else { 0 };
        let paid = match (is_paid, is_cancelled) {
            (true, true) => "refunded",
            (true, false) => "paid",
            (false, true) => "voided",
            (false, false) => "processing",
        };
        let changed = order.steps.last().map_or(order.at, |(.., at)| *at);
        let card = (order.provider == Provider::Sandbox).then_some(["visa", "4242"]);
        self.payments.push(json!([
            payment,
            customer.id,
            order.provider,
            paid,
            quote.total,
            refunded,
            shop.currency,
            card.map(|card| card[0]),
            card.map(|card| card[1]),
            order.at.0,
            changed.0
        ]));
        let name = format!("{} {}", customer.first_name, customer.last_name);
        let reason = match order.steps.last() {
            Some((OrderState::Cancelled, Actor::Company, _)) => Some("sold_out"),
            Some((OrderState::Cancelled, ..)) => Some(""),
            _ => None,
        };
        let promised = order.at.plus(30 * Timestamp::MINUTE);
        self.orders.push(json!([
            id,
            code(index),
            shop.id,
            customer.id,
            payment,
            state,
            shop.kind,
            name,
            customer.email,
            promised.0,
            quote.subtotal + quote.vat_added,
            quote.discount,
            quote.vat,
            quote.total,
            refunded,
            shop.currency,
            reason,
            order.at.0,
            changed.0,
            shop.zone.date_at(order.at),
            quote.vat_added
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

    /// Adds the invoice of a paid order, and the credit note of a cancelled one.
    fn invoice(&mut self, id: OrderId, order: &Order, shop: &Shop, customer: &Customer) -> Result<()> {
        let state = order.state();
        let issued = match order.provider {
            Provider::OnSite if state != OrderState::Fulfilled => return Ok(()),
            Provider::OnSite => order.steps.last().map_or(order.at, |(.., at)| *at),
            _ => order.at,
        };
        let buyer = Buyer {
            name: format!("{} {}", customer.first_name, customer.last_name),
            email: customer.email.clone(),
            address: String::new(),
        };
        let buyer = serde_json::to_string(&buyer)?;
        let line = |(&(good, quantity), priced): (&(usize, i64), &crate::cart::quote::PricedLine)| {
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
                is_net: shop.vat_mode == VatMode::OnTop,
                booking_id: None,
            }
        };
        let mut lines: Vec<InvoiceLine> = order.lines.iter().zip(&order.quote.lines).map(line).collect();
        let number = self.number(shop, InvoiceKind::Invoice, issued);
        self.document(id, InvoiceKind::Invoice, &number, None, shop, &buyer, &lines, issued)?;
        if let Some((OrderState::Cancelled, _, at)) = order.steps.last() {
            for line in &mut lines {
                (line.quantity, line.discount) = (-line.quantity, -line.discount);
                (line.amount, line.vat) = (-line.amount, -line.vat);
            }
            let note = self.number(shop, InvoiceKind::CreditNote, *at);
            self.document(id, InvoiceKind::CreditNote, &note, Some(&number), shop, &buyer, &lines, *at)?;
        }
        Ok(())
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
        run(tx, sql, &self.payments).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO customer_order (id, code, company_id, customer_id, payment_id, state, fulfilment, customer_name,
                contact_number, email, promised_at, subtotal, discount, delivery_fee, tip, vat, total, refunded, currency,
                cancel_reason, created_at, changed_at, placed_on, receipt_at, vat_added)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT), value->>5, value->>6, value->>7, '', value->>8, CAST(value->>9 AS BIGINT),
                CAST(value->>10 AS BIGINT), CAST(value->>11 AS BIGINT), 0, 0, CAST(value->>12 AS BIGINT),
                CAST(value->>13 AS BIGINT), CAST(value->>14 AS BIGINT), value->>15, value->>16,
                CAST(value->>17 AS BIGINT), CAST(value->>18 AS BIGINT), value->>19, CAST(value->>17 AS BIGINT),
                CAST(value->>20 AS BIGINT) FROM ",
            ""
        );
        run(tx, sql, &self.orders).await?;
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
        run(tx, sql, &self.lines).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO order_change (order_id, position, at, state, actor)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, value->>4 FROM ",
            ""
        );
        run(tx, sql, &self.steps).await?;
        self.insert_invoices(tx).await
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
        run(tx, sql, &self.invoices).await?;
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
