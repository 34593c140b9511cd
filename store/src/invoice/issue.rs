//! Issue of documents, in the transaction that moves the money.

use super::{Buyer, InvoiceKind, InvoiceLine, LineKind, Seller};
use crate::{
    Result,
    account::delivery_address::DeliveryAddress,
    db::Tx,
    on,
    types::{
        currency::{distribute, vat_within},
        ids::{BookingId, CompanyId, OrderId},
        local_time::TimeZone,
        timestamp::Timestamp,
        vat::VatMode,
    },
};

/// Document to write.
pub(super) struct Draft<'a> {
    pub company: CompanyId,
    pub kind: InvoiceKind,
    pub order: Option<OrderId>,
    pub booking: Option<BookingId>,
    pub corrects: Option<&'a str>,
    pub buyer: &'a Buyer,
    pub lines: &'a [InvoiceLine],
    pub currency: &'a str,
    pub note: &'a str,
    /// Idempotency key and hash of its request.
    pub key: Option<(&'a str, &'a str)>,
}

#[derive(sqlx::FromRow)]
struct SellerRow {
    #[sqlx(flatten)]
    seller: Seller,
    time_zone: TimeZone,
}

/// Issues a document with the next number. Returns the number.
pub(super) async fn issue(tx: &mut Tx, draft: &Draft<'_>, now: Timestamp) -> Result<String> {
    let SellerRow { seller, time_zone } = on!(tx.at(), at => sqlx::query_as(
        "SELECT name, address, postal_code, city, country, registration, vat_number, email, time_zone FROM company
         WHERE id = $1").bind(draft.company).fetch_one(at).await)?;
    let date = time_zone.date_at(now).to_string();
    let year: i64 = date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
    let (number,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO invoice_counter (company_id, kind, year, last) VALUES ($1, $2, $3, 1)
         ON CONFLICT (company_id, kind, year) DO UPDATE SET last = invoice_counter.last + 1 RETURNING last")
        .bind(draft.company).bind(draft.kind).bind(year).fetch_one(at).await)?;
    let prefix = if draft.kind == InvoiceKind::CreditNote { "C" } else { "" };
    let number = format!("{prefix}{year}-{number:06}");
    let total: i64 = draft.lines.iter().map(|line| line.amount).sum();
    let vat: i64 = draft.lines.iter().map(|line| line.vat).sum();
    let seller = serde_json::to_string(&seller)?;
    let (buyer, lines) = (serde_json::to_string(draft.buyer)?, serde_json::to_string(draft.lines)?);
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO invoice (company_id, number, kind, order_id, corrects, seller, buyer, lines, net, vat, total, currency,
            note, client_id, issued_at, booking_id, request_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)")
        .bind(draft.company).bind(&number).bind(draft.kind).bind(draft.order).bind(draft.corrects)
        .bind(&seller).bind(&buyer).bind(&lines).bind(total - vat).bind(vat).bind(total).bind(draft.currency)
        .bind(draft.note).bind(draft.key.map(|(key, _)| key)).bind(now).bind(draft.booking)
        .bind(draft.key.map(|(_, hash)| hash)).execute(at).await.map(drop))?;
    Ok(number)
}

/// Row of an order as far as its invoice needs it.
#[derive(sqlx::FromRow)]
struct OrderRow {
    company_id: CompanyId,
    customer_name: String,
    email: String,
    address: Option<String>,
    discount: i64,
    delivery_fee: i64,
    tip: i64,
    total: i64,
    currency: String,
    /// VAT that was added to the prices.
    vat_added: i64,
    time_zone: TimeZone,
    has_invoice: bool,
    has_bookings: bool,
}

impl OrderRow {
    fn vat_mode(&self) -> VatMode {
        if self.vat_added > 0 { VatMode::OnTop } else { VatMode::Included }
    }
}

/// Issues the invoice of an order whose money arrived. A repeat has no effect, and neither has an order that costs
/// nothing.
pub(crate) async fn issue_for_order(tx: &mut Tx, id: OrderId, now: Timestamp) -> Result<()> {
    let order: OrderRow = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.company_id, o.customer_name, o.email, o.address, o.discount, o.delivery_fee, o.tip, o.total, o.currency,
            o.vat_added, c.time_zone,
            EXISTS (SELECT 1 FROM invoice i WHERE i.order_id = o.id AND i.kind = 'invoice') AS has_invoice,
            EXISTS (SELECT 1 FROM order_booking b WHERE b.order_id = o.id) AS has_bookings
         FROM customer_order o JOIN company c ON c.id = o.company_id WHERE o.id = $1").bind(id).fetch_one(at).await)?;
    if order.has_invoice || order.total == 0 {
        return Ok(());
    }
    let lines = order_lines(tx, id, &order).await?;
    // Its bookings were cancelled before they were paid.
    if lines.iter().all(|line| line.amount == 0) {
        return Ok(());
    }
    let address: Option<DeliveryAddress> = order.address.as_deref().map(serde_json::from_str).transpose()?;
    let address = address.map(|it| format!("{} {}\n{} {}\n{}", it.house, it.road, it.pincode, it.city, it.country));
    let buyer = Buyer { name: order.customer_name, email: order.email, address: address.unwrap_or_default() };
    let draft = Draft {
        company: order.company_id,
        kind: InvoiceKind::Invoice,
        order: Some(id),
        booking: None,
        corrects: None,
        buyer: &buyer,
        lines: &lines,
        currency: &order.currency,
        note: "",
        key: None,
    };
    issue(tx, &draft, now).await?;
    Ok(())
}

/// Lines of an order, its bookings, then delivery and tip. Their sum is the total of the order, without what bookings
/// that were cancelled before took off.
async fn order_lines(tx: &mut Tx, id: OrderId, order: &OrderRow) -> Result<Vec<InvoiceLine>> {
    type Row = (String, String, i64, i64, i64, i64, i64, i64);
    let rows: Vec<Row> = on!(tx.at(), at => sqlx::query_as(
        "SELECT name, variant_name, quantity, unit_price, vat_rate, discount, amount, vat FROM order_line
         WHERE order_id = $1 ORDER BY position").bind(id).fetch_all(at).await)?;
    let mut lines: Vec<_> = rows
        .into_iter()
        .map(|(name, variant, quantity, unit_price, vat_rate, discount, amount, vat)| {
            let name = if variant.is_empty() { name } else { format!("{name}, {variant}") };
            let amount = amount + order.vat_mode().added(vat);
            let is_net = order.vat_mode() == VatMode::OnTop;
            let (kind, booking_id) = (LineKind::Item, None);
            InvoiceLine { kind, name, quantity, unit_price, vat_rate, discount, amount, vat, is_net, booking_id }
        })
        .collect();
    // The delivery bears the highest rate and the rest of the discount: see `cart::quote`.
    let rate = lines.iter().map(|line| line.vat_rate).max().unwrap_or(0);
    let of_delivery = order.discount - lines.iter().map(|line| line.discount).sum::<i64>();
    let extra = |kind, price, discount: i64, vat_rate| {
        let amount = price - discount;
        let vat = order.vat_mode().vat_of(amount, vat_rate);
        let amount = amount + order.vat_mode().added(vat);
        let (name, is_net) = (String::new(), order.vat_mode() == VatMode::OnTop);
        let booking_id = None;
        InvoiceLine { kind, name, quantity: 1, unit_price: price, vat_rate, discount, amount, vat, is_net, booking_id }
    };
    if order.has_bookings {
        lines.extend(booking_lines(tx, id, &order.time_zone, order.vat_mode()).await?);
    }
    if order.delivery_fee > 0 {
        lines.push(extra(LineKind::Delivery, order.delivery_fee, of_delivery, rate));
    }
    if order.tip > 0 {
        lines.push(extra(LineKind::Tip, order.tip, 0, 0));
    }
    Ok(lines)
}

/// Lines of the bookings of an order. Their amounts contain the VAT, which their prices may not.
async fn booking_lines(tx: &mut Tx, id: OrderId, zone: &TimeZone, mode: VatMode) -> Result<Vec<InvoiceLine>> {
    type Row = (Option<BookingId>, String, Timestamp, i64, i64, i64, i64);
    let rows: Vec<Row> = on!(tx.at(), at => sqlx::query_as(
        "SELECT booking_id, name, starts_at, vat_rate, amount, vat, refunded FROM order_booking
         WHERE order_id = $1 AND amount > refunded ORDER BY position").bind(id).fetch_all(at).await)?;
    let line = |(booking, name, at, rate, amount, vat, refunded): Row| {
        let left = amount - refunded;
        let vat = if refunded == 0 { vat } else { vat_within(left, rate) };
        booking_line(booking, &name, (at, zone), (left, vat, rate), mode)
    };
    Ok(rows.into_iter().map(line).collect())
}

fn booking_line(
    booking_id: Option<BookingId>,
    name: &str,
    (starts_at, zone): (Timestamp, &TimeZone),
    (amount, vat, vat_rate): (i64, i64, i64),
    mode: VatMode,
) -> InvoiceLine {
    let is_net = mode == VatMode::OnTop;
    InvoiceLine {
        kind: LineKind::Booking,
        name: format!("{name}, {} {}", zone.date_at(starts_at), zone.minute_at(starts_at)),
        quantity: 1,
        unit_price: if is_net { amount - vat } else { amount },
        vat_rate,
        discount: 0,
        amount,
        vat,
        is_net,
        booking_id,
    }
}

/// Issues the invoice of a booking that was paid at the company. A repeat has no effect, and neither has a booking that
/// costs nothing.
pub(crate) async fn issue_for_booking(tx: &mut Tx, id: BookingId, now: Timestamp) -> Result<()> {
    type Row = (CompanyId, String, String, String, String, TimeZone, String, Timestamp, i64, i64, i64);
    let row: Option<Row> = on!(tx.at(), at => sqlx::query_as(
        "SELECT b.company_id, b.customer_name, b.email, b.currency, c.country, c.time_zone, o.name, b.starts_at, b.total,
            b.vat, o.vat_rate
         FROM booking b JOIN company c ON c.id = b.company_id JOIN offering o ON o.id = b.offering_id
         WHERE b.id = $1 AND b.total > 0 AND NOT EXISTS (SELECT 1 FROM invoice i WHERE i.booking_id = b.id)")
        .bind(id).fetch_optional(at).await)?;
    let Some((company, name, email, currency, country, zone, offering, at, total, vat, rate)) = row else {
        return Ok(());
    };
    let line = booking_line(Some(id), &offering, (at, &zone), (total, vat, rate), VatMode::of(&country));
    let buyer = Buyer { name, email, address: String::new() };
    let draft = Draft {
        company,
        kind: InvoiceKind::Invoice,
        order: None,
        booking: Some(id),
        corrects: None,
        buyer: &buyer,
        lines: &[line],
        currency: &currency,
        note: "",
        key: None,
    };
    issue(tx, &draft, now).await?;
    Ok(())
}

/// Issues a credit note for money of an order's goods that went back. `with_extras` adds delivery and tip. An order without
/// an invoice has nothing to correct.
pub(crate) async fn credit_order(
    tx: &mut Tx,
    id: OrderId,
    amount: i64,
    with_extras: bool,
    now: Timestamp,
) -> Result<()> {
    let is_part = |line: &InvoiceLine| match line.kind {
        LineKind::Item => true,
        LineKind::Delivery | LineKind::Tip => with_extras,
        LineKind::Booking => false,
    };
    credit(tx, id, |left| credited(left, amount, is_part), now).await
}

/// Issues a credit note for a part of a booking that an order paid.
pub(crate) async fn credit_booking(
    tx: &mut Tx,
    order: OrderId,
    booking: BookingId,
    amount: i64,
    now: Timestamp,
) -> Result<()> {
    let of_booking = |left: &[InvoiceLine]| {
        let is_it = |line: &InvoiceLine| line.booking_id == Some(booking);
        let parts: Vec<_> = left.iter().map(|line| if is_it(line) { amount.min(line.amount) } else { 0 }).collect();
        note_lines(left, &parts)
    };
    credit(tx, order, of_booking, now).await
}

/// Parts of an order that a credit note names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CreditParts<'a> {
    /// Position of the line in the order, and amount.
    pub lines: &'a [(i64, i64)],
    pub bookings: &'a [(BookingId, i64)],
    /// Adds delivery and tip.
    pub with_extras: bool,
}

impl CreditParts<'_> {
    /// Returns the part of each line of an invoice. Their sum is `amount`: what the parts do not name is shared by goods,
    /// delivery and tip, then by all lines.
    fn shares(&self, left: &[InvoiceLine], amount: i64) -> Vec<i64> {
        let named = |(index, line): (i64, &InvoiceLine)| {
            let part = match line.kind {
                LineKind::Delivery | LineKind::Tip if self.with_extras => line.amount,
                LineKind::Delivery | LineKind::Tip => 0,
                LineKind::Booking => {
                    self.bookings.iter().find(|(id, _)| Some(*id) == line.booking_id).map_or(0, |(_, part)| *part)
                }
                // The lines of an invoice begin with those of its order.
                LineKind::Item => {
                    self.lines.iter().find(|(position, _)| *position == index).map_or(0, |(_, part)| *part)
                }
            };
            part.clamp(0, line.amount.max(0))
        };
        let mut parts: Vec<i64> = (0_i64..).zip(left).map(named).collect();
        if parts.iter().sum::<i64>() > amount {
            return distribute(amount, &parts);
        }
        for with_bookings in [false, true] {
            let rest = amount - parts.iter().sum::<i64>();
            let may_bear = |line: &InvoiceLine| with_bookings || line.kind != LineKind::Booking;
            let room = left.iter().zip(&parts).map(|(line, part)| if may_bear(line) { line.amount - part } else { 0 });
            let room: Vec<i64> = room.map(|room| room.max(0)).collect();
            let shared = distribute(rest.min(room.iter().sum()), &room);
            parts.iter_mut().zip(shared).for_each(|(part, share)| *part += share);
        }
        parts
    }
}

/// Issues a credit note over `amount` that names parts of an order.
pub(crate) async fn credit_parts(
    tx: &mut Tx,
    id: OrderId,
    parts: &CreditParts<'_>,
    amount: i64,
    now: Timestamp,
) -> Result<()> {
    credit(tx, id, |left| note_lines(left, &parts.shares(left, amount)), now).await
}

async fn credit(
    tx: &mut Tx,
    id: OrderId,
    lines_of: impl FnOnce(&[InvoiceLine]) -> Vec<InvoiceLine>,
    now: Timestamp,
) -> Result<()> {
    type Row = (CompanyId, String, String, String, String);
    let invoice: Option<Row> = on!(tx.at(), at => sqlx::query_as(
        "SELECT company_id, number, buyer, lines, currency FROM invoice WHERE order_id = $1 AND kind = 'invoice'")
        .bind(id).fetch_optional(at).await)?;
    let Some((company, number, buyer, lines, currency)) = invoice else { return Ok(()) };
    let left = left_of(tx, company, &number, serde_json::from_str(&lines)?).await?;
    let buyer: Buyer = serde_json::from_str(&buyer)?;
    let lines = lines_of(&left);
    let draft = Draft {
        company,
        kind: InvoiceKind::CreditNote,
        order: Some(id),
        booking: None,
        corrects: Some(&number),
        buyer: &buyer,
        lines: &lines,
        currency: &currency,
        note: "",
        key: None,
    };
    issue(tx, &draft, now).await?;
    Ok(())
}

/// Returns the lines of an invoice without what its credit notes took back. Lines keep their order.
pub(super) async fn left_of(
    tx: &mut Tx,
    company: CompanyId,
    number: &str,
    mut lines: Vec<InvoiceLine>,
) -> Result<Vec<InvoiceLine>> {
    let notes: Vec<(String,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT lines FROM invoice WHERE company_id = $1 AND corrects = $2").bind(company).bind(number)
        .fetch_all(at).await)?;
    for (note,) in notes {
        let note: Vec<InvoiceLine> = serde_json::from_str(&note)?;
        for (line, credited) in lines.iter_mut().zip(note) {
            line.amount += credited.amount;
            line.vat += credited.vat;
        }
    }
    Ok(lines)
}

/// Returns the lines of a credit note over `amount`, shared in proportion by the lines that take part. The last refund takes
/// the rest of the VAT.
fn credited(left: &[InvoiceLine], amount: i64, takes_part: impl Fn(&InvoiceLine) -> bool) -> Vec<InvoiceLine> {
    let weights: Vec<i64> = left.iter().map(|line| if takes_part(line) { line.amount } else { 0 }).collect();
    let is_rest = amount >= weights.iter().sum();
    note_lines(left, &if is_rest { weights } else { distribute(amount, &weights) })
}

/// Returns the lines of a credit note over these parts of the lines that are left. A line without a part has 0 units.
pub(crate) fn note_lines(left: &[InvoiceLine], parts: &[i64]) -> Vec<InvoiceLine> {
    let line = |(line, &part): (&InvoiceLine, &i64)| {
        let vat = if part == line.amount { line.vat } else { vat_within(part, line.vat_rate).min(line.vat) };
        if part == 0 {
            return InvoiceLine { quantity: 0, unit_price: 0, discount: 0, amount: 0, vat: -vat, ..line.clone() };
        }
        let price = if line.is_net { part - vat } else { part };
        let is_whole = price == line.unit_price * line.quantity - line.discount;
        let (quantity, unit_price, discount) =
            if is_whole { (-line.quantity, line.unit_price, -line.discount) } else { (1, -price, 0) };
        InvoiceLine { quantity, unit_price, discount, amount: -part, vat: -vat, ..line.clone() }
    };
    left.iter().zip(parts).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(amount: i64, vat_rate: i64) -> InvoiceLine {
        InvoiceLine {
            kind: LineKind::Item,
            name: "Bread".to_owned(),
            quantity: 1,
            unit_price: amount,
            vat_rate,
            discount: 0,
            amount,
            vat: vat_within(amount, vat_rate),
            is_net: false,
            booking_id: None,
        }
    }

    #[test]
    fn credit_notes_take_back_exactly_the_invoice() {
        let lines = [line(1_000, 1_000), line(333, 2_100), line(7, 0)];
        let mut left = lines.to_vec();
        let mut sums = (0, 0);
        for amount in [1, 500, 99, 740] {
            let parts = credited(&left, amount, |_| true);
            for (line, part) in left.iter_mut().zip(parts) {
                line.amount += part.amount;
                line.vat += part.vat;
                sums = (sums.0 + part.amount, sums.1 + part.vat);
            }
        }
        assert!(left.iter().all(|line| line.amount == 0 && line.vat == 0), "{left:?}");
        assert_eq!(sums, (-1_340, -lines.iter().map(|line| line.vat).sum::<i64>()));
    }
}
