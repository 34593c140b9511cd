//! Messages and states of a ticket, for both sides.

use serde::Deserialize;
use store::{
    support::{
        Scope, Ticket, TicketMessage, TicketState,
        message::{self, NewMessage},
        view,
    },
    types::{
        ids::{TicketId, TicketMessageId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::IntoParams;

use super::form::{MESSAGE, TicketMessageForm};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, StreamingForm},
        request_key::checked_key,
        response::CursorPage,
    },
    media::attachment,
};

/// Default page size.
const MESSAGES: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TicketMessagesQuery {
    /// `next` of the page before.
    pub before: Option<TicketMessageId>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    pub per_page: Option<i64>,
}

/// Returns the messages of a ticket of the caller, the newest first.
pub async fn list(
    app: &App,
    id: TicketId,
    scope: Scope,
    query: &TicketMessagesQuery,
) -> Result<CursorPage<TicketMessage>> {
    let limit = query.per_page.unwrap_or(MESSAGES);
    if !(1..=100).contains(&limit) {
        return Err(Error::field("per_page", "Expected a number from 1 to 100."));
    }
    view::find(&app.db, id, scope).await?;
    let mut messages = view::messages(&app.db, id, query.before, limit + 1).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = messages.len() > limit;
    messages.truncate(limit);
    let next = messages.last().filter(|_| has_more).map(|last| last.id.0);
    Ok(CursorPage::new(messages, next))
}

/// Writes a message as a side of the ticket.
pub async fn write(
    app: &App,
    author: UserId,
    id: TicketId,
    scope: Scope,
    form: StreamingForm,
) -> Result<TicketMessage> {
    // Refuses a stranger before its files arrive.
    view::find(&app.db, id, scope).await?;
    let received = form.receive::<TicketMessageForm>(app, author, &MESSAGE).await?;
    let client_id = checked_key(received.form.client_id.as_deref())?;
    let files = attachment::store(&app.shared(), author, received.files).await?;
    let now = Timestamp::now();
    let new = NewMessage {
        id: TicketMessageId(app.ids.next(now)),
        author: Some(author),
        text: &received.form.message,
        files: &files,
        client_id,
    };
    let written = message::write(&app.db, id, scope, &new, now).await?;
    app.ticket_news().announce(&written, false).await;
    Ok(written.message)
}

/// Changes the state of a ticket as one of its sides. A repeat has no effect.
pub async fn set_state(app: &App, author: UserId, id: TicketId, scope: Scope, to: TicketState) -> Result<Ticket> {
    let now = Timestamp::now();
    let message = TicketMessageId(app.ids.next(now));
    match message::change_state(&app.db, id, scope, message, Some(author), to, now).await? {
        Some(written) => {
            app.ticket_news().announce(&written, false).await;
            Ok(written.ticket)
        }
        None => Ok(view::find(&app.db, id, scope).await?),
    }
}
