//! Tickets: what opens one socket without showing a token in its address.
//!
//! One is made and used at every connect, so a node that is alone keeps them in memory, and loses them with it: a client asks
//! for another. Several nodes share them in the database, since a socket may open at another node than the one that was
//! asked.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use hub::Principal;
use store::{
    Db,
    one_use::{self, Kind},
    time::Millis,
};

/// How long a ticket waits for its socket.
pub const LIFETIME: i64 = 30 * Millis::SECOND;
/// Tickets that wait in memory at most. Past it the oldest go.
const AT_MOST: usize = 100_000;

pub enum Tickets {
    Here(Mutex<HashMap<String, (Principal, Millis)>>),
    Shared(Db),
}

impl Tickets {
    pub fn here() -> Self {
        Self::Here(Mutex::default())
    }

    /// A ticket with which `holder` may open one socket within [`LIFETIME`].
    pub async fn make(&self, holder: Principal, now: Millis) -> store::Result<String> {
        let until = now.plus(LIFETIME);
        match self {
            Self::Here(waiting) => {
                let ticket = format!("{:032x}", rand::random::<u128>());
                let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                if waiting.len() >= AT_MOST {
                    waiting.retain(|_, (_, until)| *until > now);
                }
                if waiting.len() >= AT_MOST
                    && let Some(oldest) =
                        waiting.iter().min_by_key(|(_, (_, until))| *until).map(|(ticket, _)| ticket.clone())
                {
                    waiting.remove(&oldest);
                }
                waiting.insert(ticket.clone(), (holder, until));
                Ok(ticket)
            }
            Self::Shared(db) => one_use::keep(db, Kind::Ticket, &holder, until).await,
        }
    }

    /// Whose ticket it is, if its time has not passed. It serves no second time.
    pub async fn take(&self, ticket: &str, now: Millis) -> store::Result<Option<Principal>> {
        match self {
            Self::Here(waiting) => {
                let taken = waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(ticket);
                Ok(taken.filter(|(_, until)| *until > now).map(|(holder, _)| holder))
            }
            Self::Shared(db) => one_use::take(db, Kind::Ticket, ticket, now).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use store::{
        account::AccountKind,
        ids::{SessionId, UserId},
    };

    use super::*;

    const NOW: Millis = Millis(1_000_000);

    fn holder(user: i64) -> Principal {
        Principal { user: UserId(user), session: SessionId(5), kind: AccountKind::Regular, expires_at: Millis(9) }
    }

    #[tokio::test]
    async fn a_ticket_serves_once_and_not_after_its_time() {
        let tickets = Tickets::here();
        let take = async |ticket: &str, now| tickets.take(ticket, now).await.unwrap();
        let ticket = tickets.make(holder(1), NOW).await.unwrap();
        assert_eq!(take(&ticket, NOW.plus(LIFETIME - 1)).await, Some(holder(1)));
        assert_eq!(take(&ticket, NOW).await, None);
        let late = tickets.make(holder(1), NOW).await.unwrap();
        assert_eq!(take(&late, NOW.plus(LIFETIME)).await, None);
        assert_eq!(take("", NOW).await, None);
    }

    #[tokio::test]
    async fn the_oldest_make_way() {
        let tickets = Tickets::here();
        let first = tickets.make(holder(0), NOW).await.unwrap();
        for _ in 0..AT_MOST {
            tickets.make(holder(1), NOW.plus(1)).await.unwrap();
        }
        assert_eq!(tickets.take(&first, NOW).await.unwrap(), None);
        let Tickets::Here(waiting) = &tickets else { unreachable!() };
        assert_eq!(waiting.lock().unwrap().len(), AT_MOST);
    }

    /// What the nodes of a deployment tell each other of a holder is all there is to know.
    #[tokio::test]
    async fn what_is_shared_is_taken_on_another_node() {
        store::testing::both(async |db| {
            let [one, other] = [(); 2].map(|()| Tickets::Shared(db.clone()));
            let ticket = one.make(holder(7), NOW).await.unwrap();
            assert_eq!(other.take(&ticket, NOW).await.unwrap(), Some(holder(7)));
            assert_eq!(one.take(&ticket, NOW).await.unwrap(), None);
            assert_eq!(Tickets::here().take(&ticket, NOW).await.unwrap(), None);
        })
        .await;
    }
}
