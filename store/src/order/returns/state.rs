//! States of a return, the edges between them, and the reasons of customers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::booking::Actor;

/// State of a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ReturnState {
    /// Waits for the company.
    Requested,
    /// The customer sends or brings the units.
    Approved,
    /// The company declined it. The units may be part of another return.
    Rejected,
    /// The customer has sent the units.
    InTransit,
    Received,
    /// The company has looked at the units.
    Inspected,
    Refunded,
    /// The customer got other units instead of money.
    Replaced,
    /// Done, or withdrawn by the customer.
    Closed,
}

use ReturnState::{Approved, Closed, InTransit, Inspected, Received, Refunded, Rejected, Replaced, Requested};

/// Edges: from, to, and the actors who may take them.
const EDGES: &[(ReturnState, ReturnState, &[Actor])] = &[
    (Requested, Approved, &[Actor::Company]),
    (Requested, Rejected, &[Actor::Company]),
    (Requested, Closed, &[Actor::Customer]),
    (Approved, InTransit, &[Actor::Customer]),
    (Approved, Received, &[Actor::Company]),
    (Approved, Closed, &[Actor::Customer]),
    (InTransit, Received, &[Actor::Company]),
    (Received, Inspected, &[Actor::Company]),
    (Received, Refunded, &[Actor::Company]),
    (Received, Replaced, &[Actor::Company]),
    (Inspected, Refunded, &[Actor::Company]),
    (Inspected, Replaced, &[Actor::Company]),
    (Inspected, Rejected, &[Actor::Company]),
    (Refunded, Closed, &[Actor::Company]),
    (Replaced, Closed, &[Actor::Company]),
];

impl ReturnState {
    pub const ALL: [Self; 9] =
        [Requested, Approved, Rejected, InTransit, Received, Inspected, Refunded, Replaced, Closed];

    /// Returns true if `actor` may move a return from this state to `to`.
    pub fn may_become(self, to: Self, actor: Actor) -> bool {
        EDGES.iter().any(|(from, next, actors)| *from == self && *next == to && actors.contains(&actor))
    }

    /// Returns the states that `actor` may choose next.
    pub fn next(self, actor: Actor) -> Vec<Self> {
        Self::ALL.into_iter().filter(|to| self.may_become(*to, actor)).collect()
    }
}

/// Reason of a return. The web's label is `returns:reason.<key>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum ReturnReason {
    Damaged,
    WrongItem,
    MissingParts,
    NotAsDescribed,
    ChangedMind,
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customer_withdraws_until_the_units_are_sent() {
        for state in ReturnState::ALL {
            assert_eq!(state.may_become(Closed, Actor::Customer), matches!(state, Requested | Approved), "{state:?}");
        }
    }

    #[test]
    fn money_goes_back_after_the_units_arrived_only() {
        for state in ReturnState::ALL {
            assert_eq!(state.may_become(Refunded, Actor::Company), matches!(state, Received | Inspected), "{state:?}");
            assert!(!state.may_become(Refunded, Actor::Customer));
        }
        assert_eq!(Closed.next(Actor::Company), []);
        assert_eq!(Rejected.next(Actor::Company), []);
    }
}
