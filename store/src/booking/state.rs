//! States of a booking and the edges between them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::Actor;
use crate::types::timestamp::Timestamp;

/// State of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum BookingState {
    /// Inventory is held until `hold_expires_at`.
    Held,
    /// Waits for the answer of the company.
    AwaitingCompany,
    Confirmed,
    /// The customer has arrived.
    CheckedIn,
    Completed,
    /// The hold ended without confirmation.
    Expired,
    /// The company refused.
    Declined,
    CancelledByUser,
    CancelledByCompany,
    NoShow,
}

use BookingState::{
    AwaitingCompany, CancelledByCompany, CancelledByUser, CheckedIn, Completed, Confirmed, Declined, Expired, Held,
    NoShow,
};

/// Edges: from, to, and the actors who may take them.
const EDGES: &[(BookingState, BookingState, &[Actor])] = &[
    // The company confirms a walk-in.
    (Held, Confirmed, &[Actor::Customer, Actor::Company]),
    (Held, AwaitingCompany, &[Actor::Customer]),
    (Held, Expired, &[Actor::Customer, Actor::System]),
    (AwaitingCompany, Confirmed, &[Actor::Company]),
    (AwaitingCompany, Declined, &[Actor::Company, Actor::System]),
    (AwaitingCompany, CancelledByUser, &[Actor::Customer]),
    // Another time needs another answer.
    (Confirmed, AwaitingCompany, &[Actor::Customer]),
    (Confirmed, CheckedIn, &[Actor::Company]),
    (Confirmed, Completed, &[Actor::Company, Actor::System]),
    (Confirmed, NoShow, &[Actor::Company]),
    (Confirmed, CancelledByUser, &[Actor::Customer]),
    (Confirmed, CancelledByCompany, &[Actor::Company]),
    (CheckedIn, Completed, &[Actor::Company, Actor::System]),
    // The date is called off.
    (CheckedIn, CancelledByCompany, &[Actor::Company]),
    (NoShow, CheckedIn, &[Actor::Company]),
];

/// Time before the start at which a guest may be checked in.
const EARLY_ARRIVAL: i64 = 12 * Timestamp::HOUR;

impl BookingState {
    /// Returns how long before the start a company may set this state, in milliseconds. None: at any time.
    pub fn earliest(self) -> Option<i64> {
        match self {
            CheckedIn => Some(EARLY_ARRIVAL),
            Completed | NoShow => Some(0),
            _ => None,
        }
    }

    /// Returns true if `actor` may move a booking from this state to `to`.
    pub fn may_become(self, to: Self, actor: Actor) -> bool {
        EDGES.iter().any(|(from, next, actors)| *from == self && *next == to && actors.contains(&actor))
    }

    /// Returns true if the booking takes inventory as sold.
    pub fn is_sold(self) -> bool {
        matches!(self, AwaitingCompany | Confirmed | CheckedIn | Completed | NoShow)
    }

    /// Returns true if the customer is mailed of a step to this state.
    pub fn is_mailed(self) -> bool {
        matches!(self, AwaitingCompany | Confirmed | Declined | CancelledByUser | CancelledByCompany)
    }

    /// Returns true if a booking that ends at `ends_at` took place.
    pub fn took_place(self, ends_at: Timestamp, now: Timestamp) -> bool {
        match self {
            CheckedIn | Completed => true,
            // The company did not say otherwise.
            Confirmed => ends_at <= now,
            _ => false,
        }
    }

    /// Returns true if the booking will still take place.
    pub fn is_open(self) -> bool {
        matches!(self, Held | AwaitingCompany | Confirmed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_states_have_no_edge() {
        let all = [Expired, Declined, CancelledByUser, CancelledByCompany, Completed];
        assert!(EDGES.iter().all(|(from, ..)| !all.contains(from)));
    }

    #[test]
    fn each_edge_admits_only_its_actors() {
        assert!(AwaitingCompany.may_become(Confirmed, Actor::Company));
        assert!(!AwaitingCompany.may_become(Confirmed, Actor::Customer));
        assert!(Confirmed.may_become(NoShow, Actor::Company) && !Confirmed.may_become(NoShow, Actor::Customer));
        assert!(Confirmed.may_become(AwaitingCompany, Actor::Customer));
        assert!(!Expired.may_become(Confirmed, Actor::Customer));
    }
}
