//! Token buckets in memory that limit each address's or account's share of this node's resources. Attempts at secrets
//! are counted for all nodes together: [`failed_attempts`](crate::auth::failed_attempts).
//!
//! A bucket holds a minute's worth of tokens (some: an hour's) and refills evenly. It allows a burst and stops a flood.
//! An IPv6 address is counted by its /64, its /56 with four times and its /48 with sixteen times the limit. Keys are
//! stored as hashes of 8 bytes. Full buckets are dropped every ten seconds, and the number of buckets is bounded.

use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher as _,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use store::{security::known_network::Network, types::timestamp::Timestamp};

use crate::server::metrics;

/// Time between two sweeps of full buckets.
const SWEEP_INTERVAL: i64 = 10 * Timestamp::SECOND;
/// Maximum buckets: about 9 MB, with 33 bytes each and the map's spare capacity. Beyond that the older half is dropped.
const MAX_BUCKETS: usize = 131_072;

/// Rate limit exceeded. Seconds until the next attempt is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimited {
    pub retry_after: u32,
}

/// Subject of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitKey<'a> {
    /// Logins and sign-ups, by address.
    SignIns(IpAddr),
    /// Guest accounts created, by address.
    Guests(IpAddr),
    /// Codes requested, by address and hour. Each sends a mail or text message to a person who may not have requested
    /// it.
    Codes(IpAddr),
    /// Codes of sign-ups, by address and hour. They leave the codes that people request.
    SignUpCodes(IpAddr),
    /// Codes and reset tokens submitted, by address.
    CodeTries(IpAddr),
    /// Names and e-mail addresses looked up, by address.
    Names(IpAddr),
    /// Exports of all data of an account: five an hour.
    Exports(i64),
    /// Refreshes with the same token.
    Token(&'a str),
    /// Refreshes, by address. Every open device of a household refreshes every 15 minutes.
    Refreshes(IpAddr),
    /// Uploads of an account.
    Uploads(i64),
    /// Attempts of an account to pay, and cards that it adds: a thief tries many.
    Payments(i64),
    /// Looks of an account at a payment.
    PaymentReads(i64),
    /// Searches, suggestions and looks at what is free, by address. Visitors need no account for them, and none is kept
    /// ready.
    Searches(IpAddr),
    /// Visits of advertisements without an account, by address. Their company sees the count.
    AdvertisementVisits(IpAddr),
    /// Reels watched, and offerings opened from them, without an account, by address.
    ReelVisits(IpAddr),
    /// Bookings, holds and orders of an account. Each takes inventory from others.
    Bookings(i64),
    /// Changes of the company that an account acts for. Each reloads the streams of two teams.
    CompanySwitches(i64),
    /// Friend requests of an account: a hundred an hour. Each new one notifies a person, also after one that was withdrawn.
    FriendRequests(i64),
}

impl RateLimitKey<'_> {
    /// Returns the address of a key that is counted by network.
    fn address(self) -> Option<IpAddr> {
        match self {
            RateLimitKey::SignIns(address)
            | RateLimitKey::Guests(address)
            | RateLimitKey::Codes(address)
            | RateLimitKey::SignUpCodes(address)
            | RateLimitKey::CodeTries(address)
            | RateLimitKey::Names(address)
            | RateLimitKey::Searches(address)
            | RateLimitKey::AdvertisementVisits(address)
            | RateLimitKey::ReelVisits(address)
            | RateLimitKey::Refreshes(address) => Some(address),
            RateLimitKey::Exports(_)
            | RateLimitKey::Token(_)
            | RateLimitKey::Uploads(_)
            | RateLimitKey::Payments(_)
            | RateLimitKey::Bookings(_)
            | RateLimitKey::CompanySwitches(_)
            | RateLimitKey::FriendRequests(_)
            | RateLimitKey::PaymentReads(_) => None,
        }
    }
}

struct Bucket {
    /// Tokens left. A fraction, so that frequent checks do not lose partial refills.
    left: f64,
    at: Timestamp,
    /// Tokens in a full bucket, and milliseconds to refill it.
    full: f64,
    period: i64,
}

impl Bucket {
    fn new(full: f64, period: i64, now: Timestamp) -> Self {
        Self { left: full, at: now, full, period }
    }

    /// Returns the tokens left at a later time.
    #[allow(clippy::cast_precision_loss, reason = "small figures")]
    fn left_at(&self, now: Timestamp) -> f64 {
        let passed = (now.0 - self.at.0).clamp(0, self.period) as f64;
        self.full.min(self.left + passed * self.full / self.period as f64)
    }

    /// Returns the seconds until a token is available.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small figures"
    )]
    fn wait(&self, now: Timestamp) -> Option<u32> {
        let missing = 1.0 - self.left_at(now);
        (missing > 0.0).then(|| (missing * (self.period / Timestamp::SECOND) as f64 / self.full).ceil() as u32)
    }
}

#[derive(Default)]
struct Buckets {
    by_key: HashMap<u64, Bucket>,
    swept_at: Option<Timestamp>,
}

impl Buckets {
    /// Drops full buckets. Drops the older half too if there are still too many.
    fn sweep(&mut self, now: Timestamp) {
        let is_crowded = self.by_key.len() >= MAX_BUCKETS;
        if !is_crowded && self.swept_at.is_some_and(|at| (0..SWEEP_INTERVAL).contains(&(now.0 - at.0))) {
            return;
        }
        self.swept_at = Some(now);
        // A time in the future was recorded before the clock was set back.
        self.by_key.retain(|_, bucket| {
            (0..bucket.period).contains(&(now.0 - bucket.at.0)) && bucket.left_at(now) < bucket.full
        });
        if self.by_key.len() >= MAX_BUCKETS {
            metrics::ALARMS.raise("limits_full");
            let mut times: Vec<i64> = self.by_key.values().map(|bucket| bucket.at.0).collect();
            let middle = times.len() / 2;
            let (_, median, _) = times.select_nth_unstable(middle);
            let (median, mut spare) = (*median, middle);
            self.by_key.retain(|_, bucket| {
                let stays = bucket.at.0 > median || spare == 0;
                spare -= usize::from(!stays);
                stays
            });
        }
        if self.by_key.capacity() > 4 * self.by_key.len().max(1_024) {
            self.by_key.shrink_to(2 * self.by_key.len());
        }
    }
}

pub struct RateLimiter {
    /// Attempts a minute for an account; 0: no limit.
    rate: f64,
    /// Randomly keyed hasher, so that clients cannot search for keys that share a bucket.
    hasher: RandomState,
    buckets: Mutex<Buckets>,
}

impl RateLimiter {
    pub fn new(rate: u32) -> Self {
        Self { rate: f64::from(rate), hasher: RandomState::new(), buckets: Mutex::default() }
    }

    /// Returns the tokens in a full bucket, and the milliseconds to refill it.
    fn size(&self, key: RateLimitKey<'_>) -> (f64, i64) {
        let per_minute = match key {
            RateLimitKey::Token(_)
            | RateLimitKey::Guests(_)
            | RateLimitKey::CodeTries(_)
            | RateLimitKey::AdvertisementVisits(_) => 1.0,
            RateLimitKey::Bookings(_) | RateLimitKey::CompanySwitches(_) => 4.0,
            RateLimitKey::Uploads(_)
            | RateLimitKey::Names(_)
            | RateLimitKey::PaymentReads(_)
            | RateLimitKey::ReelVisits(_) => 2.0,
            RateLimitKey::SignIns(_) => 10.0,
            RateLimitKey::Refreshes(_) | RateLimitKey::Searches(_) => 40.0,
            RateLimitKey::Codes(_) | RateLimitKey::SignUpCodes(_) | RateLimitKey::Payments(_) => {
                return (self.rate, Timestamp::HOUR);
            }
            RateLimitKey::Exports(_) => return (5.0, Timestamp::HOUR),
            RateLimitKey::FriendRequests(_) => return (100.0, Timestamp::HOUR),
        };
        (self.rate * per_minute, Timestamp::MINUTE)
    }

    /// Takes a token from the account's bucket or from each network's bucket of an address. Takes none if any is empty.
    pub fn check(&self, key: RateLimitKey<'_>, now: Timestamp) -> Result<(), RateLimited> {
        if self.rate <= 0.0 {
            return Ok(());
        }
        let (full, period) = self.size(key);
        let mut wanted: Vec<(u64, f64)> = Vec::with_capacity(3);
        match key.address() {
            Some(address) => {
                let kind = std::mem::discriminant(&key);
                wanted.extend(
                    Network::counted(address)
                        .map(|(network, factor)| (self.hasher.hash_one((kind, network)), full * f64::from(factor))),
                );
            }
            None => wanted.push((self.hasher.hash_one(key), full)),
        }
        let mut buckets = self.buckets();
        buckets.sweep(now);
        let waits = wanted.iter().filter_map(|(key, _)| buckets.by_key.get(key)?.wait(now));
        if let Some(retry_after) = waits.max() {
            return Err(RateLimited { retry_after });
        }
        for (key, full) in wanted {
            let bucket = buckets.by_key.entry(key).or_insert_with(|| Bucket::new(full, period, now));
            bucket.left = bucket.left_at(now) - 1.0;
            bucket.at = now;
        }
        Ok(())
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    const NOW: Timestamp = Timestamp(1_000_000);

    fn refresh(limits: &RateLimiter, now: Timestamp) -> Result<(), RateLimited> {
        limits.check(RateLimitKey::Token("ann"), now)
    }

    #[test]
    fn limit_allows_burst_then_even_rate() {
        let limits = RateLimiter::new(6);
        for _ in 0..6 {
            assert_eq!(refresh(&limits, NOW), Ok(()));
        }
        assert_eq!(refresh(&limits, NOW), Err(RateLimited { retry_after: 10 }));
        assert_eq!(limits.check(RateLimitKey::Token("ben"), NOW), Ok(()));
        assert_eq!(refresh(&limits, NOW.plus(10_000)), Ok(()));
        assert!(refresh(&limits, NOW.plus(10_000)).is_err());
        assert_eq!(refresh(&limits, NOW.plus(100_000)), Ok(()));
    }

    #[test]
    fn code_limit_refills_in_an_hour() {
        let limits = RateLimiter::new(6);
        let ask = |now| limits.check(RateLimitKey::Codes(IpAddr::from([127, 0, 0, 1])), now);
        assert!((0..6).all(|_| ask(NOW).is_ok()));
        assert_eq!(ask(NOW), Err(RateLimited { retry_after: 600 }));
        assert_eq!(ask(NOW.plus(10 * Timestamp::MINUTE)), Ok(()));
        assert!(ask(NOW.plus(10 * Timestamp::MINUTE)).is_err());
    }

    #[test]
    fn limit_is_off_when_rate_is_zero() {
        let free = RateLimiter::new(0);
        assert!((0..1_000).all(|_| refresh(&free, NOW).is_ok()));
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_limit() {
        let limits = RateLimiter::new(6);
        let served = |subnets: u128, hosts: u128| -> usize {
            let base: u128 = "2001:db8:1::".parse::<Ipv6Addr>().unwrap().to_bits();
            let all = (0..subnets).flat_map(|subnet| (0..hosts).map(move |host| base + (subnet << 64) + host));
            all.filter(|bits| limits.check(RateLimitKey::Codes(Ipv6Addr::from_bits(*bits).into()), NOW).is_ok()).count()
        };
        assert_eq!(served(1, 1_000), 6, "a /64");
        assert_eq!(served(256, 2), 4 * 6 - 6, "a /56");
        assert_eq!(served(65_536, 1), 16 * 6 - 4 * 6, "a /48");
        assert!(limits.check(RateLimitKey::Codes("2001:db8:2::1".parse().unwrap()), NOW).is_ok());
    }

    #[test]
    fn buckets_are_bounded_and_dropped_once_full() {
        let limits = RateLimiter::new(6);
        for number in 0..u32::try_from(MAX_BUCKETS).unwrap() * 2 {
            let address = Ipv4Addr::from_bits(0x0b00_0000 + number).into();
            assert!(limits.check(RateLimitKey::Codes(address), NOW.plus(i64::from(number) / 100)).is_ok());
        }
        let buckets = limits.buckets();
        assert!(buckets.by_key.len() <= MAX_BUCKETS && buckets.by_key.capacity() * 49 < 16 << 20);
        drop(buckets);
        assert_eq!(refresh(&limits, NOW.plus(3 * Timestamp::HOUR)), Ok(()));
        let buckets = limits.buckets();
        assert!(buckets.by_key.len() == 1 && buckets.by_key.capacity() < 10_000);
    }

    #[test]
    fn text_key_is_stored_as_hash() {
        let limits = RateLimiter::new(6);
        assert!(limits.check(RateLimitKey::Token(&"x".repeat(60_000)), NOW).is_ok());
        assert_eq!(size_of_val(limits.buckets().by_key.keys().next().unwrap()), 8);
    }
}
