//! Resource limits per connection, account and address.

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

/// Limits of live connections. Each rejection is counted in `plaza_refused_total`.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum size of a client frame in bytes.
    pub frame: u32,
    /// Maximum size in bytes of a signed-in client's frame that is read only to be rejected by its rule. A larger frame
    /// closes the connection.
    pub refused_frame: u32,
    /// Maximum number of streams that a connection subscribes to.
    pub subscriptions: usize,
    /// Maximum number of these that everybody may follow. Each keeps its room in memory, and a client may name all there are.
    pub public_subscriptions: usize,
    /// Commands and signals per connection: average per second (0: unlimited) and burst.
    pub rate: u32,
    pub burst: u32,
    /// Overhead frames per connection: average per second and burst. Counts pings, pongs, no-ops, fragments, CONNECT,
    /// DISCONNECT and events past `rate`. Exceeding it closes the connection.
    pub overhead_rate: u32,
    pub overhead_burst: u32,
    /// Maximum frame size in bytes of a Socket.IO connection that has not signed in. A CONNECT with its token takes
    /// about 600.
    pub anonymous_frame: u32,
    /// Maximum size in bytes of the incomplete frames of all connections that have not signed in.
    pub anonymous_input: usize,
    pub connections_per_account: u32,
    pub connections_per_address: u32,
    /// Bytes queued for one subscriber before its streams are conflated.
    pub queue: usize,
    /// Kernel send buffer per subscriber in bytes; holds several batches.
    pub send_buffer: usize,
    /// Write stall timeout. Disconnects a peer that reads nothing for this long.
    pub stalled: Duration,
    /// Idle timeout. Pings a peer that has sent no complete frame for this long and disconnects it after twice as long.
    pub silent: Duration,
    /// Ping timeout while the account needs the slot for another connection. 0: no connection is evicted.
    pub probe: Duration,
    /// Timeout of a Socket.IO connection that has not joined "/". Long enough for a slow link; shorter than the
    /// official 45 s, since the connection is unauthenticated.
    pub unjoined: Duration,
    /// Timeout of a WebSocket upgrade from polling, counted from the opening of the WebSocket.
    pub upgrading: Duration,
    /// Mailbox capacity of a room in messages. When full, commands are rejected as busy and joins wait in the
    /// connection's queue.
    pub mailbox: usize,
    /// Maximum time between the starts of two commits of commands, in which commands gather under load.
    pub commit_pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame: 64 * 1024,
            refused_frame: 256 * 1024,
            subscriptions: 128,
            public_subscriptions: 16,
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
            commit_pause: Duration::from_millis(6),
        }
    }
}

/// Token bucket: `rate` a second on average, `burst` at once. A rate of 0 is unlimited. Takes 12 bytes and no timer.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// Time at which the bucket is full again.
    full_at: Instant,
}

impl Bucket {
    pub fn full() -> Self {
        Self { full_at: Instant::now() }
    }

    /// Returns true if the bucket is full.
    pub fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }

    /// Takes one token. Otherwise returns the time to wait.
    pub fn take(&mut self, rate: u32, burst: u32, now: Instant) -> Result<(), Duration> {
        self.take_many(1, rate, burst, now)
    }

    /// Takes `count` tokens at once, or none.
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

/// Connection counts by account and by address.
#[derive(Default)]
pub struct ConnectionCounts {
    accounts: Arc<Mutex<HashMap<UserId, u32>>>,
    addresses: Arc<Mutex<HashMap<IpAddr, u32>>>,
    anonymous_input: Arc<AtomicUsize>,
}

/// Bytes of a shared total that one connection holds. Released on drop.
pub struct HeldBytes {
    sum: Arc<AtomicUsize>,
    bytes: usize,
}

impl HeldBytes {
    /// Replaces the number of held bytes with `bytes`. Returns false if the total then exceeds `limit`.
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

/// Permit of a connection. Released on drop.
pub struct Permit<K: Eq + Hash + Copy> {
    key: K,
    taken: Arc<Mutex<HashMap<K, u32>>>,
}

impl ConnectionCounts {
    pub fn account(&self, user: UserId, limit: u32) -> Option<Permit<UserId>> {
        take(&self.accounts, user, limit)
    }

    /// Addresses of one IPv6 /64 network share a count.
    pub fn address(&self, address: IpAddr, limit: u32) -> Option<Permit<IpAddr>> {
        take(&self.addresses, Network::of(address).address(), limit)
    }

    /// Returns an empty share of the total of incomplete frames before sign-in.
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
    fn bucket_allows_burst_then_rate() {
        let start = Instant::now();
        let mut bucket = Bucket { full_at: start };
        assert!((0..5).all(|_| bucket.take(10, 5, start).is_ok()));
        let wait = bucket.take(10, 5, start).expect_err("the burst is spent");
        assert_eq!(wait, Duration::from_millis(100));
        assert!(bucket.take(10, 5, start + wait).is_ok());
        assert!(bucket.take(10, 5, start + wait).is_err());
    }

    #[test]
    fn bucket_is_unlimited_when_rate_is_zero() {
        let start = Instant::now();
        let mut bucket = Bucket { full_at: start };
        assert!((0..1_000).all(|_| bucket.take(0, 0, start).is_ok()));
    }

    #[test]
    fn bucket_takes_many_tokens_or_none() {
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
    fn permit_is_released_on_drop() {
        let usage = ConnectionCounts::default();
        let first = usage.account(UserId(1), 1);
        assert!(first.is_some() && usage.account(UserId(1), 1).is_none());
        assert!(usage.account(UserId(2), 1).is_some());
        drop(first);
        assert!(usage.account(UserId(1), 1).is_some());
    }

    #[test]
    fn addresses_of_an_ipv6_network_share_a_count() {
        let usage = ConnectionCounts::default();
        let _first = usage.address("2001:db8::1".parse().expect("an address"), 1);
        assert!(usage.address("2001:db8::2".parse().expect("an address"), 1).is_none());
        assert!(usage.address("2001:db8:0:1::2".parse().expect("an address"), 1).is_some());
    }
}
