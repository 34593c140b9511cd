//! Opening of tickets.

use super::{
    MessageKind, Refusal, Result, Side, SupportType, TicketCategory, TicketState, message,
    view::{self, Ticket},
};
use crate::{
    Db,
    db::Tx,
    on,
    security::rate_limit::{self, Quota},
    types::{
        ids::{BookingId, CompanyId, MediaId, OrderId, TicketId, TicketMessageId, UserId},
        purchase::Purchase,
        request_key::{self, request_hash},
        text,
        timestamp::Timestamp,
    },
};

/// Maximum characters of a subject.
pub const SUBJECT_MAX: usize = 120;
/// Maximum tickets of a customer that are neither resolved nor closed.
pub const MAX_OPEN: i64 = 20;
/// Tickets that a customer opens within a day: a closed one makes room for another.
const RATE: Quota = Quota { times: 40, period: Timestamp::DAY };

/// Ticket to open.
#[derive(Clone, Debug)]
pub struct NewTicket<'a> {
    pub id: TicketId,
    pub message: TicketMessageId,
    pub customer: UserId,
    pub category: TicketCategory,
    pub support_type: Option<SupportType>,
    pub subject: &'a str,
    pub description: &'a str,
    /// Uploaded files of the customer.
    pub files: &'a [MediaId],
    pub about: Option<Purchase>,
    /// Idempotency key: a repeat returns the first ticket, another request with it is refused.
    pub client_id: Option<&'a str>,
}

/// Opens a ticket. One about an order that was placed, or about a booking, goes to its company.
pub async fn open(db: &Db, new: &NewTicket<'_>, now: Timestamp) -> Result<Ticket> {
    // First, because a subject may be derived from it.
    let description = message::checked("description", new.description)?;
    let subject = checked_subject(new.subject)?;
    if rate_limit::take(db, &format!("ticket:{}", new.customer), RATE, now).await?.is_err() {
        return Err(Refusal::TooOften.into());
    }
    let mut tx = db.begin().await?;
    // Tickets of one customer are opened one after the other.
    tx.lock_accounts(&[new.customer.0]).await?;
    // A repeat uploads its files again: their number is compared.
    let request = (new.category, new.support_type, subject, description, new.files.len(), new.about);
    let hash = request_hash(&request);
    if let Some(known) = repeated(&mut tx, new, &hash).await? {
        drop(tx);
        return Ok(view::any(db, known).await?);
    }
    let (open,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM ticket WHERE customer_id = $1 AND state IN ('open', 'waiting_customer')")
        .bind(new.customer).fetch_one(at).await)?;
    if open >= MAX_OPEN {
        return Err(Refusal::TooManyOpen.into());
    }
    let about = match new.about {
        Some(Purchase::Order(order)) => of_order(&mut tx, order, new.customer).await?,
        Some(Purchase::Booking(booking)) => of_booking(&mut tx, booking, new.customer).await?,
        None => About::default(),
    };
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO ticket (id, code, customer_id, company_id, order_id, category, support_type, subject, state, client_id,
            created_at, changed_at, request_hash, booking_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)")
        .bind(new.id).bind(new_code()).bind(new.customer).bind(about.company).bind(about.order).bind(new.category)
        .bind(new.support_type).bind(subject).bind(TicketState::Open).bind(new.client_id).bind(now)
        .bind(new.client_id.map(|_| &hash)).bind(about.booking).execute(at).await.map(drop))?;
    let first = message::NewMessage {
        id: new.message,
        author: Some(new.customer),
        text: description,
        files: new.files,
        client_id: None,
    };
    message::insert(&mut tx, new.id, Side::Customer, MessageKind::Message, &first, None, now).await?;
    tx.commit().await?;
    Ok(view::any(db, new.id).await?)
}

async fn repeated(tx: &mut Tx, new: &NewTicket<'_>, hash: &str) -> Result<Option<TicketId>> {
    let Some(key) = new.client_id else { return Ok(None) };
    let known: Option<(TicketId, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, request_hash FROM ticket WHERE customer_id = $1 AND client_id = $2")
        .bind(new.customer).bind(key).fetch_optional(at).await)?;
    Ok(request_key::repeated(known, hash)?)
}

/// Purchase of a ticket, and the company that answers. Without a company, the operator answers.
#[derive(Default)]
struct About {
    company: Option<CompanyId>,
    order: Option<OrderId>,
    /// Booking that no order pays.
    booking: Option<BookingId>,
}

/// The operator answers about an order that was never placed, or whose company has closed.
async fn of_order(tx: &mut Tx, order: OrderId, customer: UserId) -> Result<About> {
    let found: Option<(CompanyId, bool)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.company_id, c.closed_at IS NULL
            AND EXISTS (SELECT 1 FROM order_change h WHERE h.order_id = o.id AND h.state = 'new')
         FROM customer_order o JOIN company c ON c.id = o.company_id WHERE o.id = $1 AND o.customer_id = $2")
        .bind(order).bind(customer).fetch_optional(at).await)?;
    let (company, is_known_there) = found.ok_or(Refusal::Field("order_id", "This is no order of yours."))?;
    Ok(About { company: is_known_there.then_some(company), order: Some(order), booking: None })
}

/// The operator answers about a hold, or about a booking whose company has closed.
async fn of_booking(tx: &mut Tx, booking: BookingId, customer: UserId) -> Result<About> {
    let found: Option<(CompanyId, Option<OrderId>, bool)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT b.company_id, b.order_id, c.closed_at IS NULL AND b.state NOT IN ('held', 'expired')
         FROM booking b JOIN company c ON c.id = b.company_id WHERE b.id = $1 AND b.customer_id = $2")
        .bind(booking).bind(customer).fetch_optional(at).await)?;
    let (company, order, is_known_there) = found.ok_or(Refusal::Field("booking_id", "This is no booking of yours."))?;
    match order {
        Some(order) => of_order(tx, order, customer).await,
        None => Ok(About { company: is_known_there.then_some(company), order: None, booking: Some(booking) }),
    }
}

fn checked_subject(subject: &str) -> Result<&str, Refusal> {
    let subject = subject.trim();
    if !text::is_visible(subject) {
        return Err(Refusal::Field("subject", "This is required."));
    }
    if subject.chars().count() > SUBJECT_MAX {
        return Err(Refusal::Field("subject", "Enter at most 120 characters."));
    }
    if text::turns_direction(subject) || subject.chars().any(char::is_control) {
        return Err(Refusal::Field("subject", "Enter a single line of text."));
    }
    Ok(subject)
}

/// Closes tickets that were resolved before `before`, at most `limit`. Returns the messages that tell of it.
pub async fn close_resolved(
    db: &Db,
    mut next_id: impl FnMut() -> TicketMessageId,
    before: Timestamp,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<TicketMessageId>> {
    let due: Vec<(TicketId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM ticket WHERE state = 'resolved' AND changed_at < $1 ORDER BY changed_at, id LIMIT $2")
        .bind(before).bind(limit).fetch_all(at).await)?;
    let mut told = Vec::new();
    for (id,) in due {
        let mut tx = db.begin().await?;
        // A customer may have written since.
        let closed = on!(tx.at(), at => sqlx::query(
            "UPDATE ticket SET state = 'closed', changed_at = $2 WHERE id = $1 AND state = 'resolved' AND changed_at < $3")
            .bind(id).bind(now).bind(before).execute(at).await.map(|done| done.rows_affected()))?;
        if closed == 1 {
            let message = message::NewMessage { id: next_id(), author: None, text: "", files: &[], client_id: None };
            message::insert(&mut tx, id, Side::System, MessageKind::State, &message, Some(TicketState::Closed), now)
                .await?;
            told.push(message.id);
            tx.commit().await?;
        }
    }
    Ok(told)
}

/// Returns a random number without letters and digits that look alike: `K7QP-4MXD`.
fn new_code() -> String {
    const LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
    let letter = |_| char::from(LETTERS[rand::random_range(0..LETTERS.len())]);
    let mut code: String = (0..8).map(letter).collect();
    code.insert(4, '-');
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_is_one_visible_line() {
        assert_eq!(checked_subject("  Cold soup "), Ok("Cold soup"));
        for subject in ["", " ", "\u{200b}", "a\nb", "a\u{202e}b", &"x".repeat(SUBJECT_MAX + 1)] {
            assert!(matches!(checked_subject(subject), Err(Refusal::Field("subject", _))), "{subject:?}");
        }
    }
}
