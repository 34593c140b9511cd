//! Messages that the other side was not notified of yet.
//!
//! A server announces a message right after its commit. What another process has written, such as the command line of
//! the operator, or what a crash left behind, is announced by the next sweep. Notifications of the same message have no
//! effect, so that two servers may announce it.

use super::{MessageKind, Side, TicketState, message::Written, view};
use crate::{
    Db, Result, on,
    types::ids::{TicketId, TicketMessageId},
};

/// Notice that a message is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// The company learns of a new ticket.
    Opened,
    /// The company learns of a message of the customer.
    CustomerWrote,
    /// The customer learns of an answer.
    Answered,
    /// The customer learns that support regards the ticket as solved.
    Resolved,
}

/// Returns the notice of a message. None: only open pages show it.
pub fn news(written: &Written, is_first: bool) -> Option<News> {
    let (message, is_for_company) = (&written.message, written.ticket.company.is_some());
    match (message.side, message.kind, message.state) {
        (Side::Customer, MessageKind::Message, _) if is_first && is_for_company => Some(News::Opened),
        (Side::Customer, MessageKind::Message, _) if is_for_company => Some(News::CustomerWrote),
        (Side::Company | Side::Operator, MessageKind::Message, _) => Some(News::Answered),
        (Side::Company | Side::Operator, MessageKind::State, Some(TicketState::Resolved)) => Some(News::Resolved),
        _ => None,
    }
}

/// Returns messages that were not announced, the oldest first, at most `limit`.
pub async fn due(db: &Db, limit: i64) -> Result<Vec<(TicketId, TicketMessageId)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT ticket_id, id FROM ticket_message WHERE is_announced = FALSE ORDER BY id LIMIT $1")
        .bind(limit).fetch_all(at).await)?)
}

/// Returns a message with its ticket, and true if it is the first of the ticket.
pub async fn read(db: &Db, ticket: TicketId, id: TicketMessageId) -> Result<(Written, bool)> {
    let (first,): (Option<TicketMessageId>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT MIN(id) FROM ticket_message WHERE ticket_id = $1").bind(ticket).fetch_one(at).await)?;
    let written = Written { ticket: view::any(db, ticket).await?, message: view::message(db, id).await? };
    Ok((written, first == Some(id)))
}

/// Marks a message as announced.
pub async fn mark(db: &Db, id: TicketMessageId) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE ticket_message SET is_announced = TRUE WHERE id = $1")
        .bind(id).execute(at).await.map(drop))?;
    Ok(())
}
