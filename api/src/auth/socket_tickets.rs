//! Socket tickets: each opens a single socket without exposing a token in the URL.
//!
//! Every connect issues and redeems a ticket. A single node keeps tickets in memory; after a restart clients request
//! new ones. Several nodes share tickets in the database, since the socket may open on another node than the issuer.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use hub::Principal;
use store::{
    Db,
    security::one_time_token::{self, Kind},
    types::timestamp::Timestamp,
};

/// Lifetime of a ticket.
pub const LIFETIME: i64 = 30 * Timestamp::SECOND;
/// Maximum tickets in memory, about 10 MB. Beyond that the oldest are dropped.
const MAX_TICKETS: usize = 100_000;

pub enum SocketTickets {
    Local(Mutex<Waiting>),
    Shared(Db),
}

/// Tickets of a single node. All have the same lifetime, so the queue is in order of expiry.
#[derive(Default)]
pub struct Waiting {
    holders: HashMap<u128, (Principal, Timestamp)>,
    /// Issued tickets, redeemed ones included.
    queue: VecDeque<(Timestamp, u128)>,
}

impl Waiting {
    fn add(&mut self, ticket: u128, holder: Principal, now: Timestamp) {
        while self.queue.front().is_some_and(|(until, _)| *until <= now) || self.queue.len() >= MAX_TICKETS {
            let Some((_, oldest)) = self.queue.pop_front() else { break };
            self.holders.remove(&oldest);
        }
        let until = now.plus(LIFETIME);
        self.holders.insert(ticket, (holder, until));
        self.queue.push_back((until, ticket));
    }
}

impl SocketTickets {
    pub fn local() -> Self {
        Self::Local(Mutex::default())
    }

    /// Issues a ticket with which `holder` may open a single socket within [`LIFETIME`].
    pub async fn issue(&self, holder: Principal, now: Timestamp) -> store::Result<String> {
        match self {
            Self::Local(waiting) => {
                let ticket = rand::random();
                waiting.lock().unwrap_or_else(PoisonError::into_inner).add(ticket, holder, now);
                Ok(format!("{ticket:032x}"))
            }
            Self::Shared(db) => one_time_token::issue(db, Kind::Ticket, &holder, now.plus(LIFETIME)).await,
        }
    }

    /// Redeems a ticket. Returns its holder if the ticket is unused and has not expired.
    pub async fn redeem(&self, ticket: &str, now: Timestamp) -> store::Result<Option<Principal>> {
        match self {
            Self::Local(waiting) => {
                let Some(ticket) = u128::from_str_radix(ticket, 16).ok().filter(|_| ticket.len() == 32) else {
                    return Ok(None);
                };
                let taken = waiting.lock().unwrap_or_else(PoisonError::into_inner).holders.remove(&ticket);
                Ok(taken.filter(|(_, until)| *until > now).map(|(holder, _)| holder))
            }
            Self::Shared(db) => one_time_token::redeem(db, Kind::Ticket, ticket, now).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use store::{
        account::AccountKind,
        types::ids::{SessionId, UserId},
    };

    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);

    fn holder(user: i64) -> Principal {
        Principal { user: UserId(user), session: SessionId(5), kind: AccountKind::Regular, expires_at: Timestamp(9) }
    }

    #[tokio::test]
    async fn ticket_is_redeemed_once_before_expiry() {
        let tickets = SocketTickets::local();
        let take = async |ticket: &str, now| tickets.redeem(ticket, now).await.unwrap();
        let ticket = tickets.issue(holder(1), NOW).await.unwrap();
        assert_eq!(take(&ticket, NOW.plus(LIFETIME - 1)).await, Some(holder(1)));
        assert_eq!(take(&ticket, NOW).await, None);
        let late = tickets.issue(holder(1), NOW).await.unwrap();
        assert_eq!(take(&late, NOW.plus(LIFETIME)).await, None);
        assert_eq!(take("", NOW).await, None);
    }

    #[tokio::test]
    async fn oldest_tickets_are_dropped_when_memory_is_full() {
        let tickets = SocketTickets::local();
        let first = tickets.issue(holder(0), NOW).await.unwrap();
        for _ in 0..MAX_TICKETS {
            tickets.issue(holder(1), NOW.plus(1)).await.unwrap();
        }
        assert_eq!(tickets.redeem(&first, NOW).await.unwrap(), None);
        let SocketTickets::Local(waiting) = &tickets else { unreachable!() };
        let waiting = waiting.lock().unwrap();
        assert_eq!((waiting.holders.len(), waiting.queue.len()), (MAX_TICKETS, MAX_TICKETS));
    }

    /// Tests that the shared ticket carries every field of its holder.
    #[tokio::test]
    async fn shared_ticket_is_redeemed_on_another_node() {
        store::testing::both(async |db| {
            let [one, other] = [(); 2].map(|()| SocketTickets::Shared(db.clone()));
            let ticket = one.issue(holder(7), NOW).await.unwrap();
            assert_eq!(other.redeem(&ticket, NOW).await.unwrap(), Some(holder(7)));
            assert_eq!(one.redeem(&ticket, NOW).await.unwrap(), None);
            assert_eq!(SocketTickets::local().redeem(&ticket, NOW).await.unwrap(), None);
        })
        .await;
    }
}
