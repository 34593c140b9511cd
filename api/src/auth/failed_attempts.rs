//! Limits failed attempts at secrets. The counters are in the database and shared by all nodes.
//!
//! Limits by address ([`rate_limit`](crate::http::rate_limit)) protect a single node's resources, so each node counts
//! for itself. A client that is routed to several nodes gets more. Attempts at a password or a six-digit app code must
//! not grow with the number of nodes or reset on a restart. Codes sent by mail or text message count their attempts in
//! [`store::security::verification_code`].
//!
//! Attempts are counted by account and source. Each network from which the account recently signed in has its own
//! counter; all other networks share a single counter. Strangers who exhaust the shared counter do not lock the owner
//! out.

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
    error::{Error, Result, retry_after},
    server::metrics,
};

/// Codes and links to a destination: 15 mails or 5 text messages at once, and at most twice as many in any 24 hours.
const MAILS: Quota = Quota { times: 15, period: Timestamp::DAY };
const TEXT_MESSAGES: Quota = Quota { times: 5, period: Timestamp::DAY };
/// Requests of an account for another e-mail address or phone. Each sends a message to the old address.
const CONTACT_CHANGES: Quota = Quota { times: 5, period: Timestamp::DAY };

/// Checks whether an e-mail address has an account, by network. A sign-up needs a few; a list of addresses needs many.
const EMAIL_CHECKS: Quota = Quota { times: 100, period: Timestamp::DAY };

/// Refill period of failed passwords: at most ten times as many in any 24 hours as at once.
const PASSWORD_REFILL: i64 = Timestamp::DAY / 9;
/// Codes of an authenticator app: 10 at once, and at most 30 in any 24 hours, since there are only a million.
const APP_CODES: Quota = Quota { times: 10, period: Timestamp::DAY / 2 };

/// Secret that is attempted, and its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptKey {
    /// Password at login, keyed by the login as typed.
    Login(String),
    /// Password of a signed-in user who reauthenticates.
    ChangeAuthorization(UserId),
    /// Authenticator app code.
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
    /// Failed passwords at once; 0: no limit.
    rate: u32,
}

impl AttemptLimiter {
    pub fn new(db: Db, rate: u32) -> Self {
        Self { db, rate }
    }

    fn quota(&self, guess: &AttemptKey) -> Option<Quota> {
        let of = match guess {
            AttemptKey::Login(_) | AttemptKey::ChangeAuthorization(_) => {
                Quota { times: i64::from(self.rate), period: PASSWORD_REFILL }
            }
            AttemptKey::SecondFactor(_) => APP_CODES,
        };
        (self.rate > 0).then_some(of)
    }

    /// Returns the source of attempts at the secrets of `account`. `None`: the login matches no account.
    pub async fn source(&self, account: Option<UserId>, address: IpAddr, now: Timestamp) -> Result<Source> {
        Ok(known_network::source(&self.db, account, address, now).await?)
    }

    /// Charges the attempt before checking the secret, so concurrent attempts cannot exceed the limit.
    pub async fn acquire(&self, guess: &AttemptKey, source: Source, now: Timestamp) -> Result<()> {
        let Some(of) = self.quota(guess) else { return Ok(()) };
        self.charge(&guess.key(source), of, now, "guesses").await
    }

    /// Refunds a successful attempt.
    pub async fn refund(&self, guess: &AttemptKey, source: Source) -> Result<()> {
        if let Some(of) = self.quota(guess) {
            rate_limit::refund(&self.db, &guess.key(source), of).await?;
        }
        Ok(())
    }

    /// Charges a code or link to a destination, whichever client requests it. A known network of the destination's
    /// account has its own counter.
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

    /// Charges a check whether an e-mail address has an account to the caller's networks, whatever its result.
    pub async fn take_email_check(&self, address: IpAddr, now: Timestamp) -> Result<()> {
        if self.rate == 0 {
            return Ok(());
        }
        let quotas = EMAIL_CHECKS.of_networks("email-checks", address);
        rate_limit::take_of_all(&self.db, &quotas, 1, now).await?.map_err(|wait| {
            metrics::ALARMS.raise("email_checks");
            Error::EmailChecks(retry_after(wait))
        })
    }

    async fn charge(&self, key: &str, of: Quota, now: Timestamp, alarm: &'static str) -> Result<()> {
        rate_limit::take(&self.db, key, of, now).await?.map_err(|wait| {
            metrics::ALARMS.raise(alarm);
            Error::TooMany(retry_after(wait))
        })
    }
}

#[cfg(test)]
mod tests {
    use store::security::known_network::Network;

    use super::*;

    #[tokio::test]
    async fn attempts_of_a_day_are_few_and_leave_own_networks_alone() {
        store::testing::both(async |db| {
            let attempts = AttemptLimiter::new(db, 3);
            let (ann, start) = (UserId(1), Timestamp(1_795_231_140_000));
            let own = Source::Known(Network::of([192, 0, 2, 7].into()));
            for (guess, at_once) in [
                (AttemptKey::Login("ann".to_owned()), 3),
                (AttemptKey::ChangeAuthorization(ann), 3),
                (AttemptKey::SecondFactor(ann), 10),
            ] {
                let (mut first, mut all) = (0, 0);
                for minutes in (0..24 * 60).step_by(20) {
                    let now = start.plus(minutes * Timestamp::MINUTE);
                    while attempts.acquire(&guess, Source::Elsewhere, now).await.is_ok() {
                        all += 1;
                    }
                    first = if minutes == 0 { all } else { first };
                }
                assert_eq!(first, at_once, "{guess:?}");
                assert!((28..=30).contains(&all), "{guess:?}: {all}");
                attempts.acquire(&guess, own, start.plus(Timestamp::DAY)).await.unwrap();
            }
        })
        .await;
    }
}
