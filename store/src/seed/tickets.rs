//! Demo tickets: one of alice about an order, answered by its company, and one that the operator has resolved.

use crate::{
    Db, Result, account, company, on,
    support::{
        Scope, SupportError, TicketCategory, TicketState,
        message::{self, NewMessage},
        ticket::{self, NewTicket},
    },
    types::{
        ids::{CompanyId, Ids, OrderId, TicketId, TicketMessageId, UserId},
        purchase::Purchase,
        timestamp::Timestamp,
    },
};

/// Adds the tickets to a filled database. Everyone knows of them already.
pub(super) async fn add(db: &Db, ids: &Ids, now: Timestamp) -> Result<()> {
    let Some(alice) = account::find_by_login(db, "alice").await?.map(|found| found.id) else { return Ok(()) };
    write(db, ids, alice, now).await.map_err(|cause| match cause {
        SupportError::Store(cause) => cause,
        SupportError::Refused(refusal) => crate::Error::Corrupt(format!("demo ticket refused: {refusal:?}")),
    })?;
    on!(db.write(), at => sqlx::query("UPDATE ticket_message SET is_announced = TRUE").execute(at).await.map(drop))?;
    Ok(())
}

async fn write(db: &Db, ids: &Ids, alice: UserId, now: Timestamp) -> Result<(), SupportError> {
    let new_message = || TicketMessageId(ids.next(now));
    let days = |count: i64| now.plus(-count * Timestamp::DAY);
    let order: Option<(OrderId, CompanyId)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, company_id FROM customer_order WHERE customer_id = $1 AND state = 'fulfilled'
         ORDER BY id DESC LIMIT 1")
        .bind(alice).fetch_optional(at).await)?;
    if let Some((order, company)) = order {
        let new = NewTicket {
            subject: "A box arrived squashed",
            description: "The pastries were fine, but the box was squashed. It was meant as a present. Could you send me another box?",
            category: TicketCategory::QualityIssue,
            about: Some(Purchase::Order(order)),
            ..plain(ids, alice, now)
        };
        let opened = ticket::open(db, &new, days(2)).await?;
        let member = company::members(db, company).await?.first().copied();
        if opened.company.is_some() && member.is_some() {
            let text = "We are sorry about that, Alice. A new box waits for you at the counter, any day until Sunday.";
            let answer = NewMessage { id: new_message(), author: member, text, files: &[], client_id: None };
            message::write(db, opened.id, Scope::Company(company), &answer, days(1)).await?;
        }
    }
    let new = NewTicket {
        subject: "Two of my addresses are the same",
        description: "I entered my address twice. Which one can I delete without losing orders?",
        category: TicketCategory::AccountProblem,
        ..plain(ids, alice, now)
    };
    let opened = ticket::open(db, &new, days(6)).await?;
    let text = "Either of them: orders keep the address that they were sent to.";
    let answer = NewMessage { id: new_message(), author: None, text, files: &[], client_id: None };
    message::write(db, opened.id, Scope::Operator, &answer, days(5)).await?;
    let (scope, to) = (Scope::Customer(alice), TicketState::Resolved);
    message::change_state(db, opened.id, scope, new_message(), Some(alice), to, days(5)).await?;
    Ok(())
}

fn plain(ids: &Ids, customer: UserId, now: Timestamp) -> NewTicket<'static> {
    NewTicket {
        id: TicketId(ids.next(now)),
        message: TicketMessageId(ids.next(now)),
        customer,
        category: TicketCategory::Other,
        support_type: None,
        subject: "",
        description: "",
        files: &[],
        about: None,
        client_id: None,
    }
}
