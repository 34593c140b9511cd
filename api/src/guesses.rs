//! How often a secret may be guessed: counted in the database, by all nodes together.
//!
//! What is limited by address ([`limits`](crate::limits)) guards a node's own work, so each node counts for itself, and who
//! is sent to several of them is served more. How often a password or the six digits of an app may be guessed must not grow
//! with the number of nodes, nor begin anew when one restarts. Codes that were sent out count their tries with the code.

use store::{
    Db,
    allowance::{self, Allowance},
    ids::UserId,
    time::Millis,
};

use crate::error::{Error, Result};

/// What is guessed at, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// The password, at the door: by what was typed as the login.
    Login(String),
    /// The password of somebody who is signed in and is asked for it once more.
    Proof(UserId),
    /// A code of an authenticator app: ten an hour, since there are only a million of them.
    SecondFactor(UserId),
}

impl Guess {
    fn key(&self) -> String {
        match self {
            Self::Login(login) => format!("login:{login}"),
            Self::Proof(user) => format!("proof:{user}"),
            Self::SecondFactor(user) => format!("second:{user}"),
        }
    }
}

pub struct Guesses {
    db: Db,
    /// Wrong guesses a minute; 0: without limit.
    rate: u32,
}

impl Guesses {
    pub fn new(db: Db, rate: u32) -> Self {
        Self { db, rate }
    }

    fn allowance(&self, guess: &Guess) -> Option<Allowance> {
        let (times, period) = match guess {
            Guess::Login(_) | Guess::Proof(_) => (i64::from(self.rate), Millis::MINUTE),
            Guess::SecondFactor(_) => (10, Millis::HOUR),
        };
        (self.rate > 0).then_some(Allowance { times, period })
    }

    /// Takes a guess before it is weighed, so that many at once are no more than one after the other.
    pub async fn take(&self, guess: &Guess, now: Millis) -> Result<()> {
        let Some(of) = self.allowance(guess) else { return Ok(()) };
        match allowance::take(&self.db, &guess.key(), of, now).await? {
            Ok(()) => Ok(()),
            Err(wait) => {
                let seconds = wait.saturating_add(Millis::SECOND - 1) / Millis::SECOND;
                Err(Error::TooMany(u32::try_from(seconds).unwrap_or(u32::MAX)))
            }
        }
    }

    /// It was right, so it does not count.
    pub async fn right(&self, guess: &Guess) -> Result<()> {
        if let Some(of) = self.allowance(guess) {
            allowance::give_back(&self.db, &guess.key(), of).await?;
        }
        Ok(())
    }
}
