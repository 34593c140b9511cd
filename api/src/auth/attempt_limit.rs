//! How often a secret may be guessed: counted in the database, by all nodes together.
//!
//! What is limited by address ([`limits`](crate::http::rate_limit)) guards a node's own work, so each node counts for itself, and who
//! is sent to several of them is served more. How often a password or the six digits of an app may be guessed must not grow
//! with the number of nodes, nor begin anew when one restarts. Codes that were sent out count their tries in [`store::security::verification_code`].
//!
//! Guesses are counted by account and source: each network from which the account signed in lately has a count of its own,
//! all others share one. Strangers who use theirs up do not lock the owner out.

use std::net::IpAddr;

use store::{
    Db,
    notify::outbox::Channel,
    security::{
        known_network::{self, Source},
        rate_limit::{self, Quota},
    },
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    error::{Error, Result},
    server::metrics,
};

/// Codes and links to one destination: 15 mails or 5 text messages at once, and twice as many at most in any 24 hours.
const MAILS: Quota = Quota { times: 15, period: Timestamp::DAY };
const TEXT_MESSAGES: Quota = Quota { times: 5, period: Timestamp::DAY };
/// Requests for another e-mail address or phone by one account. Each writes to the old address.
const CONTACT_CHANGES: Quota = Quota { times: 5, period: Timestamp::DAY };

/// What is guessed at, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptKey {
    /// The password, at the door: by what was typed as the login.
    Login(String),
    /// The password of somebody who is signed in and is asked for it once more.
    ChangeAuthorization(UserId),
    /// A code of an authenticator app: ten an hour, since there are only a million of them.
    SecondFactor(UserId),
}

impl AttemptKey {
    fn key(&self, source: Source) -> String {
        let source = source.key();
        match self {
            Self::Login(login) => format!("login:{source}:{login}"),
            Self::ChangeAuthorization(user) => format!("proof:{source}:{user}"),
            Self::SecondFactor(user) => format!("second:{source}:{user}"),
        }
    }
}

pub struct AttemptLimiter {
    db: Db,
    /// Wrong guesses a minute; 0: without limit.
    rate: u32,
}

impl AttemptLimiter {
    pub fn new(db: Db, rate: u32) -> Self {
        Self { db, rate }
    }

    fn quota(&self, guess: &AttemptKey) -> Option<Quota> {
        let (times, period) = match guess {
            AttemptKey::Login(_) | AttemptKey::ChangeAuthorization(_) => (i64::from(self.rate), Timestamp::MINUTE),
            AttemptKey::SecondFactor(_) => (10, Timestamp::HOUR),
        };
        (self.rate > 0).then_some(Quota { times, period })
    }

    /// The source of guesses at the secrets of an account, or of a login that no account has.
    pub async fn source(&self, account: Option<UserId>, address: IpAddr, now: Timestamp) -> Result<Source> {
        Ok(known_network::source(&self.db, account, address, now).await?)
    }

    /// Takes a guess before it is weighed, so that many at once are no more than one after the other.
    pub async fn acquire(&self, guess: &AttemptKey, source: Source, now: Timestamp) -> Result<()> {
        let Some(of) = self.quota(guess) else { return Ok(()) };
        self.charge(&guess.key(source), of, now, "guesses").await
    }

    /// It was right, so it does not count.
    pub async fn refund(&self, guess: &AttemptKey, source: Source) -> Result<()> {
        if let Some(of) = self.quota(guess) {
            rate_limit::refund(&self.db, &guess.key(source), of).await?;
        }
        Ok(())
    }

    /// Charges a code or link to a destination, whoever asks for it. A known network of the account that has the destination
    /// is counted apart.
    pub async fn take_message(&self, channel: Channel, to: &str, source: Source, now: Timestamp) -> Result<()> {
        let (of, name) = match channel {
            Channel::Mail => (MAILS, "mail_destination"),
            Channel::Sms => (TEXT_MESSAGES, "sms_destination"),
        };
        self.charge(&format!("to:{}:{to}", source.key()), of, now, name).await
    }

    /// Charges a request for another e-mail address or phone.
    pub async fn take_contact_change(&self, user: UserId, now: Timestamp) -> Result<()> {
        self.charge(&format!("contact:{user}"), CONTACT_CHANGES, now, "contact_changes").await
    }

    async fn charge(&self, key: &str, of: Quota, now: Timestamp, alarm: &'static str) -> Result<()> {
        match rate_limit::take(&self.db, key, of, now).await? {
            Ok(()) => Ok(()),
            Err(wait) => {
                metrics::ALARMS.raise(alarm);
                let seconds = wait.saturating_add(Timestamp::SECOND - 1) / Timestamp::SECOND;
                Err(Error::TooMany(u32::try_from(seconds).unwrap_or(u32::MAX)))
            }
        }
    }
}
