//! Checkout: carts become orders with one payment, and their stock is held while the customer pays.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    OrderState, Outcome, Refusal, Result,
    bookings::accept_booked,
    transition::{self, Current, Step, changes, pending, record},
    view,
};
use crate::{
    Db,
    booking::{Actor, InventoryChange, confirm::Contact, ordered},
    cart::{Cart, promo_code, view as carts},
    db::Tx,
    each,
    fulfilment::Fulfilment,
    inventory::counted::{self, Move, Take},
    loyalty::ledger::OrderCard,
    on,
    payment::{self, NewPayment, Payment, PaymentState, Provider},
    reel::sale,
    sales::{self, Delta},
    types::{
        ids::{CompanyId, OrderId, PaymentId, UserId, VariantId},
        request_key::{self, request_hash},
        timestamp::Timestamp,
    },
};

/// Time to pay, counted from the first checkout of the held bookings and goods.
pub const HOLD: i64 = 15 * Timestamp::MINUTE;
/// Maximum companies of one checkout.
pub const COMPANIES_MAX: usize = 10;

/// Carts to order together.
#[derive(Clone, Debug)]
pub struct Checkout {
    pub payment: PaymentId,
    pub customer: UserId,
    /// Companies of the carts, with the ids of the new orders.
    pub orders: BTreeMap<CompanyId, OrderId>,
    /// Total of all carts that the customer has seen. None: any.
    pub expected_total: Option<i64>,
    /// Idempotency key of the customer's client.
    pub client_id: Option<String>,
    pub provider: Provider,
}

/// Holds the stock of the carts and creates their orders and payment. A repeat with the same key returns the first.
pub async fn checkout(db: &Db, new: &Checkout, now: Timestamp) -> Result<(Payment, Outcome)> {
    if let Some(known) = repeated(db, new, now).await? {
        return Ok(known);
    }
    let mut ready = Vec::new();
    for company in new.orders.keys() {
        let cart = carts::of_company(db, new.customer, *company, now).await?;
        if let Some(problem) = cart.problems.first() {
            return Err(Refusal::Cart(*problem).into());
        }
        ready.push(cart);
    }
    let currency = ready.first().map(|cart| cart.company.currency.clone()).unwrap_or_default();
    if ready.iter().any(|cart| cart.company.currency != currency) {
        return Err(Refusal::SeveralCurrencies.into());
    }
    let is_delivered = |cart: &Cart| cart.fulfilment.is_some_and(Fulfilment::needs_address);
    let total: i64 = ready.iter().map(|cart| cart.total).sum();
    if new.provider == Provider::OnSite {
        if ready.iter().any(is_delivered) {
            return Err(Refusal::PaidByCard.into());
        }
        if total > 0 && ready.iter().any(|cart| !cart.company.takes_payment_on_site) {
            return Err(Refusal::NoPaymentOnSite.into());
        }
    }
    if new.expected_total.is_some_and(|expected| expected != total) {
        return Err(Refusal::PriceChanged(total).into());
    }
    // An order that costs nothing needs no card, one that is paid on site waits for its customer.
    let state = match new.provider {
        _ if total == 0 => PaymentState::Paid,
        Provider::OnSite => PaymentState::Processing,
        _ => PaymentState::RequiresMethod,
    };
    let mut tx = db.begin().await?;
    let payment = NewPayment {
        id: new.payment,
        account: new.customer,
        provider: new.provider,
        state,
        amount: total,
        currency: &currency,
        client_id: new.client_id.as_deref(),
        request_hash: &hash(new),
    };
    let written = async {
        let mut all = Vec::new();
        for cart in &ready {
            tx.lock_company(cart.company.id).await?;
        }
        payment::insert(&mut tx, &payment, now).await?;
        let mut carts = Vec::with_capacity(ready.len());
        for cart in &ready {
            carts.push((cart, pending(&mut tx, cart.company.id, Some(new.customer), now).await?));
        }
        let is_sold = state != PaymentState::RequiresMethod;
        let hold = if is_sold { None } else { Some(hold_end(&mut tx, &carts, new.customer, now).await?) };
        for (cart, replaced) in &carts {
            all.push((cart.company.id, write(&mut tx, new, (cart, replaced), hold, now).await?));
        }
        Result::Ok(all)
    };
    match written.await {
        Ok(changes) => {
            tx.commit().await?;
            let ids: Vec<_> = new.orders.values().copied().collect();
            let orders = view::many(db, &ids, now).await?;
            Ok((payment.payment(), Outcome { orders, changes }))
        }
        // A repeat of the same request came first.
        Err(super::OrderError::Store(crate::Error::Taken)) => {
            drop(tx);
            repeated(db, new, now).await?.ok_or_else(|| Refusal::CartChanged.into())
        }
        Err(refusal) => Err(refusal),
    }
}

/// Returns the checkout that was made with the same key. A key of another request is refused.
async fn repeated(db: &Db, new: &Checkout, now: Timestamp) -> Result<Option<(Payment, Outcome)>> {
    let known = payment::with_key(db, new.customer, new.client_id.as_deref()).await?.map(|payment| {
        let hash = payment.request_hash.clone();
        (payment, Some(hash))
    });
    let Some(payment) = request_key::repeated(known, &hash(new))? else { return Ok(None) };
    let orders = view::of_payment(db, payment.id, now).await?;
    Ok(Some((payment, Outcome { orders, changes: Vec::new() })))
}

/// Hash of what a key stands for: the companies, the total and the provider.
fn hash(new: &Checkout) -> String {
    let companies: Vec<_> = new.orders.keys().collect();
    request_hash(&(companies, new.expected_total, new.provider))
}

/// Returns the end of the time to pay. Counted from the first checkout of what is held, so that ordering again and again
/// does not keep it from others. Each cart comes with the unpaid orders that its order replaces.
async fn hold_end(tx: &mut Tx, carts: &[(&Cart, Vec<Current>)], customer: UserId, now: Timestamp) -> Result<Timestamp> {
    let mut end = now.plus(HOLD);
    for (cart, replaced) in carts {
        if !cart.bookings.is_empty() {
            let (ordered,): (Option<Timestamp>,) = on!(tx.at(), at => sqlx::query_as(
                "SELECT MIN(o.created_at) FROM cart_booking k JOIN order_booking l ON l.booking_id = k.booking_id
                    JOIN customer_order o ON o.id = l.order_id WHERE k.cart_id = $1")
                .bind(cart.id).fetch_one(at).await)?;
            end = end.min(ordered.unwrap_or(now).plus(HOLD));
        }
        if !replaced.is_empty() && cart.lines.iter().any(|line| line.capacity.is_some()) {
            // An unpaid order that holds some of the goods. The new one replaces it.
            let (held,): (Option<Timestamp>,) = on!(tx.at(), at => sqlx::query_as(
                "SELECT MIN(o.hold_expires_at) FROM customer_order o
                 WHERE o.company_id = $1 AND o.customer_id = $2 AND o.state = 'pending_payment' AND o.hold_expires_at > $3
                    AND EXISTS (SELECT 1 FROM order_line l JOIN cart_line k ON k.variant_id = l.variant_id
                        WHERE l.order_id = o.id AND l.counted AND k.cart_id = $4)")
                .bind(cart.company.id).bind(customer).bind(now).bind(cart.id).fetch_one(at).await)?;
            end = end.min(held.unwrap_or(end));
        }
    }
    Ok(end)
}

/// Writes the order of a cart, which replaces unpaid ones. `hold` is the end of the time to pay. None: the order is sold at
/// once.
async fn write(
    tx: &mut Tx,
    new: &Checkout,
    (cart, replaced): (&Cart, &[Current]),
    hold: Option<Timestamp>,
    now: Timestamp,
) -> Result<Vec<InventoryChange>> {
    let id = new.orders[&cart.company.id];
    let is_sold = hold.is_none();
    let mut told = release(tx, replaced, now).await?;
    let (unchanged,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM cart WHERE id = $1 AND updated_at = $2")
        .bind(cart.id).bind(cart.updated_at).fetch_one(at).await)?;
    if unchanged == 0 {
        return Err(Refusal::CartChanged.into());
    }
    if let Some(promo) = cart.promo_id
        && !promo_code::take(tx, promo, Some(new.customer)).await?
    {
        return Err(Refusal::PromoCodeUsedUp.into());
    }
    insert(tx, new, id, cart, hold, now).await?;
    let contact = Contact {
        customer_name: cart.customer_name.clone(),
        contact_number: cart.contact_number.clone(),
        email: cart.email.clone(),
        note: String::new(),
    };
    let order = ordered::NewOrder { id, customer: new.customer, contact: &contact, hold_expires_at: hold };
    let bookings: Vec<_> = cart.bookings.iter().map(|booking| booking.booking_id).collect();
    ordered::attach(tx, &order, &bookings, now).await?;
    let coins = cart.loyalty.map_or(0, |loyalty| loyalty.spent_coins);
    let card = OrderCard { order: id, company: cart.company.id, customer: new.customer };
    if coins > 0 && !card.spend(tx, coins, now).await? {
        return Err(Refusal::CoinsSpent.into());
    }
    let taken = hold_stock(tx, cart).await?;
    told.extend(changes(&taken, -1));
    if is_sold {
        counted::move_each(tx, &taken, Move::Sell).await?;
        on!(tx.at(), at => sqlx::query("DELETE FROM cart WHERE id = $1").bind(cart.id).execute(at).await.map(drop))?;
    }
    let to = if is_sold { OrderState::New } else { OrderState::PendingPayment };
    record(tx, id, Step { to, actor: Actor::Customer, actor_id: Some(new.customer), note: "" }, now).await?;
    if is_sold {
        sales::record(tx, id, Delta::placed(cart.total)).await?;
        accept_booked(tx, id, now).await?;
    }
    Ok(told)
}

/// Cancels the unpaid orders of the company that ended, and those of the customer: the new one replaces them.
async fn release(tx: &mut Tx, replaced: &[Current], now: Timestamp) -> Result<Vec<InventoryChange>> {
    let mut freed = Vec::new();
    for order in replaced {
        // Bookings that are still in the cart go on to the new order.
        freed.extend(ordered::detach(tx, order.id, now).await?);
        let step = Step { to: OrderState::Cancelled, actor: Actor::System, actor_id: None, note: "" };
        freed.extend(order.step(tx, step, now).await?);
        if order.hold_expires_at.is_some_and(|at| at > now) {
            on!(tx.at(), at => sqlx::query("UPDATE customer_order SET cancel_reason = 'replaced' WHERE id = $1")
                .bind(order.id).execute(at).await.map(drop))?;
            order.give_up(tx, now).await?;
        } else {
            payment::void_if_unused(tx, order.payment_id, now).await?;
        }
    }
    Ok(freed)
}

/// Holds the stock of a cart. Two lines may take the same variant.
async fn hold_stock(tx: &mut Tx, cart: &Cart) -> Result<Vec<(VariantId, Timestamp, i64)>> {
    let mut wanted: BTreeMap<VariantId, Take> = BTreeMap::new();
    for line in &cart.lines {
        let Some(capacity) = line.capacity else { continue };
        let start = Timestamp(0);
        let take = Take { variant: line.variant_id, starts_at: start, ends_at: start, quantity: 0, capacity };
        wanted.entry(line.variant_id).or_insert(take).quantity += line.quantity;
    }
    let takes: Vec<_> = wanted.into_values().collect();
    if !takes.is_empty() && !counted::hold(tx, &takes).await? {
        return Err(Refusal::SoldOut.into());
    }
    Ok(takes.iter().map(|take| (take.variant, take.starts_at, take.quantity)).collect())
}

async fn insert(
    tx: &mut Tx,
    new: &Checkout,
    id: OrderId,
    cart: &Cart,
    hold: Option<Timestamp>,
    now: Timestamp,
) -> Result<()> {
    let state = if hold.is_none() { OrderState::New } else { OrderState::PendingPayment };
    let address = match &cart.address {
        Some(address) if cart.fulfilment.is_some_and(Fulfilment::needs_address) => {
            Some(serde_json::to_string(address)?)
        }
        _ => None,
    };
    let promo = cart.promo_id.and(cart.promo_code.as_ref()).map(|code| code.trim().to_uppercase());
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO customer_order (id, code, company_id, customer_id, payment_id, state, fulfilment, customer_name,
            contact_number, email, note, wants_cutlery, members, address, scheduled_at, promised_at, subtotal, discount,
            delivery_fee, tip, vat, total, currency, promo_id, promo_code, hold_expires_at, created_at, changed_at,
            coins_spent, coins_value, vat_added)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
            $24, $25, $26, $27, $27, $28, $29, $30)")
        .bind(id).bind(new_code()).bind(cart.company.id).bind(new.customer).bind(new.payment).bind(state)
        .bind(cart.fulfilment.unwrap_or(Fulfilment::Onsite)).bind(&cart.customer_name).bind(&cart.contact_number).bind(&cart.email).bind(&cart.note)
        .bind(cart.wants_cutlery).bind(cart.members).bind(address).bind(cart.scheduled_at).bind(cart.promised_at)
        .bind(cart.subtotal + cart.vat_added).bind(cart.discount).bind(cart.delivery_fee).bind(cart.tip).bind(cart.vat).bind(cart.total)
        .bind(&cart.company.currency).bind(cart.promo_id).bind(promo).bind(hold).bind(now)
        .bind(cart.loyalty.map_or(0, |loyalty| loyalty.spent_coins))
        .bind(cart.loyalty.map_or(0, |loyalty| loyalty.spent_value)).bind(cart.vat_added)
        .execute(at).await.map(drop))?;
    insert_lines(tx, id, cart).await?;
    Ok(sale::attribute_order(tx, id, new.customer, now).await?)
}

async fn insert_lines(tx: &mut Tx, id: OrderId, cart: &Cart) -> Result<()> {
    let mut rows = Vec::with_capacity(cart.lines.len());
    for (position, line) in cart.lines.iter().enumerate() {
        let options = serde_json::to_string(&line.options)?;
        rows.push(json!([
            position,
            line.product_id,
            line.variant_id,
            line.name,
            line.variant_name,
            options,
            line.note,
            line.quantity,
            line.unit_price,
            line.vat_rate,
            line.discount,
            line.amount,
            line.vat,
            i32::from(line.capacity.is_some()),
        ]));
    }
    let rows = serde_json::to_string(&rows)?;
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO order_line (order_id, position, offering_id, variant_id, name, variant_name, options, note, quantity,
            unit_price, vat_rate, discount, amount, vat, counted)
         SELECT $2, CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3, value->>4,
            value->>5, value->>6, CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT), CAST(value->>9 AS BIGINT),
            CAST(value->>10 AS BIGINT), CAST(value->>11 AS BIGINT), CAST(value->>12 AS BIGINT),
            CAST(value->>13 AS BIGINT) = 1
         FROM ",
        ""
    );
    on!(at, at => sqlx::query(sql).bind(rows).bind(id).execute(at).await.map(drop))?;
    Ok(())
}

/// Takes the stock of an order again whose hold had ended. Returns none, and holds nothing, if too few units
/// are left.
pub(super) async fn hold_again(tx: &mut Tx, id: OrderId) -> Result<Option<Vec<InventoryChange>>> {
    let units = transition::units(tx, id).await?;
    let takes: Vec<_> = units
        .iter()
        .map(|&(variant, starts_at, quantity)| Take { variant, starts_at, ends_at: starts_at, quantity, capacity: 0 })
        .collect();
    // The transaction goes on without the stock, so that what was held of it is given back.
    for (index, take) in takes.iter().enumerate() {
        if !counted::hold(tx, std::slice::from_ref(take)).await? {
            counted::move_each(tx, &units[..index], Move::ReleaseHeld).await?;
            return Ok(None);
        }
    }
    counted::move_each(tx, &units, Move::Sell).await?;
    Ok(Some(changes(&units, -1)))
}

/// Gives the stock back that [`hold_again`] took.
pub(super) async fn give_back(tx: &mut Tx, id: OrderId) -> Result<()> {
    let units = transition::units(tx, id).await?;
    Ok(counted::move_each(tx, &units, Move::ReleaseSold).await?)
}

/// Returns true if the text is a whole order number, in any case.
pub(super) fn is_code(text: &str) -> bool {
    let is_part = |part: &str| part.len() == 4 && part.bytes().all(|letter| letter.is_ascii_alphanumeric());
    text.split_once('-').is_some_and(|(first, second)| is_part(first) && is_part(second))
}

/// Returns a random order number without letters and digits that look alike: `P7KQ-4MXD`.
fn new_code() -> String {
    const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    let letter = |_| char::from(LETTERS[rand::random_range(0..LETTERS.len())]);
    let mut code: String = (0..8).map(letter).collect();
    code.insert(4, '-');
    code
}
