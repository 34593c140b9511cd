//! Tickets of the caller.

use actix_web::{get, post, put, web};
use store::{
    account::credentials,
    order::Order,
    support::{
        Refusal, Scope, SupportError, Ticket, TicketCategory, TicketMessage, announcement, escalation,
        list::{self, Window},
        message::NewMessage,
        ticket::{self, NewTicket},
        view,
    },
    types::{
        ids::{TicketId, TicketMessageId},
        language::Language,
        localized::filled,
        purchase::Purchase,
        timestamp::Timestamp,
    },
};

use super::{
    form::{
        IMAGE, SupportContactForm, TICKET, TicketEscalationForm, TicketForm, TicketMessageForm, TicketStateForm,
        TicketsQuery,
    },
    message::{self, TicketMessagesQuery},
};
use crate::{
    app_state::AppState,
    error::Result,
    http::{
        extract::{App, Body, Query, Registered, StreamingForm, User},
        openapi::ServiceConfig,
        request_key::checked_key,
        response::{CursorPage, Envelope, Page, Pagination},
    },
    media::attachment,
    texts::ORDERS,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_tickets)
        .service(create_ticket)
        .service(contact)
        .service(show_ticket)
        .service(list_messages)
        .service(write_message)
        .service(escalate)
        .service(set_state);
}

/// Default page size.
const TICKETS: i64 = 20;

/// List your support tickets
///
/// The last changed first.
#[utoipa::path(
    tag = "support", operation_id = "support_list_tickets", params(TicketsQuery),
    responses((status = 200, body = Page<Ticket>)), security(("bearer" = []))
)]
#[get("/users/support-tickets/")]
async fn list_tickets(app: App, user: User, query: Query<TicketsQuery>) -> Result<Page<Ticket>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, TICKETS)?;
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let (tickets, total) = list::of(&app.db, Scope::Customer(user.user), &query.0.states()?, window).await?;
    Ok(Page::new(tickets, paging, total))
}

/// Open a support ticket
///
/// The company of the order or booking answers. Without one, the operator does.
#[utoipa::path(
    tag = "support", operation_id = "support_create_ticket",
    request_body(content((TicketForm = "multipart/form-data"))),
    responses((status = 201, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[post("/users/support-tickets/create/")]
async fn create_ticket(app: App, user: Registered, form: StreamingForm) -> Result<Envelope<Ticket>> {
    let received = form.receive::<TicketForm>(&app, user.user, &TICKET).await?;
    let form = received.form;
    let client_id = checked_key(form.client_id.as_deref())?;
    let files = attachment::store(&app.shared(), user.user, received.files).await?;
    let now = Timestamp::now();
    let new = NewTicket {
        id: TicketId(app.ids.next(now)),
        message: TicketMessageId(app.ids.next(now)),
        customer: user.user,
        category: form.category,
        support_type: None,
        subject: &form.subject,
        description: &form.description,
        files: &files,
        about: form.about()?,
        client_id,
    };
    Ok(Envelope::created(open(&app, &new, now).await?))
}

/// Contact the operator
///
/// Opens a ticket for the chosen way of contact.
#[utoipa::path(
    tag = "support", operation_id = "support_contact",
    request_body(content((SupportContactForm = "multipart/form-data"))),
    responses((status = 201, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[post("/users/support/create/")]
async fn contact(app: App, user: Registered, form: StreamingForm) -> Result<Envelope<Ticket>> {
    let received = form.receive::<SupportContactForm>(&app, user.user, &IMAGE).await?;
    let form = received.form;
    let client_id = checked_key(form.client_id.as_deref())?;
    let files = attachment::store(&app.shared(), user.user, received.files).await?;
    let (now, spec) = (Timestamp::now(), form.support_type.spec());
    let new = NewTicket {
        id: TicketId(app.ids.next(now)),
        message: TicketMessageId(app.ids.next(now)),
        customer: user.user,
        category: spec.category,
        support_type: Some(spec.key),
        subject: &subject_of(&form.description),
        description: &form.description,
        files: &files,
        about: None,
        client_id,
    };
    Ok(Envelope::created(open(&app, &new, now).await?))
}

/// Returns the start of the first line of a text.
fn subject_of(description: &str) -> String {
    const LONGEST: usize = 80;
    let line = description.trim().lines().next().unwrap_or_default().trim();
    let line: String = line.chars().filter(|c| !c.is_control()).collect();
    if line.chars().count() <= LONGEST {
        return line;
    }
    let start: String = line.chars().take(LONGEST - 1).collect();
    // Ends at a word, unless the first word is long.
    let start = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
    format!("{start}…")
}

/// Opens a ticket and announces it, unless it is a repeat.
async fn open(app: &AppState, new: &NewTicket<'_>, now: Timestamp) -> Result<Ticket> {
    let ticket = ticket::open(&app.db, new, now).await?;
    announce(app, &ticket, new).await?;
    Ok(ticket)
}

async fn announce(app: &AppState, ticket: &Ticket, new: &NewTicket<'_>) -> Result<()> {
    if ticket.id == new.id {
        let (written, is_first) = announcement::read(&app.db, ticket.id, new.message).await?;
        app.ticket_news().announce(&written, is_first).await;
    }
    Ok(())
}

/// Opens a ticket at the company of an order that its customer has not received. A repeat has no effect.
pub(crate) async fn open_for_missing(app: &AppState, order: &Order) -> Result<()> {
    let Some(customer) = order.customer_id else { return Ok(()) };
    let language = credentials::contact(&app.db, customer).await?.language;
    let text = &ORDERS.get(Language::from_code(&language)).not_received;
    let subject = filled(&text.subject, &[("code", &order.code)]);
    let now = Timestamp::now();
    let new = NewTicket {
        id: TicketId(app.ids.next(now)),
        message: TicketMessageId(app.ids.next(now)),
        customer,
        category: TicketCategory::OrderIssue,
        support_type: None,
        subject: &subject,
        description: &text.description,
        files: &[],
        about: Some(Purchase::Order(order.id)),
        client_id: Some(&format!("not-received:{}", order.id)),
    };
    match ticket::open(&app.db, &new, now).await {
        // The first was opened in another language.
        Err(SupportError::Refused(Refusal::KeyReused)) => Ok(()),
        ticket => announce(app, &ticket?, &new).await,
    }
}

/// Get a support ticket
#[utoipa::path(
    tag = "support", operation_id = "support_show_ticket",
    params(("ticket_id" = TicketId, Path)),
    responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[get("/users/support-tickets/{ticket_id}/")]
async fn show_ticket(app: App, user: User, id: web::Path<TicketId>) -> Result<Envelope<Ticket>> {
    Ok(Envelope::ok(view::find(&app.db, id.into_inner(), Scope::Customer(user.user)).await?))
}

/// List the messages of a support ticket
///
/// The newest first, with the changes of the state.
#[utoipa::path(
    tag = "support", operation_id = "support_list_messages",
    params(("ticket_id" = TicketId, Path), TicketMessagesQuery),
    responses((status = 200, body = CursorPage<TicketMessage>)), security(("bearer" = []))
)]
#[get("/users/support-tickets/{ticket_id}/messages/")]
async fn list_messages(
    app: App,
    user: User,
    id: web::Path<TicketId>,
    query: Query<TicketMessagesQuery>,
) -> Result<CursorPage<TicketMessage>> {
    message::list(&app, id.into_inner(), Scope::Customer(user.user), &query.0).await
}

/// Write in a support ticket
///
/// A resolved ticket is open again then. A closed one takes no messages.
#[utoipa::path(
    tag = "support", operation_id = "support_write_message",
    params(("ticket_id" = TicketId, Path)),
    request_body(content((TicketMessageForm = "multipart/form-data"))),
    responses((status = 201, body = Envelope<TicketMessage>)), security(("bearer" = []))
)]
#[post("/users/support-tickets/{ticket_id}/messages/")]
async fn write_message(
    app: App,
    user: Registered,
    id: web::Path<TicketId>,
    form: StreamingForm,
) -> Result<Envelope<TicketMessage>> {
    let scope = Scope::Customer(user.user);
    Ok(Envelope::created(message::write(&app, user.user, id.into_inner(), scope, form).await?))
}

/// Ask the operator to look at a support ticket
///
/// From `escalation_from` on: once the company has answered, resolved the ticket or declined a return of its order, or two
/// days after the ticket was opened. The company still sees the ticket. The message opens it.
#[utoipa::path(
    tag = "support", operation_id = "support_escalate_ticket",
    params(("ticket_id" = TicketId, Path)),
    request_body = TicketEscalationForm,
    responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[post("/users/support-tickets/{ticket_id}/escalate/")]
async fn escalate(
    app: App,
    user: Registered,
    id: web::Path<TicketId>,
    form: Body<TicketEscalationForm>,
) -> Result<Envelope<Ticket>> {
    let now = Timestamp::now();
    let new = NewMessage {
        id: TicketMessageId(app.ids.next(now)),
        author: Some(user.user),
        text: &form.0.message,
        files: &[],
        client_id: checked_key(form.0.client_id.as_deref())?,
    };
    let written = escalation::escalate(&app.db, id.into_inner(), user.user, &new, now).await?;
    app.ticket_news().announce(&written, false).await;
    Ok(Envelope::ok(written.ticket))
}

/// Resolve, reopen or close a support ticket
///
/// A closed ticket cannot be opened again. A repeat has no effect.
#[utoipa::path(
    tag = "support", operation_id = "support_set_state",
    params(("ticket_id" = TicketId, Path)),
    request_body = TicketStateForm,
    responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[put("/users/support-tickets/{ticket_id}/state/")]
async fn set_state(
    app: App,
    user: Registered,
    id: web::Path<TicketId>,
    form: Body<TicketStateForm>,
) -> Result<Envelope<Ticket>> {
    let scope = Scope::Customer(user.user);
    Ok(Envelope::ok(message::set_state(&app, user.user, id.into_inner(), scope, form.0.state).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subject_is_the_start_of_the_first_line() {
        assert_eq!(subject_of(" The map is empty.\nIt was not yesterday."), "The map is empty.");
        let long = subject_of(&"word ".repeat(40));
        assert!(long.chars().count() <= 80 && long.ends_with("word…"), "{long}");
        assert_eq!(subject_of(&"x".repeat(200)).chars().count(), 80);
    }
}
