//! States of a ticket and the edges between them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// State of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum TicketState {
    /// Waits for an answer of support.
    Open,
    /// Support has answered.
    WaitingCustomer,
    /// A message opens it again.
    Resolved,
    /// Final.
    Closed,
}

/// Side that writes in a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TicketSide)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Side {
    Customer,
    Company,
    Operator,
    System,
}

/// Kind of an entry of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TicketMessageKind)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum MessageKind {
    Message,
    /// Change of the state without a text.
    State,
}

use Side::{Company, Customer, Operator, System};
use TicketState::{Closed, Open, Resolved, WaitingCustomer};

/// Edges: from, to, and the sides that may take them.
const EDGES: &[(TicketState, TicketState, &[Side])] = &[
    (Open, WaitingCustomer, &[Company, Operator]),
    (Open, Resolved, &[Customer, Company, Operator]),
    (Open, Closed, &[Customer]),
    (WaitingCustomer, Open, &[Customer]),
    (WaitingCustomer, Resolved, &[Customer, Company, Operator]),
    (WaitingCustomer, Closed, &[Customer]),
    (Resolved, Open, &[Customer]),
    (Resolved, WaitingCustomer, &[Company, Operator]),
    (Resolved, Closed, &[Customer, System]),
];

impl TicketState {
    pub const ALL: [Self; 4] = [Open, WaitingCustomer, Resolved, Closed];

    /// Returns true if `side` may move a ticket from this state to `to`.
    pub fn may_become(self, to: Self, side: Side) -> bool {
        EDGES.iter().any(|(from, next, sides)| *from == self && *next == to && sides.contains(&side))
    }

    /// Returns the states that `side` may choose next.
    pub fn next(self, side: Side) -> Vec<Self> {
        Self::ALL.into_iter().filter(|to| self.may_become(*to, side)).collect()
    }

    /// Returns the state after a message of `side`. None: the ticket takes no more messages.
    pub fn after_message(self, side: Side) -> Option<Self> {
        let to = if side == Customer { Open } else { WaitingCustomer };
        (self == to || self.may_become(to, side)).then_some(to)
    }

    /// Returns true if somebody still works on the ticket.
    pub fn is_open(self) -> bool {
        matches!(self, Open | WaitingCustomer)
    }
}

impl std::str::FromStr for TicketState {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "open" => Ok(Open),
            "waiting_customer" => Ok(WaitingCustomer),
            "resolved" => Ok(Resolved),
            "closed" => Ok(Closed),
            _ => Err("Choose open, waiting_customer, resolved or closed."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_move_a_ticket_between_the_sides() {
        assert_eq!(Open.after_message(Company), Some(WaitingCustomer));
        assert_eq!(WaitingCustomer.after_message(Operator), Some(WaitingCustomer));
        assert_eq!(WaitingCustomer.after_message(Customer), Some(Open));
        assert_eq!(Resolved.after_message(Customer), Some(Open));
        assert_eq!(Resolved.after_message(Company), Some(WaitingCustomer));
    }

    #[test]
    fn closed_ticket_is_final() {
        for side in [Customer, Company, Operator, System] {
            assert_eq!((Closed.after_message(side), Closed.next(side)), (None, Vec::new()));
        }
    }

    #[test]
    fn support_resolves_and_only_the_customer_closes() {
        for state in [Open, WaitingCustomer] {
            assert!(state.may_become(Resolved, Company) && !state.may_become(Closed, Company));
            assert!(state.may_become(Closed, Customer));
        }
        assert_eq!(Resolved.next(System), [Closed]);
    }
}
