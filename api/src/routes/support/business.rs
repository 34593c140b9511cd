//! Tickets of customers, for the company that answers.

use actix_web::{get, post, put, web};
use store::{
    company::Permission,
    support::{
        Scope, Ticket, TicketMessage,
        list::{self, Window},
        view,
    },
    types::ids::TicketId,
};

use super::{
    form::{TicketMessageForm, TicketStateForm, TicketsQuery},
    message::{self, TicketMessagesQuery},
};
use crate::{
    auth::permission::company_for,
    error::Result,
    http::{
        extract::{App, Body, Pro, Query, StreamingForm},
        openapi::ServiceConfig,
        response::{CursorPage, Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_tickets).service(show_ticket).service(list_messages).service(write_message).service(set_state);
}

/// Default page size.
const TICKETS: i64 = 20;

async fn scope(app: &App, user: &Pro) -> Result<Scope> {
    company_for(app, user.user, Permission::Support).await.map(Scope::Company)
}

/// List the tickets of your customers
///
/// The last changed first.
#[utoipa::path(
    tag = "business", operation_id = "business_list_tickets", params(TicketsQuery),
    responses((status = 200, body = Page<Ticket>)), security(("bearer" = []))
)]
#[get("/userprofessional/support-tickets/")]
async fn list_tickets(app: App, user: Pro, query: Query<TicketsQuery>) -> Result<Page<Ticket>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, TICKETS)?;
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let (tickets, total) = list::of(&app.db, scope(&app, &user).await?, &query.0.states()?, window).await?;
    Ok(Page::new(tickets, paging, total))
}

/// Get a ticket of a customer
#[utoipa::path(
    tag = "business", operation_id = "business_show_ticket",
    params(("ticket_id" = TicketId, Path)),
    responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[get("/userprofessional/support-tickets/{ticket_id}/")]
async fn show_ticket(app: App, user: Pro, id: web::Path<TicketId>) -> Result<Envelope<Ticket>> {
    let scope = scope(&app, &user).await?;
    Ok(Envelope::ok(view::find(&app.db, id.into_inner(), scope).await?))
}

/// List the messages of a ticket of a customer
///
/// The newest first, with the changes of the state.
#[utoipa::path(
    tag = "business", operation_id = "business_list_ticket_messages",
    params(("ticket_id" = TicketId, Path), TicketMessagesQuery),
    responses((status = 200, body = CursorPage<TicketMessage>)), security(("bearer" = []))
)]
#[get("/userprofessional/support-tickets/{ticket_id}/messages/")]
async fn list_messages(
    app: App,
    user: Pro,
    id: web::Path<TicketId>,
    query: Query<TicketMessagesQuery>,
) -> Result<CursorPage<TicketMessage>> {
    let scope = scope(&app, &user).await?;
    message::list(&app, id.into_inner(), scope, &query.0).await
}

/// Answer a ticket of a customer
#[utoipa::path(
    tag = "business", operation_id = "business_answer_ticket",
    params(("ticket_id" = TicketId, Path)),
    request_body(content((TicketMessageForm = "multipart/form-data"))),
    responses((status = 201, body = Envelope<TicketMessage>)), security(("bearer" = []))
)]
#[post("/userprofessional/support-tickets/{ticket_id}/messages/")]
async fn write_message(
    app: App,
    user: Pro,
    id: web::Path<TicketId>,
    form: StreamingForm,
) -> Result<Envelope<TicketMessage>> {
    let scope = scope(&app, &user).await?;
    Ok(Envelope::created(message::write(&app, user.user, id.into_inner(), scope, form).await?))
}

/// Resolve a ticket of a customer
///
/// A repeat has no effect.
#[utoipa::path(
    tag = "business", operation_id = "business_set_ticket_state",
    params(("ticket_id" = TicketId, Path)),
    request_body = TicketStateForm,
    responses((status = 200, body = Envelope<Ticket>)), security(("bearer" = []))
)]
#[put("/userprofessional/support-tickets/{ticket_id}/state/")]
async fn set_state(
    app: App,
    user: Pro,
    id: web::Path<TicketId>,
    form: Body<TicketStateForm>,
) -> Result<Envelope<Ticket>> {
    let scope = scope(&app, &user).await?;
    Ok(Envelope::ok(message::set_state(&app, user.user, id.into_inner(), scope, form.0.state).await?))
}
