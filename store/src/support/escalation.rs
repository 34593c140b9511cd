//! Escalation: the operator looks at a ticket of a company, which keeps it.

use super::{
    MessageKind, Refusal, Result, Side, TicketState, Written,
    message::{self, NewMessage},
    view::{self, Scope},
};
use crate::{
    Db, on,
    types::{
        ids::{TicketId, UserId},
        timestamp::Timestamp,
    },
};

/// Time that a company has to act before its customer may turn to the operator.
pub const WAIT: i64 = 2 * Timestamp::DAY;

/// Returns the time from which the customer may turn to the operator, if the company answers the ticket alone.
pub(super) fn possible_from(
    state: TicketState,
    is_at_company_alone: bool,
    has_acted: bool,
    created_at: Timestamp,
) -> Option<Timestamp> {
    let is_possible = is_at_company_alone && state != TicketState::Closed;
    is_possible.then(|| if has_acted { created_at } else { created_at.plus(WAIT) })
}

/// Adds the operator to a ticket, with the customer's reason as a message that opens it. A repeat with the same key has no
/// effect.
pub async fn escalate(
    db: &Db,
    ticket: TicketId,
    customer: UserId,
    new: &NewMessage<'_>,
    now: Timestamp,
) -> Result<Written> {
    let new = &NewMessage { text: message::checked("message", new.text)?, ..*new };
    message::check_rate(db, new.author, now).await?;
    let from = view::find(db, ticket, Scope::Customer(customer)).await?.escalation_from;
    let mut tx = db.begin().await?;
    let current = message::lock(&mut tx, ticket, Scope::Customer(customer)).await?;
    if let Some(known) = message::repeated(&mut tx, ticket, new).await? {
        drop(tx);
        return message::written(db, ticket, known).await;
    }
    let is_too_early = from.is_none_or(|from| from > now);
    let to = current.state.after_message(Side::Customer).ok_or(Refusal::State)?;
    if is_too_early || current.is_escalated {
        return Err(Refusal::State.into());
    }
    message::check_room(&mut tx, ticket).await?;
    let state = (to != current.state).then_some(to);
    message::insert(&mut tx, ticket, Side::Customer, MessageKind::Message, new, state, now).await?;
    on!(tx.at(), at => sqlx::query("UPDATE ticket SET escalated_at = $2 WHERE id = $1")
        .bind(ticket).bind(now).execute(at).await.map(drop))?;
    message::set_state(&mut tx, ticket, to, now).await?;
    tx.commit().await?;
    message::written(db, ticket, new.id).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_acts_first_or_two_days_pass() {
        let (at, open) = (Timestamp(1_000), TicketState::Open);
        assert_eq!(possible_from(open, true, true, at), Some(at));
        assert_eq!(possible_from(open, true, false, at), Some(at.plus(WAIT)));
        assert_eq!(possible_from(open, false, true, at), None);
        assert_eq!(possible_from(TicketState::Closed, true, true, at), None);
    }
}
