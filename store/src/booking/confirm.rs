//! Confirming a hold.

use unicode_normalization::char::is_combining_mark;

use super::{
    Actor, BookingState, Outcome, Refusal, Result,
    called_off::is_called_off,
    ordered,
    transition::{Current, Scope, Step, lock},
    view,
};
use crate::{
    Db,
    db::Tx,
    on,
    types::{
        ids::{BookingId, UserId},
        timestamp::Timestamp,
    },
};

/// Contact of a customer, as given for one booking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contact {
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
}

/// Name of a customer: letters and spaces, at least two (specification, section 5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerName(String);

impl CustomerName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for CustomerName {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_letter = |letter: char| letter == ' ' || letter.is_alphabetic() || is_combining_mark(letter);
        let fits = (2..=80).contains(&name.chars().count()) && name.chars().all(is_letter);
        if fits { Ok(Self(name)) } else { Err("Enter 2 to 80 letters and spaces.") }
    }
}

/// Confirms a hold of the customer, who pays at the company. A repeat returns the confirmed booking.
pub async fn confirm(
    db: &Db,
    customer: UserId,
    id: BookingId,
    contact: &Contact,
    expected_total: i64,
    now: Timestamp,
) -> Result<Outcome> {
    let (mut tx, current) = lock(db, id, Scope::Customer(customer)).await?;
    let is_held = current.state == BookingState::Held;
    if current.has_ended(now) || is_held && is_called_off(&mut tx, &current).await? {
        return Err(Refusal::HoldExpired.into());
    }
    if is_held {
        // Its order is being paid.
        if current.order_id.is_some() {
            return Err(Refusal::State.into());
        }
        if current.total != expected_total {
            return Err(Refusal::PriceChanged(current.total).into());
        }
        let (takes_payment_on_site,): (bool,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT takes_payment_on_site FROM company WHERE id = $1").bind(current.company_id).fetch_one(at).await)?;
        if !takes_payment_on_site && current.total > 0 {
            return Err(Refusal::PaidInAdvance.into());
        }
        on!(tx.at(), at => sqlx::query(
            "UPDATE booking SET customer_name = $2, contact_number = $3, email = $4, note = $5 WHERE id = $1")
            .bind(id).bind(&contact.customer_name).bind(&contact.contact_number).bind(&contact.email).bind(&contact.note)
            .execute(at).await.map(drop))?;
        sell(&mut tx, &current, now).await?;
        ordered::leave_cart(&mut tx, id).await?;
    } else if !current.state.is_sold() {
        return Err(Refusal::State.into());
    }
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes: Vec::new() })
}

/// Sells a held booking of a customer. The company may want to approve it first.
pub(super) async fn sell(tx: &mut Tx, held: &Current, now: Timestamp) -> Result<()> {
    let (approves,): (bool,) = on!(tx.at(), at => sqlx::query_as("SELECT approves_bookings FROM company WHERE id = $1")
        .bind(held.company_id).fetch_one(at).await)?;
    let to = if approves { BookingState::AwaitingCompany } else { BookingState::Confirmed };
    held.step(tx, Step { to, actor: Actor::Customer, actor_id: held.customer_id, note: "" }, now).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customer_name_takes_letters_and_spaces() {
        for name in ["Al", " Zoë  Lind ", "山田 太郎", "สมชาย ใจดี"] {
            assert!(name.parse::<CustomerName>().is_ok(), "{name}");
        }
        for name in ["", "A", "R2 D2", "a@b", &"a".repeat(81)] {
            assert!(name.parse::<CustomerName>().is_err(), "{name}");
        }
    }
}
