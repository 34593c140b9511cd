//! Rule of delivery fee and tip: they go back with the whole order, and stay with a part of it.
//!
//! A cancellation before the order is sent pays back all that is left, and so includes them. A later one leaves them with
//! the company: the courier drove. A return includes them if it takes every unit of every line at once; units that were
//! returned before leave a part.

use super::{OrderState, Result};
use crate::{db::Tx, on, types::ids::OrderId};

/// Units of a line: those of the order, those that earlier returns took, and those of this return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Units {
    pub ordered: i64,
    pub taken_before: i64,
    pub taken_now: i64,
}

/// Returns true if a return takes the whole order.
pub(super) fn are_returned(lines: impl IntoIterator<Item = Units>) -> bool {
    lines.into_iter().all(|line| line.taken_before == 0 && line.taken_now == line.ordered)
}

/// Returns true if a cancellation of an order in this state leaves delivery fee and tip with the company.
pub(super) fn stay_after(state: OrderState) -> bool {
    state == OrderState::EnRoute
}

/// Returns delivery fee and tip of an order with their VAT, in minor units: its total without goods and bookings.
pub(super) async fn of_order(tx: &mut Tx, id: OrderId) -> Result<i64> {
    let (extras,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT o.total
            - CAST(COALESCE((SELECT SUM(l.amount + CASE WHEN o.vat_added > 0 THEN l.vat ELSE 0 END)
                FROM order_line l WHERE l.order_id = o.id), 0) AS BIGINT)
            - CAST(COALESCE((SELECT SUM(b.amount) FROM order_booking b WHERE b.order_id = o.id), 0) AS BIGINT)
         FROM customer_order o WHERE o.id = $1").bind(id).fetch_one(at).await)?;
    Ok(extras.max(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_units_at_once_are_the_whole_order() {
        let line = |ordered, taken_before, taken_now| Units { ordered, taken_before, taken_now };
        assert!(are_returned([line(2, 0, 2), line(1, 0, 1)]));
        assert!(!are_returned([line(2, 0, 2), line(1, 0, 0)]));
        assert!(!are_returned([line(2, 1, 1)]));
    }
}
