//! Asking for a return: units of the order's lines within the company's window.

use std::collections::BTreeMap;

use super::{ReturnReason, ReturnState, record};
use crate::{
    Db,
    booking::Actor,
    db::Tx,
    media, on,
    order::{
        OrderState, Outcome, Refusal, Result,
        fee_and_tip::{self, Units},
        progress::finish,
        transition::{Scope, lock},
    },
    types::{
        ids::{MediaId, OrderId, ReturnId, UserId},
        request_key::{self, request_hash},
        timestamp::Timestamp,
    },
};

/// Maximum pictures and videos of a return.
pub const MEDIA_MAX: usize = 6;
/// Maximum characters of a description (specification).
pub const DESCRIPTION_MAX: usize = 500;

/// Return to ask for. All values are validated, apart from the units.
#[derive(Clone, Debug)]
pub struct NewReturn {
    pub id: ReturnId,
    pub order: OrderId,
    pub customer: UserId,
    pub units: Vec<ReturnedUnits>,
    pub reason: ReturnReason,
    pub description: String,
    /// Files that the customer uploaded.
    pub media: Vec<MediaId>,
    /// Idempotency key of the customer's client.
    pub client_id: Option<String>,
}

/// Units of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReturnedUnits {
    /// Index of the line in the order, from 0.
    pub line: i64,
    pub quantity: i64,
}

/// Line of an order with the units that were paid back, or are in a return that was not rejected or withdrawn.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub(in crate::order) struct LineUnits {
    position: i64,
    quantity: i64,
    amount: i64,
    returned: i64,
    returned_amount: i64,
}

impl LineUnits {
    /// Returns what was paid for the next `quantity` units. All units of a line together are exactly its amount.
    fn paid_for(&self, quantity: i64) -> i64 {
        let until = i128::from(self.amount) * i128::from(self.returned + quantity) / i128::from(self.quantity.max(1));
        i64::try_from(until).unwrap_or(self.amount) - self.returned_amount
    }
}

/// Asks for a return. A repeat with the same key has no effect, another request with it is refused.
pub async fn request(db: &Db, new: &NewReturn, now: Timestamp) -> Result<Outcome> {
    let (mut tx, order) = lock(db, new.order, Scope::Customer(new.customer)).await?;
    let known: Option<(ReturnId, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, request_hash FROM order_return WHERE order_id = $1 AND client_id = $2")
        .bind(new.order).bind(&new.client_id).fetch_optional(at).await)?;
    let hash = request_hash(&(&new.units, new.reason, &new.description, &new.media));
    if request_key::repeated(known, &hash)?.is_some() {
        return finish(db, tx, &order, Vec::new(), now).await;
    }
    if order.state != OrderState::Fulfilled {
        return Err(Refusal::State.into());
    }
    let (days, fulfilled_at): (i64, Option<Timestamp>) = on!(tx.at(), at => sqlx::query_as(
        "SELECT c.return_days, (SELECT MAX(h.at) FROM order_change h WHERE h.order_id = o.id AND h.state = 'fulfilled')
         FROM customer_order o JOIN company c ON c.id = o.company_id WHERE o.id = $1")
        .bind(new.order).fetch_one(at).await)?;
    if fulfilled_at.is_none_or(|at| at.plus(days * Timestamp::DAY) <= now) {
        return Err(Refusal::ReturnTooLate.into());
    }
    let lines = units_of(&mut tx, new.order).await?;
    let parts = parts(&lines, &new.units).ok_or(Refusal::ReturnUnits)?;
    let units = lines.iter().map(|line| Units {
        ordered: line.quantity,
        taken_before: line.returned,
        taken_now: parts
            .iter()
            .find(|(position, ..)| *position == line.position)
            .map_or(0, |(_, quantity, _)| *quantity),
    });
    let goods: i64 = parts.iter().map(|(_, _, amount)| amount).sum();
    let amount =
        if fee_and_tip::are_returned(units) { goods + fee_and_tip::of_order(&mut tx, new.order).await? } else { goods };
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO order_return (id, order_id, state, reason, description, amount, client_id, created_at, changed_at,
            request_hash, company_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)")
        .bind(new.id).bind(new.order).bind(ReturnState::Requested).bind(new.reason).bind(&new.description).bind(amount)
        .bind(&new.client_id).bind(now).bind(new.client_id.as_ref().map(|_| &hash)).bind(order.company_id)
        .execute(at).await.map(drop))?;
    for (line, quantity, amount) in parts {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO order_return_line (return_id, position, quantity, amount) VALUES ($1, $2, $3, $4)")
            .bind(new.id).bind(line).bind(quantity).bind(amount).execute(at).await.map(drop))?;
    }
    let wanted: Vec<_> = new.media.iter().map(|id| (new.customer, *id)).collect();
    let owned = media::owned(&mut tx, &wanted).await?;
    if owned.len() != wanted.len() {
        return Err(Refusal::ReturnMedia.into());
    }
    for (position, media) in (0_i64..).zip(&new.media) {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO order_return_media (return_id, position, media_id) VALUES ($1, $2, $3)")
            .bind(new.id).bind(position).bind(media).execute(at).await.map(drop))?;
    }
    let ids = (new.order, new.id);
    record(&mut tx, ids, ReturnState::Requested, (Actor::Customer, new.customer), "", now).await?;
    finish(db, tx, &order, Vec::new(), now).await
}

/// Reads the lines of an order with the units that are taken.
pub(in crate::order) async fn units_of(tx: &mut Tx, order: OrderId) -> Result<Vec<LineUnits>> {
    Ok(on!(tx.at(), at => sqlx::query_as(
        "SELECT l.position, l.quantity, l.amount + CASE WHEN o.vat_added > 0 THEN l.vat ELSE 0 END AS amount,
            CAST(COALESCE(SUM(r.quantity), 0) AS BIGINT) AS returned,
            CAST(COALESCE(SUM(r.amount), 0) AS BIGINT) AS returned_amount
         FROM order_line l JOIN customer_order o ON o.id = l.order_id LEFT JOIN (
            SELECT u.position, u.quantity, u.amount FROM order_return_line u JOIN order_return t ON t.id = u.return_id
            WHERE t.order_id = $1 AND (t.state NOT IN ('rejected', 'closed') OR EXISTS (SELECT 1 FROM order_return_change h
                WHERE h.return_id = t.id AND h.state IN ('refunded', 'replaced')))
            UNION ALL SELECT position, quantity, amount FROM order_refund_line WHERE order_id = $1) r
            ON r.position = l.position
         WHERE l.order_id = $1 GROUP BY l.position, l.quantity, l.amount, l.vat, o.vat_added")
        .bind(order).fetch_all(at).await)?)
}

/// Returns line, units and amount of each part. None if a line has fewer units left, or if nothing is returned.
pub(in crate::order) fn parts(lines: &[LineUnits], units: &[ReturnedUnits]) -> Option<Vec<(i64, i64, i64)>> {
    let mut wanted: BTreeMap<i64, i64> = BTreeMap::new();
    for unit in units {
        if unit.quantity < 1 || wanted.insert(unit.line, unit.quantity).is_some() {
            return None;
        }
    }
    let part = |(position, quantity): (i64, i64)| {
        let line = lines.iter().find(|line| line.position == position)?;
        (quantity <= line.quantity - line.returned).then(|| (position, quantity, line.paid_for(quantity)))
    };
    let parts: Vec<_> = wanted.into_iter().map(part).collect::<Option<_>>()?;
    (!parts.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(line: i64, quantity: i64) -> ReturnedUnits {
        ReturnedUnits { line, quantity }
    }

    #[test]
    fn parts_of_a_line_are_exactly_its_amount() {
        let mut line = LineUnits { position: 0, quantity: 3, amount: 1_000, returned: 0, returned_amount: 0 };
        let mut sum = 0;
        for _ in 0..3 {
            let amount = parts(&[line], &[units(0, 1)]).unwrap()[0].2;
            assert!((333..=334).contains(&amount));
            sum += amount;
            (line.returned, line.returned_amount) = (line.returned + 1, line.returned_amount + amount);
        }
        assert_eq!(sum, 1_000);
        assert_eq!(parts(&[line], &[units(0, 1)]), None);
    }

    #[test]
    fn units_that_are_not_there_are_refused() {
        let line = LineUnits { position: 0, quantity: 2, amount: 500, returned: 1, returned_amount: 250 };
        for wrong in [vec![], vec![units(0, 2)], vec![units(0, 0)], vec![units(1, 1)], vec![units(0, 1), units(0, 1)]] {
            assert_eq!(parts(&[line], &wrong), None, "{wrong:?}");
        }
    }
}
