//! `plaza support`: lists tickets to the operator, shows, answers and resolves them, and prints feedback.
//!
//! A running server announces what is written here within seconds: see [`store::support::announcement`].

use std::io::Write as _;

use clap::Subcommand;
use store::{
    Db,
    support::{
        Refusal, Result, Scope, SupportError, Ticket, TicketMessage, TicketState,
        feedback::{self, Feedback},
        list::{self, Window},
        message::{self, MAX_MESSAGES, NewMessage},
        view,
    },
    types::{
        ids::{Ids, NODES, TicketId, TicketMessageId},
        timestamp::Timestamp,
    },
};

use crate::{
    app_state::open_database,
    cli::config::{Config, Database},
};

/// Maximum number of listed tickets and feedbacks.
const MOST: i64 = 100;
/// Part of the ids of this command. A server leases it only beside 31 others.
const NODE: u8 = NODES - 1;

/// Step of support.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SupportCommand {
    /// List open tickets, the last changed first
    List {
        /// Also resolved and closed ones
        #[arg(long)]
        all: bool,
    },
    /// Show a ticket with its messages
    Show { id: i64 },
    /// Answer a ticket
    Reply { id: i64, text: String },
    /// Mark a ticket as resolved
    Resolve { id: i64 },
    /// Print the newest feedback
    Feedback,
}

/// Carries out a step and prints its result.
pub async fn run(config: &Config, step: SupportCommand) -> Result<(), Box<dyn std::error::Error>> {
    if let Database::Sqlite(file) = config.database()
        && !file.exists()
    {
        return Err(format!("there is no database at {}", file.display()).into());
    }
    let db = open_database(config).await?;
    let text = carry_out(&db, step, Timestamp::now()).await;
    db.close().await;
    let text = text.map_err(|cause| match cause {
        SupportError::Store(store::Error::NotFound) => "there is no such ticket to the operator".to_owned(),
        SupportError::Store(cause) => cause.to_string(),
        SupportError::Refused(Refusal::Field(_, says)) => says.to_owned(),
        SupportError::Refused(_) => "the ticket is closed or full".to_owned(),
    })?;
    write!(std::io::stdout().lock(), "{text}")?;
    Ok(())
}

async fn carry_out(db: &Db, step: SupportCommand, now: Timestamp) -> Result<String> {
    let next_id = || TicketMessageId(Ids::new(NODE).next(now));
    match step {
        SupportCommand::List { all } => {
            let states: &[TicketState] = if all { &[] } else { &[TicketState::Open, TicketState::WaitingCustomer] };
            let (tickets, _) = list::of(db, Scope::Operator, states, Window { limit: MOST, offset: 0 }).await?;
            Ok(listed(&tickets))
        }
        SupportCommand::Show { id } => {
            let ticket = view::find(db, TicketId(id), Scope::Operator).await?;
            let mut messages = view::messages(db, ticket.id, None, MAX_MESSAGES).await?;
            messages.reverse();
            Ok(line(&ticket) + &messages.iter().map(shown).collect::<String>())
        }
        SupportCommand::Reply { id, text } => {
            let new = NewMessage { id: next_id(), author: None, text: &text, files: &[], client_id: None };
            message::write(db, TicketId(id), Scope::Operator, &new, now).await?;
            Ok(format!("Ticket {id} is answered.\n"))
        }
        SupportCommand::Resolve { id } => {
            let to = TicketState::Resolved;
            message::change_state(db, TicketId(id), Scope::Operator, next_id(), None, to, now).await?;
            Ok(format!("Ticket {id} is resolved.\n"))
        }
        SupportCommand::Feedback => {
            let all = feedback::newest(db, MOST).await?;
            Ok(if all.is_empty() {
                "There is no feedback.\n".to_owned()
            } else {
                all.iter().map(of_feedback).collect()
            })
        }
    }
}

fn listed(tickets: &[Ticket]) -> String {
    if tickets.is_empty() {
        return "No ticket waits.\n".to_owned();
    }
    tickets.iter().map(line).collect()
}

/// Returns id, number, state, author, what it is about and subject in a line.
fn line(ticket: &Ticket) -> String {
    let (state, category) = (code(ticket.state), code(ticket.category));
    let Ticket { id, code, subject, customer, .. } = ticket;
    let about = [
        ticket.order.as_ref().map(|order| format!(", order {}", order.code)),
        ticket.booking.as_ref().map(|booking| format!(", booking {}", booking.code)),
        // The operator looks at it beside its company.
        ticket.company.as_ref().map(|company| format!(", escalated from {}", company.handle)),
    ];
    let about: String = about.into_iter().flatten().collect();
    format!("--- {id} {code} {state}, {category}, {}{about}: {subject}\n", customer.user_name)
}

fn shown(message: &TicketMessage) -> String {
    let state = message.state.map(|state| format!(" [{}]", code(state))).unwrap_or_default();
    let files: String = message.files.iter().map(|file| format!("    {}\n", file.url)).collect();
    let text: String = message.text.lines().map(|line| format!("    {line}\n")).collect();
    format!("{} {}{state}\n{text}{files}", message.at, code(message.side))
}

fn of_feedback(one: &Feedback) -> String {
    let image = one.image.as_deref().map(|key| format!("    {}\n", store::media::url(key))).unwrap_or_default();
    let text: String = one.description.lines().map(|line| format!("    {line}\n")).collect();
    format!("--- {} {}: {}\n{text}{image}", one.at, one.user_name, one.title)
}

/// Returns the code of a value, as in JSON.
fn code(value: impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
