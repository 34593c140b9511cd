//! Messages in tickets, and the states that they bring about.

use super::{
    MessageKind, Refusal, Result, Side, TicketState, file,
    view::{self, Scope, Ticket, TicketMessage},
};
use crate::{
    Db, Error,
    db::Tx,
    on,
    security::rate_limit::{self, Quota},
    types::{
        ids::{CompanyId, MediaId, TicketId, TicketMessageId, UserId},
        request_key::{self, request_hash},
        text,
        timestamp::Timestamp,
    },
};

/// Maximum characters of a message.
pub const TEXT_MAX: usize = 4_000;
/// Maximum messages of a ticket, changes of the state included.
pub const MAX_MESSAGES: i64 = 500;
/// Messages and changes of the state of an account within a minute. Each notifies the other side.
const RATE: Quota = Quota { times: 20, period: Timestamp::MINUTE };

/// Message to write.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage<'a> {
    pub id: TicketMessageId,
    /// `None`: the operator.
    pub author: Option<UserId>,
    pub text: &'a str,
    /// Uploaded files of the author.
    pub files: &'a [MediaId],
    /// Idempotency key: a repeat returns the first message, another message with it is refused.
    pub client_id: Option<&'a str>,
}

/// Message with the ticket after it.
#[derive(Clone, Debug)]
pub struct Written {
    pub ticket: Ticket,
    pub message: TicketMessage,
}

/// Row of a ticket under lock.
#[derive(sqlx::FromRow)]
pub(super) struct Current {
    customer_id: UserId,
    company_id: Option<CompanyId>,
    pub is_escalated: bool,
    pub state: TicketState,
}

/// Locks a ticket and reads it, if it exists for the caller.
pub(super) async fn lock(tx: &mut Tx, id: TicketId, scope: Scope) -> Result<Current> {
    let current: Current = on!(tx.at(), at => sqlx::query_as(
        "UPDATE ticket SET state = state WHERE id = $1 RETURNING customer_id, company_id,
            escalated_at IS NOT NULL AS is_escalated, state")
        .bind(id).fetch_one(at).await)?;
    let is_own = match scope {
        Scope::Customer(user) => current.customer_id == user,
        Scope::Company(company) => current.company_id == Some(company),
        Scope::Operator => current.company_id.is_none() || current.is_escalated,
    };
    if is_own { Ok(current) } else { Err(Error::NotFound.into()) }
}

/// Writes a message. A resolved ticket is open again then; a closed one takes none.
pub async fn write(db: &Db, ticket: TicketId, scope: Scope, new: &NewMessage<'_>, now: Timestamp) -> Result<Written> {
    let is_files_only = new.text.trim().is_empty() && !new.files.is_empty();
    let text = if is_files_only { "" } else { checked("message", new.text)? };
    let new = &NewMessage { text, ..*new };
    check_rate(db, new.author, now).await?;
    let mut tx = db.begin().await?;
    let current = lock(&mut tx, ticket, scope).await?;
    if let Some(known) = repeated(&mut tx, ticket, new).await? {
        drop(tx);
        return written(db, ticket, known).await;
    }
    let to = current.state.after_message(scope.side()).ok_or(Refusal::State)?;
    check_room(&mut tx, ticket).await?;
    let state = (to != current.state).then_some(to);
    insert(&mut tx, ticket, scope.side(), MessageKind::Message, new, state, now).await?;
    set_state(&mut tx, ticket, to, now).await?;
    tx.commit().await?;
    written(db, ticket, new.id).await
}

/// Changes the state of a ticket. A repeat has no effect and returns `None`.
pub async fn change_state(
    db: &Db,
    ticket: TicketId,
    scope: Scope,
    id: TicketMessageId,
    author: Option<UserId>,
    to: TicketState,
    now: Timestamp,
) -> Result<Option<Written>> {
    check_rate(db, author, now).await?;
    let mut tx = db.begin().await?;
    let current = lock(&mut tx, ticket, scope).await?;
    if current.state == to {
        return Ok(None);
    }
    // Support waits for its customer by answering, not by saying so.
    let is_answer = to == TicketState::WaitingCustomer;
    if is_answer || !current.state.may_become(to, scope.side()) {
        return Err(Refusal::State.into());
    }
    check_room(&mut tx, ticket).await?;
    let new = NewMessage { id, author, text: "", files: &[], client_id: None };
    insert(&mut tx, ticket, scope.side(), MessageKind::State, &new, Some(to), now).await?;
    set_state(&mut tx, ticket, to, now).await?;
    tx.commit().await?;
    written(db, ticket, id).await.map(Some)
}

/// Counts a message of an account. The operator has none and is not counted.
pub(super) async fn check_rate(db: &Db, author: Option<UserId>, now: Timestamp) -> Result<()> {
    let Some(author) = author else { return Ok(()) };
    let taken = rate_limit::take(db, &format!("ticket-message:{author}"), RATE, now).await?;
    taken.map_err(|_| Refusal::TooOften.into())
}

pub(super) async fn written(db: &Db, ticket: TicketId, message: TicketMessageId) -> Result<Written> {
    Ok(Written { ticket: view::any(db, ticket).await?, message: view::message(db, message).await? })
}

pub(super) async fn repeated(tx: &mut Tx, ticket: TicketId, new: &NewMessage<'_>) -> Result<Option<TicketMessageId>> {
    let Some(key) = new.client_id else { return Ok(None) };
    let known: Option<(TicketMessageId, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, request_hash FROM ticket_message WHERE ticket_id = $1 AND client_id = $2")
        .bind(ticket).bind(key).fetch_optional(at).await)?;
    Ok(request_key::repeated(known, &hash_of(new))?)
}

/// Hash of what a key stands for. A repeat uploads its files again: their number is compared.
fn hash_of(new: &NewMessage<'_>) -> String {
    request_hash(&(new.author, new.text, new.files.len()))
}

pub(super) async fn check_room(tx: &mut Tx, ticket: TicketId) -> Result<()> {
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM ticket_message WHERE ticket_id = $1").bind(ticket).fetch_one(at).await)?;
    if count >= MAX_MESSAGES { Err(Refusal::Full.into()) } else { Ok(()) }
}

pub(super) async fn set_state(tx: &mut Tx, ticket: TicketId, state: TicketState, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE ticket SET state = $2, changed_at = $3 WHERE id = $1")
        .bind(ticket).bind(state).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

pub(super) async fn insert(
    tx: &mut Tx,
    ticket: TicketId,
    side: Side,
    kind: MessageKind,
    new: &NewMessage<'_>,
    state: Option<TicketState>,
    now: Timestamp,
) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO ticket_message (id, ticket_id, side, author_id, kind, text, state, client_id, at, request_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)")
        .bind(new.id).bind(ticket).bind(side).bind(new.author).bind(kind).bind(new.text).bind(state).bind(new.client_id).bind(now)
        .bind(new.client_id.map(|_| hash_of(new))).execute(at).await.map(drop))?;
    match new.author {
        Some(author) => file::attach(tx, new.id, author, new.files).await,
        None => Ok(()),
    }
}

/// Returns the text of a message without outer blanks.
pub(super) fn checked<'a>(field: &'static str, text: &'a str) -> Result<&'a str, Refusal> {
    let text = text.trim();
    if !text::is_visible(text) {
        return Err(Refusal::Field(field, "This is required."));
    }
    if text.chars().count() > TEXT_MAX {
        return Err(Refusal::Field(field, "Enter at most 4,000 characters."));
    }
    if text::turns_direction(text) || text.chars().any(|c| c.is_control() && !"\n\r\t".contains(c)) {
        return Err(Refusal::Field(field, "The text must not contain control characters."));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_needs_visible_text_of_limited_length() {
        assert_eq!(checked("message", " Hello\nyou "), Ok("Hello\nyou"));
        for text in ["", " \n", "\u{200b}", "a\u{202e}b", "a\u{7}", &"x".repeat(TEXT_MAX + 1)] {
            assert!(matches!(checked("message", text), Err(Refusal::Field("message", _))), "{text:?}");
        }
    }
}
