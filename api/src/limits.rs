//! How much of this node's work one address or account may ask for: token buckets, in memory. Guesses at secrets are counted
//! elsewhere, for all nodes together: [`guesses`](crate::guesses).
//!
//! A bucket holds one minute's worth (some: an hour's) and refills evenly, so a burst is served and a flood is not. Buckets
//! that are full again are forgotten, which bounds the memory by the tries of that time.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use store::time::Millis;

/// Buckets kept at most before the full ones are swept out.
const SWEEP_AT: usize = 10_000;

/// Too many tries; the next one may come after this many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    pub retry_after: u32,
}

/// What is limited, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Sign-ins and sign-ups, by address.
    Address(IpAddr),
    /// Guests made, by address.
    Guests(IpAddr),
    /// Codes asked for, by address, in an hour: each is a mail or a text message to somebody, who may not have asked for it.
    Codes(IpAddr),
    /// Codes typed and proofs shown, by address.
    CodeTries(IpAddr),
    /// Names and e-mail addresses asked about, by address.
    Names(IpAddr),
    /// Copies of all that an account owns: five an hour.
    Exports(i64),
    /// Refreshes with one token.
    Token(String),
    /// Refreshes, by address: every open device of a house comes back every 15 minutes.
    Refreshes(IpAddr),
    /// Uploads of one account.
    Uploads(i64),
}

struct Bucket {
    /// Tries left. A fraction, so that asking often does not lose what has refilled in between.
    left: f64,
    at: Millis,
}

pub struct Limits {
    /// Tries a minute for one account; 0: without limit.
    rate: f64,
    buckets: Mutex<HashMap<Key, Bucket>>,
}

impl Limits {
    pub fn new(rate: u32) -> Self {
        Self { rate: f64::from(rate), buckets: Mutex::default() }
    }

    /// Tries in a full bucket, and the milliseconds in which it fills.
    fn size(&self, key: &Key) -> (f64, i64) {
        let per_minute = match key {
            Key::Token(_) | Key::Guests(_) | Key::CodeTries(_) => 1.0,
            Key::Uploads(_) | Key::Names(_) => 2.0,
            Key::Address(_) => 10.0,
            Key::Refreshes(_) => 40.0,
            Key::Codes(_) => return (self.rate, Millis::HOUR),
            Key::Exports(_) => return (5.0, Millis::HOUR),
        };
        (self.rate * per_minute, Millis::MINUTE)
    }

    /// Takes a try out of the bucket.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small figures"
    )]
    pub fn take(&self, key: Key, now: Millis) -> Result<(), TooMany> {
        if self.rate <= 0.0 {
            return Ok(());
        }
        let (full, period) = self.size(&key);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= SWEEP_AT {
            // A time ahead was noted before the clock was set back.
            buckets.retain(|key, bucket| (0..self.size(key).1).contains(&(now.0 - bucket.at.0)));
        }
        let bucket = buckets.entry(key).or_insert(Bucket { left: full, at: now });
        let passed = (now.0 - bucket.at.0).clamp(0, period) as f64;
        bucket.left = full.min(bucket.left + passed * full / period as f64);
        bucket.at = now;
        if bucket.left < 1.0 {
            let wait = (1.0 - bucket.left) * (period / Millis::SECOND) as f64 / full;
            return Err(TooMany { retry_after: wait.ceil() as u32 });
        }
        bucket.left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = Millis(1_000_000);

    fn refresh(limits: &Limits, now: Millis) -> Result<(), TooMany> {
        limits.take(Key::Token("ann".to_owned()), now)
    }

    #[test]
    fn a_minutes_worth_is_served_at_once_and_then_evenly() {
        let limits = Limits::new(6);
        for _ in 0..6 {
            assert_eq!(refresh(&limits, NOW), Ok(()));
        }
        assert_eq!(refresh(&limits, NOW), Err(TooMany { retry_after: 10 }));
        assert_eq!(limits.take(Key::Token("ben".to_owned()), NOW), Ok(()));
        assert_eq!(refresh(&limits, NOW.plus(10_000)), Ok(()));
        assert!(refresh(&limits, NOW.plus(10_000)).is_err());
        assert_eq!(refresh(&limits, NOW.plus(100_000)), Ok(()));
    }

    #[test]
    fn what_sends_mail_refills_in_an_hour() {
        let limits = Limits::new(6);
        let ask = |now| limits.take(Key::Codes(IpAddr::from([127, 0, 0, 1])), now);
        assert!((0..6).all(|_| ask(NOW).is_ok()));
        assert_eq!(ask(NOW), Err(TooMany { retry_after: 600 }));
        assert_eq!(ask(NOW.plus(10 * Millis::MINUTE)), Ok(()));
        assert!(ask(NOW.plus(10 * Millis::MINUTE)).is_err());
    }

    #[test]
    fn zero_is_no_limit() {
        let free = Limits::new(0);
        assert!((0..1_000).all(|_| refresh(&free, NOW).is_ok()));
    }
}
