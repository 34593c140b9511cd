//! States of an order and the edges between them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::booking::Actor;

/// State of an order. The customer sees the first two as pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum OrderState {
    /// Stock is held until `hold_expires_at`.
    PendingPayment,
    /// Waits for the company.
    New,
    Accepted,
    Processing,
    /// Ready to be collected or to be taken by the courier.
    Ready,
    EnRoute,
    Fulfilled,
    Cancelled,
}

use OrderState::{Accepted, Cancelled, EnRoute, Fulfilled, New, PendingPayment, Processing, Ready};

/// Edges: from, to, and the actors who may take them.
const EDGES: &[(OrderState, OrderState, &[Actor])] = &[
    (PendingPayment, New, &[Actor::System]),
    (PendingPayment, Cancelled, &[Actor::Customer, Actor::System]),
    // The payment arrived after the hold had ended, and the stock was still there.
    (Cancelled, New, &[Actor::System]),
    // The system accepts an order of confirmed bookings: the company has nothing to prepare.
    (New, Accepted, &[Actor::Company, Actor::System]),
    (New, Cancelled, &[Actor::Customer, Actor::Company, Actor::System]),
    // An order of bookings only ends with them.
    (New, Fulfilled, &[Actor::System]),
    (Accepted, Processing, &[Actor::Company]),
    (Accepted, Ready, &[Actor::Company]),
    (Accepted, Fulfilled, &[Actor::Company, Actor::System]),
    (Accepted, Cancelled, &[Actor::Customer, Actor::Company, Actor::System]),
    (Processing, Ready, &[Actor::Company]),
    (Processing, EnRoute, &[Actor::Company]),
    (Processing, Fulfilled, &[Actor::Company]),
    (Processing, Cancelled, &[Actor::Company]),
    (Ready, EnRoute, &[Actor::Company]),
    // The customer has received it.
    (Ready, Fulfilled, &[Actor::Company, Actor::Customer]),
    (Ready, Cancelled, &[Actor::Company]),
    (EnRoute, Fulfilled, &[Actor::Company, Actor::Customer]),
    (EnRoute, Cancelled, &[Actor::Company]),
];

impl OrderState {
    pub const ALL: [Self; 8] = [PendingPayment, New, Accepted, Processing, Ready, EnRoute, Fulfilled, Cancelled];

    /// Key as in JSON and in the database.
    pub fn key(self) -> &'static str {
        match self {
            PendingPayment => "pending_payment",
            New => "new",
            Accepted => "accepted",
            Processing => "processing",
            Ready => "ready",
            EnRoute => "en_route",
            Fulfilled => "fulfilled",
            Cancelled => "cancelled",
        }
    }

    /// Returns true if `actor` may move an order from this state to `to`.
    pub fn may_become(self, to: Self, actor: Actor) -> bool {
        EDGES.iter().any(|(from, next, actors)| *from == self && *next == to && actors.contains(&actor))
    }

    /// Returns the states that `actor` may choose next.
    pub fn next(self, actor: Actor) -> Vec<Self> {
        Self::ALL.into_iter().filter(|to| self.may_become(*to, actor)).collect()
    }

    /// Returns true if the company works on the order.
    pub fn is_on_board(self) -> bool {
        matches!(self, New | Accepted | Processing | Ready | EnRoute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customer_cancels_before_processing_only() {
        for state in OrderState::ALL {
            let may = matches!(state, PendingPayment | New | Accepted);
            assert_eq!(state.may_become(Cancelled, Actor::Customer), may, "{state:?}");
        }
    }

    #[test]
    fn fulfilled_is_final() {
        assert!(OrderState::ALL.iter().all(|to| !Fulfilled.may_become(*to, Actor::Company)));
    }

    #[test]
    fn company_cannot_take_an_unpaid_order() {
        assert_eq!(PendingPayment.next(Actor::Company), []);
    }
}
