//! How much of anything one connection, account or address may take.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use store::{security::known_network::Network, types::ids::UserId};

/// Limits of the live part. Each refusal is counted in `plaza_refused_total`.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of one frame from a client.
    pub frame: u32,
    /// Bytes of a frame that is read of a signed-in client only to refuse it by its rule; one that is larger ends the
    /// connection.
    pub refused_frame: u32,
    /// Streams that one connection follows.
    pub subscriptions: usize,
    /// Commands and signals that one connection sends, each second on average (0: without limit) and at once.
    pub rate: u32,
    pub burst: u32,
    /// Overhead frames of one connection, each second on average and at once: pings, pongs, no-ops, fragments, CONNECT and
    /// DISCONNECT, and events past `rate`. A connection that sends more is closed.
    pub overhead_rate: u32,
    pub overhead_burst: u32,
    /// Bytes of one frame from a Socket.IO connection that has not signed in. A CONNECT with its token takes about 600.
    pub anonymous_frame: u32,
    /// Bytes of incomplete frames that all such connections hold together.
    pub anonymous_input: usize,
    pub connections_per_account: u32,
    pub connections_per_address: u32,
    /// Bytes that wait for one reader before its streams are conflated.
    pub queue: usize,
    /// Bytes that the kernel takes for one reader before they wait here; some batches.
    pub send_buffer: usize,
    /// How long a reader may not read at all before it is cut.
    pub stalled: Duration,
    /// Who has said nothing whole for this long is asked whether it is there, and cut after twice that.
    pub silent: Duration,
    /// How long a connection may take to answer a ping when its account needs its place for another connection.
    /// 0: none gives way.
    pub probe: Duration,
    /// How long a Socket.IO connection may stay without joining "/": long enough for a slow link, and shorter than the
    /// official 45 s, since nobody is known to be there.
    pub unjoined: Duration,
    /// How long a WebSocket may take from its opening to the end of the move from polling.
    pub upgrading: Duration,
    /// Messages that wait for one room. Past it a command is refused as busy, and a join waits here.
    pub mailbox: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame: 64 * 1024,
            refused_frame: 256 * 1024,
            subscriptions: 128,
            rate: 200,
            burst: 400,
            overhead_rate: 50,
            overhead_burst: 500,
            anonymous_frame: 4 * 1024,
            anonymous_input: 32 * 1024 * 1024,
            connections_per_account: 256,
            connections_per_address: 60_000,
            queue: 256 * 1024,
            send_buffer: 128 * 1024,
            stalled: Duration::from_secs(30),
            silent: Duration::from_secs(25),
            probe: Duration::from_secs(5),
            unjoined: Duration::from_secs(20),
            upgrading: Duration::from_secs(10),
            mailbox: 4_096,
        }
    }
}

/// Allows `rate` a second on average and `burst` at once, with a rate of 0 everything; 12 bytes, no timer.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// When the bucket is full again.
    full_at: Instant,
}

impl Bucket {
    pub fn full() -> Self {
        Self { full_at: Instant::now() }
    }

    /// Whether nothing was taken lately.
    pub fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }

    /// Takes one; else answers how long to wait.
    pub fn take(&mut self, rate: u32, burst: u32, now: Instant) -> Result<(), Duration> {
        self.take_many(1, rate, burst, now)
    }

    /// Takes `count` at once, or none.
    pub fn take_many(&mut self, count: u32, rate: u32, burst: u32, now: Instant) -> Result<(), Duration> {
        if rate == 0 {
            return Ok(());
        }
        let each = Duration::from_secs(1) / rate;
        let next = self.full_at.max(now) + each * count;
        let over = next.saturating_duration_since(now + each * burst);
        if over.is_zero() {
            self.full_at = next;
            Ok(())
        } else {
            Err(over)
        }
    }
}

/// Connections by account and by address.
#[derive(Default)]
pub struct ConnectionCounts {
    accounts: Arc<Mutex<HashMap<UserId, u32>>>,
    addresses: Arc<Mutex<HashMap<IpAddr, u32>>>,
    anonymous_input: Arc<AtomicUsize>,
}

/// Bytes that one connection holds of a sum that many share. Released when dropped.
pub struct HeldBytes {
    sum: Arc<AtomicUsize>,
    bytes: usize,
}

impl HeldBytes {
    /// Holds `bytes` in place of those held so far. Returns false if the sum then exceeds `limit`.
    pub fn resize(&mut self, bytes: usize, limit: usize) -> bool {
        if bytes == self.bytes {
            return true;
        }
        self.sum.fetch_sub(self.bytes, Ordering::Relaxed);
        self.bytes = bytes;
        self.sum.fetch_add(bytes, Ordering::Relaxed) + bytes <= limit
    }
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        self.sum.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A place taken by a connection; given back when dropped.
pub struct Permit<K: Eq + Hash + Copy> {
    key: K,
    taken: Arc<Mutex<HashMap<K, u32>>>,
}

impl ConnectionCounts {
    pub fn account(&self, user: UserId, limit: u32) -> Option<Permit<UserId>> {
        take(&self.accounts, user, limit)
    }

    /// Addresses of one IPv6 network of 64 bits count as one.
    pub fn address(&self, address: IpAddr, limit: u32) -> Option<Permit<IpAddr>> {
        take(&self.addresses, Network::of(address).address(), limit)
    }

    /// Nothing yet of the incomplete frames that connections hold before they sign in.
    pub fn anonymous_input(&self) -> HeldBytes {
        HeldBytes { sum: self.anonymous_input.clone(), bytes: 0 }
    }
}

fn take<K: Eq + Hash + Copy>(all: &Arc<Mutex<HashMap<K, u32>>>, key: K, limit: u32) -> Option<Permit<K>> {
    let mut counts = all.lock().unwrap_or_else(PoisonError::into_inner);
    let count = counts.entry(key).or_insert(0);
    if *count >= limit {
        return None;
    }
    *count += 1;
    Some(Permit { key, taken: all.clone() })
}

impl<K: Eq + Hash + Copy> Drop for Permit<K> {
    fn drop(&mut self) {
        let mut counts = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_allows_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket { full_at: start };
        assert!((0..5).all(|_| bucket.take(10, 5, start).is_ok()));
        let wait = bucket.take(10, 5, start).expect_err("the burst is spent");
        assert_eq!(wait, Duration::from_millis(100));
        assert!(bucket.take(10, 5, start + wait).is_ok());
        assert!(bucket.take(10, 5, start + wait).is_err());
    }

    #[test]
    fn a_rate_of_none_is_no_limit() {
        let start = Instant::now();
        let mut bucket = Bucket { full_at: start };
        assert!((0..1_000).all(|_| bucket.take(0, 0, start).is_ok()));
    }

    #[test]
    fn bucket_takes_many_at_once_or_none() {
        let start = Instant::now();
        let mut bucket = Bucket { full_at: start };
        assert!(bucket.take_many(6, 10, 5, start).is_err());
        assert!(bucket.take_many(5, 10, 5, start).is_ok());
        assert!(bucket.take(10, 5, start).is_err());
    }

    #[test]
    fn held_bytes_are_summed_and_released_on_drop() {
        let usage = ConnectionCounts::default();
        let (mut first, mut second) = (usage.anonymous_input(), usage.anonymous_input());
        assert!(first.resize(60, 100) && !second.resize(50, 100) && second.resize(40, 100));
        drop(first);
        assert!(second.resize(100, 100));
        drop(second);
        assert_eq!(usage.anonymous_input.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_place_is_given_back_when_dropped() {
        let usage = ConnectionCounts::default();
        let first = usage.account(UserId(1), 1);
        assert!(first.is_some() && usage.account(UserId(1), 1).is_none());
        assert!(usage.account(UserId(2), 1).is_some());
        drop(first);
        assert!(usage.account(UserId(1), 1).is_some());
    }

    #[test]
    fn addresses_of_an_ipv6_network_count_as_one() {
        let usage = ConnectionCounts::default();
        let _first = usage.address("2001:db8::1".parse().expect("an address"), 1);
        assert!(usage.address("2001:db8::2".parse().expect("an address"), 1).is_none());
        assert!(usage.address("2001:db8:0:1::2".parse().expect("an address"), 1).is_some());
    }
}
