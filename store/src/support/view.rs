//! Tickets and their messages, as both sides see them.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{MessageKind, Side, SupportType, TicketCategory, TicketState, escalation, file};
use crate::{
    Db, Error, Result,
    account::{AccountKind, UserCard},
    each,
    media::{self, Media},
    on,
    types::{
        ids::{BookingId, CompanyId, OrderId, TicketId, TicketMessageId, UserId},
        timestamp::Timestamp,
    },
};

/// Side of the caller. Tickets of others do not exist for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Customer(UserId),
    Company(CompanyId),
    Operator,
}

impl Scope {
    pub fn side(self) -> Side {
        match self {
            Self::Customer(_) => Side::Customer,
            Self::Company(_) => Side::Company,
            Self::Operator => Side::Operator,
        }
    }
}

/// Ticket without its messages.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Ticket {
    pub id: TicketId,
    /// Number for people.
    #[schema(example = "K7QP-4MXD")]
    pub code: String,
    pub category: TicketCategory,
    /// Way of contact that the customer chose.
    pub support_type: Option<SupportType>,
    pub subject: String,
    /// First message.
    pub description: String,
    pub state: TicketState,
    /// Kind of the customer's account.
    pub user_type: AccountKind,
    pub customer: UserCard,
    /// Company that answers. Null: the operator answers.
    pub company: Option<TicketCompany>,
    pub order: Option<TicketOrder>,
    /// Booking that no order pays.
    pub booking: Option<TicketBooking>,
    /// Number of messages.
    pub messages: i64,
    pub last: Option<TicketPreview>,
    /// States that each side may choose next.
    pub next: NextStates,
    /// Time from which the customer may ask the operator to look at the ticket. Null: the operator does already, or the
    /// ticket is closed.
    pub escalation_from: Option<Timestamp>,
    /// Time at which the operator was asked to look at the ticket of a company.
    pub escalated_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub picture: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketOrder {
    pub id: OrderId,
    #[schema(example = "P7KQ-4MXD")]
    pub code: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketBooking {
    pub id: BookingId,
    #[schema(example = "P7KQ-4MXD")]
    pub code: String,
}

/// Newest message of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TicketPreview {
    pub side: Side,
    pub text: String,
    pub at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = NextTicketStates)]
pub struct NextStates {
    pub customer: Vec<TicketState>,
    pub company: Vec<TicketState>,
}

/// Message of a ticket, or a change of its state.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct TicketMessage {
    pub id: TicketMessageId,
    pub ticket_id: TicketId,
    pub kind: MessageKind,
    pub side: Side,
    /// First name of the author. Null: the operator or the system.
    pub author: Option<String>,
    /// Empty for a change of the state. May be empty for a message with files.
    pub text: String,
    pub files: Vec<Media>,
    /// State that the message or change brought about. Null: unchanged.
    pub state: Option<TicketState>,
    pub at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: TicketId,
    code: String,
    category: TicketCategory,
    support_type: Option<SupportType>,
    subject: String,
    description: Option<String>,
    state: TicketState,
    customer_id: UserId,
    kind: AccountKind,
    user_name: String,
    first_name: String,
    last_name: String,
    picture: Option<String>,
    company_id: Option<CompanyId>,
    handle: Option<String>,
    company_name: Option<String>,
    logo: Option<String>,
    order_id: Option<OrderId>,
    order_code: Option<String>,
    booking_id: Option<BookingId>,
    booking_code: Option<String>,
    messages: i64,
    last_side: Option<Side>,
    last_text: Option<String>,
    last_at: Option<Timestamp>,
    escalated_at: Option<Timestamp>,
    /// The company wrote in the ticket, resolved it or declined a return of its order.
    has_acted: bool,
    created_at: Timestamp,
    changed_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct MessageRow {
    id: TicketMessageId,
    ticket_id: TicketId,
    kind: MessageKind,
    side: Side,
    author: Option<String>,
    text: String,
    state: Option<TicketState>,
    at: Timestamp,
}

/// Returns a ticket of the caller.
pub async fn find(db: &Db, id: TicketId, scope: Scope) -> Result<Ticket> {
    let ticket = any(db, id).await?;
    let is_own = match scope {
        Scope::Customer(user) => ticket.customer.id == user,
        Scope::Company(company) => ticket.company.as_ref().is_some_and(|own| own.id == company),
        Scope::Operator => ticket.company.is_none() || ticket.escalated_at.is_some(),
    };
    if is_own { Ok(ticket) } else { Err(Error::NotFound) }
}

/// Returns a ticket, whoever asks.
pub async fn any(db: &Db, id: TicketId) -> Result<Ticket> {
    many(db, &[id]).await?.pop().ok_or(Error::NotFound)
}

/// Returns tickets in the order of `ids`, with one query.
pub(super) async fn many(db: &Db, ids: &[TicketId]) -> Result<Vec<Ticket>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT t.id, t.code, t.category, t.support_type, t.subject, f.text AS description, t.state, t.customer_id, a.kind,
            a.user_name, a.first_name, a.last_name, a.picture, t.company_id, c.handle, c.name AS company_name, l.key AS logo,
            t.order_id, o.code AS order_code, t.booking_id, b.code AS booking_code,
            (SELECT COUNT(*) FROM ticket_message m WHERE m.ticket_id = t.id AND m.kind = 'message') AS messages,
            n.side AS last_side, n.text AS last_text, n.at AS last_at, t.escalated_at, t.created_at, t.changed_at,
            EXISTS (SELECT 1 FROM ticket_message s WHERE s.ticket_id = t.id AND s.side = 'company')
                OR EXISTS (SELECT 1 FROM order_return r WHERE r.order_id = t.order_id AND r.state = 'rejected') AS has_acted
         FROM ticket t JOIN account a ON a.id = t.customer_id
            LEFT JOIN company c ON c.id = t.company_id LEFT JOIN media l ON l.id = c.logo_id
            LEFT JOIN customer_order o ON o.id = t.order_id LEFT JOIN booking b ON b.id = t.booking_id
            LEFT JOIN ticket_message f ON f.id = (SELECT MIN(m.id) FROM ticket_message m WHERE m.ticket_id = t.id)
            LEFT JOIN ticket_message n ON n.id = (SELECT MAX(m.id) FROM ticket_message m
                WHERE m.ticket_id = t.id AND m.kind = 'message')
         WHERE t.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let keys = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    let mut known: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row.shown())).collect();
    Ok(ids.iter().filter_map(|id| known.remove(id)).collect())
}

/// Selects messages with their authors.
macro_rules! messages {
    ($condition:literal) => {
        concat!(
            "SELECT m.id, m.ticket_id, m.kind, m.side, a.first_name AS author, m.text, m.state, m.at
             FROM ticket_message m LEFT JOIN account a ON a.id = m.author_id WHERE ",
            $condition
        )
    };
}

/// Returns the newest messages of a ticket before `before`, the newest first.
///
/// The caller has checked that the ticket is one of its own.
pub async fn messages(
    db: &Db,
    ticket: TicketId,
    before: Option<TicketMessageId>,
    limit: i64,
) -> Result<Vec<TicketMessage>> {
    let rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(
        messages!("m.ticket_id = $1 AND m.id < $2 ORDER BY m.id DESC LIMIT $3"))
        .bind(ticket).bind(before.unwrap_or(TicketMessageId(i64::MAX))).bind(limit).fetch_all(at).await)?;
    shown(db, rows).await
}

/// Returns a message.
pub async fn message(db: &Db, id: TicketMessageId) -> Result<TicketMessage> {
    let rows: Vec<MessageRow> =
        on!(db.read(), at => sqlx::query_as(messages!("m.id = $1")).bind(id).fetch_all(at).await)?;
    shown(db, rows).await?.pop().ok_or(Error::NotFound)
}

async fn shown(db: &Db, rows: Vec<MessageRow>) -> Result<Vec<TicketMessage>> {
    let mut files = file::of(db, &rows.iter().map(|row| row.id).collect::<Vec<_>>()).await?;
    let show = |row: MessageRow| TicketMessage {
        files: files.remove(&row.id).unwrap_or_default(),
        id: row.id,
        ticket_id: row.ticket_id,
        kind: row.kind,
        side: row.side,
        author: row.author,
        text: row.text,
        state: row.state,
        at: row.at,
    };
    Ok(rows.into_iter().map(show).collect())
}

impl Row {
    fn shown(self) -> Ticket {
        let company = match (self.company_id, self.handle, self.company_name) {
            (Some(id), Some(handle), Some(name)) => {
                Some(TicketCompany { id, handle, name, picture: self.logo.as_deref().map(media::url) })
            }
            _ => None,
        };
        let last = match (self.last_side, self.last_text, self.last_at) {
            (Some(side), Some(text), Some(at)) => Some(TicketPreview { side, text, at }),
            _ => None,
        };
        let is_at_company_alone = company.is_some() && self.escalated_at.is_none();
        Ticket {
            escalation_from: escalation::possible_from(
                self.state,
                is_at_company_alone,
                self.has_acted,
                self.created_at,
            ),
            escalated_at: self.escalated_at,
            id: self.id,
            code: self.code,
            category: self.category,
            support_type: self.support_type,
            subject: self.subject,
            description: self.description.unwrap_or_default(),
            state: self.state,
            user_type: self.kind,
            customer: UserCard {
                id: self.customer_id,
                kind: self.kind,
                user_name: self.user_name,
                first_name: self.first_name,
                last_name: self.last_name,
                picture: self.picture,
            },
            company,
            order: self.order_id.zip(self.order_code).map(|(id, code)| TicketOrder { id, code }),
            booking: self.booking_id.zip(self.booking_code).map(|(id, code)| TicketBooking { id, code }),
            messages: self.messages,
            last,
            next: NextStates { customer: self.state.next(Side::Customer), company: self.state.next(Side::Company) },
            created_at: self.created_at,
            changed_at: self.changed_at,
        }
    }
}

/// Returns those of the tickets that a company answers.
pub async fn of_company_among(db: &Db, company: CompanyId, tickets: &[TicketId]) -> Result<Vec<TicketId>> {
    let list = serde_json::to_string(&tickets.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql =
        each!(at, "SELECT id FROM ticket WHERE company_id = $2 AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ", ")");
    let rows: Vec<(TicketId,)> = on!(at, at => sqlx::query_as(sql).bind(list).bind(company).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
