//! Holding the inventory of a booking, and booking at once.

use super::{
    Actor, BookingState, InventoryChange, Outcome, Refusal, Request, Result, called_off,
    confirm::Contact,
    draft::{self, Draft},
    expiry,
    transition::{Current, Step, record},
    view,
    waitlist::offer,
};
use crate::{
    Db,
    db::Tx,
    each,
    inventory::{
        counted, exclusive,
        plan::{self, Terms},
        slots::{self, Stock},
    },
    on,
    reel::sale,
    types::{
        ids::{BookingId, OfferingId, ResourceId, UserId},
        request_key::{self, request_hash},
        timestamp::{Date, Timestamp},
    },
};
use serde_json::json;

/// Time for which inventory is held.
pub const HOLD: i64 = 10 * Timestamp::MINUTE;
/// Maximum open holds of one customer.
pub const HOLDS_MAX: i64 = 5;
/// Attempts after another booking took the same resource or code between reading and writing.
const ATTEMPTS: usize = 3;

/// Booking to make. All texts are validated.
#[derive(Clone, Debug)]
pub struct NewBooking {
    pub id: BookingId,
    pub offering: OfferingId,
    /// `None` for a walk-in.
    pub customer: Option<UserId>,
    pub request: Request,
    /// Idempotency key of the client: of the customer, or of the company for a walk-in.
    pub client_id: Option<String>,
    pub contact: Contact,
}

/// Holds the inventory of a booking for [`HOLD`]. A repeat with the same key returns the first booking.
pub async fn hold(db: &Db, new: &NewBooking, now: Timestamp) -> Result<Outcome> {
    make(db, new, None, now).await
}

/// Holds and confirms in one transaction. `actor` is the customer, or the company for a walk-in.
pub async fn book(
    db: &Db,
    new: &NewBooking,
    expected_total: Option<i64>,
    actor: Actor,
    now: Timestamp,
) -> Result<Outcome> {
    make(db, new, Some(Sale { expected_total, actor }), now).await
}

/// Confirmation in the transaction of the hold.
#[derive(Clone, Copy)]
struct Sale {
    expected_total: Option<i64>,
    actor: Actor,
}

async fn make(db: &Db, new: &NewBooking, sale: Option<Sale>, now: Timestamp) -> Result<Outcome> {
    let terms = plan::terms(db, new.offering).await?;
    let is_company = sale.is_some_and(|sale| sale.actor == Actor::Company);
    let terms = if is_company { terms.for_company() } else { terms };
    if let Some(known) = repeated(db, &terms, new).await? {
        return Ok(Outcome { booking: view::one(db, known, now).await?, changes: Vec::new() });
    }
    let dates = requested_dates(db, &terms, &new.request).await?;
    let mut refused = Refusal::SlotTaken;
    for _ in 0..ATTEMPTS {
        let stock = Stock::load(db, terms.clone(), &dates.0, &dates.1, now).await?;
        let draft = draft::draft(&stock, &dates, &new.request, now)?;
        if !draft.fits(&stock) {
            return Err(Refusal::SoldOut.into());
        }
        if let Some(expected) = sale.and_then(|sale| sale.expected_total).filter(|expected| *expected != draft.total) {
            tracing::debug!(expected, total = draft.total, "the price of a booking changed");
            return Err(Refusal::PriceChanged(draft.total).into());
        }
        if sale.is_some() && !terms.takes_payment_on_site && draft.total > 0 {
            return Err(Refusal::PaidInAdvance.into());
        }
        let mut tx = db.begin().await?;
        match write(&mut tx, new, &stock, &draft, sale, now).await {
            Ok(changes) => {
                tx.commit().await?;
                return Ok(Outcome { booking: view::one(db, new.id, now).await?, changes });
            }
            // Another table or member of staff may be free.
            Err(super::BookingError::Refused(refusal @ Refusal::SlotTaken)) => refused = refusal,
            Err(super::BookingError::Store(crate::Error::Taken)) => {
                // A repeat of the same request came first, or the random code is in use.
                if let Some(known) = repeated(db, &terms, new).await? {
                    return Ok(Outcome { booking: view::one(db, known, now).await?, changes: Vec::new() });
                }
            }
            Err(refusal) => return Err(refusal),
        }
    }
    Err(refused.into())
}

/// Returns the local dates that a request touches.
pub(super) async fn requested_dates(db: &Db, terms: &Terms, request: &Request) -> Result<(Date, Date)> {
    let occurs_at = match request.occurrence {
        Some(id) => slots::occurrence_start(db, terms.id, id).await?,
        None => None,
    };
    draft::dates(terms, request, occurs_at)
}

/// Returns the booking that was made with the same key. A key of another request is refused.
async fn repeated(db: &Db, terms: &Terms, new: &NewBooking) -> Result<Option<BookingId>> {
    let Some(key) = &new.client_id else { return Ok(None) };
    let known: Option<(BookingId, Option<String>)> = match new.customer {
        Some(customer) => on!(db.read(), at => sqlx::query_as(
            "SELECT id, request_hash FROM booking WHERE customer_id = $1 AND client_id = $2")
            .bind(customer).bind(key).fetch_optional(at).await)?,
        None => on!(db.read(), at => sqlx::query_as(
            "SELECT id, request_hash FROM booking WHERE company_id = $1 AND client_id = $2 AND customer_id IS NULL")
            .bind(terms.company_id).bind(key).fetch_optional(at).await)?,
    };
    Ok(request_key::repeated(known, &hash_of(new))?)
}

/// Hash of what a key stands for: the offering and the request.
fn hash_of(new: &NewBooking) -> String {
    request_hash(&(new.offering, &new.request))
}

async fn write(
    tx: &mut Tx,
    new: &NewBooking,
    stock: &Stock,
    draft: &Draft,
    sale: Option<Sale>,
    now: Timestamp,
) -> Result<Vec<InventoryChange>> {
    let terms = &stock.plan.terms;
    tx.lock_company(terms.company_id).await?;
    let mut changes = expiry::release_ended(tx, terms.company_id, now).await?;
    if let Some(customer) = new.customer {
        let (held,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COUNT(*) FROM booking WHERE customer_id = $1 AND state = 'held' AND hold_expires_at > $2")
            .bind(customer).bind(now).fetch_one(at).await)?;
        if held >= HOLDS_MAX {
            return Err(Refusal::TooManyHolds.into());
        }
    }
    // The company may decide otherwise.
    let is_customer = sale.is_none_or(|sale| sale.actor == Actor::Customer);
    if is_customer && offer::is_due(tx, terms.company_id, draft).await? {
        return Err(Refusal::WaitlistFirst(terms.company_id).into());
    }
    insert(tx, new, terms, draft, now.plus(HOLD), now).await?;
    changes.extend(allocate(tx, new.id, new.offering, stock, draft).await?);
    let held = Step {
        to: BookingState::Held,
        actor: sale.map_or(Actor::Customer, |sale| sale.actor),
        actor_id: new.customer,
        note: "",
    };
    record(tx, new.id, held, now).await?;
    if let Some(sale) = sale {
        // A walk-in needs no approval.
        let approves = terms.approves_bookings && sale.actor == Actor::Customer;
        let to = if approves { BookingState::AwaitingCompany } else { BookingState::Confirmed };
        current(new, terms, draft)
            .step(tx, Step { to, actor: sale.actor, actor_id: new.customer, note: "" }, now)
            .await?;
    }
    Ok(changes)
}

fn current(new: &NewBooking, terms: &Terms, draft: &Draft) -> Current {
    Current {
        id: new.id,
        company_id: terms.company_id,
        offering_id: new.offering,
        customer_id: new.customer,
        state: BookingState::Held,
        starts_at: draft.starts_at,
        ends_at: draft.ends_at,
        total: draft.total,
        hold_expires_at: None,
        free_cancel_until: draft.free_cancel_until,
        cancel_fee: draft.cancel_fee,
        order_id: None,
    }
}

/// Takes the inventory of a draft and writes what was taken. The company is locked.
pub(super) async fn allocate(
    tx: &mut Tx,
    id: BookingId,
    offering: OfferingId,
    stock: &Stock,
    draft: &Draft,
) -> Result<Vec<InventoryChange>> {
    if let Some(occurrence) = draft.occurrence
        && !called_off::is_for_sale(tx, occurrence).await?
    {
        return Err(Refusal::SlotTaken.into());
    }
    let mut changes = Vec::new();
    let takes: Vec<_> = draft.items.iter().filter(|item| item.counted).map(|item| item.take).collect();
    if !takes.is_empty() && !counted::hold(tx, &takes).await? {
        return Err(Refusal::SoldOut.into());
    }
    changes.extend(takes.iter().map(|take| InventoryChange::Units {
        variant_id: take.variant,
        starts_at: take.starts_at,
        change: -take.quantity,
    }));
    if let Some(seat) = &draft.seat {
        let occupied = exclusive::occupied_in(tx, offering, &seat.range).await?;
        let chosen = stock.choose(&seat.candidates, |one| !occupied.contains_key(&one), draft.members);
        if chosen.is_empty() {
            return Err(Refusal::SoldOut.into());
        }
        if !exclusive::occupy(tx, id, &chosen, &seat.range).await? {
            return Err(Refusal::SlotTaken.into());
        }
        insert_resources(tx, id, &chosen).await?;
        changes.extend(chosen.iter().map(|resource| InventoryChange::Occupied {
            resource_id: *resource,
            starts_at: seat.range.start,
            ends_at: seat.range.end,
        }));
    }
    insert_items(tx, id, draft).await?;
    Ok(changes)
}

/// Inserts a hold.
pub(super) async fn insert(
    tx: &mut Tx,
    new: &NewBooking,
    terms: &Terms,
    draft: &Draft,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<()> {
    let Contact { customer_name, contact_number, email, note } = &new.contact;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO booking (id, code, company_id, offering_id, customer_id, state, starts_at, ends_at, members, total, vat,
            currency, customer_name, contact_number, email, note, client_id, hold_expires_at, free_cancel_until, cancel_fee,
            scheduled_at, created_at, changed_at, request_hash, children)
         VALUES ($1, $2, $3, $4, $5, 'held', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20,
            $20, $21, $22)")
        .bind(new.id).bind(new_code()).bind(terms.company_id).bind(new.offering).bind(new.customer)
        .bind(draft.starts_at).bind(draft.ends_at).bind(draft.members).bind(draft.total).bind(draft.vat)
        .bind(&terms.currency).bind(customer_name).bind(contact_number).bind(email).bind(note).bind(&new.client_id)
        .bind(expires_at).bind(draft.free_cancel_until).bind(draft.cancel_fee).bind(now)
        .bind(new.client_id.as_ref().map(|_| hash_of(new))).bind(draft.children)
        .execute(at).await.map(drop))?;
    match new.customer {
        Some(customer) => Ok(sale::attribute_booking(tx, new.id, customer, now).await?),
        None => Ok(()),
    }
}

async fn insert_items(tx: &mut Tx, id: BookingId, draft: &Draft) -> Result<()> {
    let row = |item: &draft::DraftItem| {
        let take = item.take;
        json!([take.variant, take.starts_at.0, take.ends_at.0, take.quantity, item.unit_price, i32::from(item.counted)])
    };
    let rows = serde_json::to_string(&draft.items.iter().map(row).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO booking_item (booking_id, variant_id, starts_at, ends_at, quantity, unit_price, counted)
         SELECT $2, CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
            CAST(value->>3 AS BIGINT), CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT) = 1 FROM ",
        ""
    );
    on!(at, at => sqlx::query(sql).bind(rows).bind(id).execute(at).await.map(drop))?;
    Ok(())
}

async fn insert_resources(tx: &mut Tx, id: BookingId, resources: &[ResourceId]) -> Result<()> {
    let rows = serde_json::to_string(&resources.iter().map(|resource| [resource]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO booking_resource (booking_id, resource_id) SELECT $2, CAST(value->>0 AS BIGINT) FROM ",
        ""
    );
    on!(at, at => sqlx::query(sql).bind(rows).bind(id).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns a random booking code without letters and digits that look alike: `K7Q-4MX`.
fn new_code() -> String {
    const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    let letter = |_| char::from(LETTERS[rand::random_range(0..LETTERS.len())]);
    let mut code: String = (0..6).map(letter).collect();
    code.insert(3, '-');
    code
}
