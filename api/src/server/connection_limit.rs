//! Limits connections per client address: new per second, open, and open without a request.
//!
//! Checked on accept, before any byte is read. A connection over the limit is closed; other addresses are unaffected.
//!
//! Behind a reverse proxy every connection comes from the proxy. Connections of configured proxies are always accepted;
//! a socket opened through one is checked by its forwarded address.

use std::{
    cell::Cell,
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use hub::{metrics, transport::limits::Bucket};
use store::security::known_network::Network;

/// Burst of new connections, in seconds of the rate.
const BURST: u32 = 10;
/// Number of networks at which idle ones are swept out.
const SWEEP_AT: usize = 10_000;
/// Minimum interval between sweeps. Keeps a sweep that frees nothing from running for every connection.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Limits of one address. 0: unlimited.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// New connections per second.
    pub rate: u32,
    /// Open connections.
    pub open: u32,
    /// Open connections without a request.
    pub silent: u32,
}

pub struct ConnectionLimiter {
    allowed: ConnectionLimits,
    proxies: Vec<IpAddr>,
    entries: Mutex<Visitors>,
}

/// Counters per network. IPv6 counts the /64, the /56 with four times and the /48 with sixteen times the limits.
#[derive(Default)]
struct Visitors {
    by_network: HashMap<Network, AddressEntry>,
    swept_at: Option<Instant>,
}

struct AddressEntry {
    bucket: Bucket,
    open: u32,
    silent: u32,
}

/// Reason for rejecting a connection. `code` is its label in `plaza_refused_total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectReason {
    /// Too many new connections per second.
    Rate,
    /// Too many open connections.
    Open,
    /// Too many open connections without a request.
    Idle,
}

impl RejectReason {
    fn code(self) -> &'static str {
        match self {
            Self::Rate => "connection_rate",
            Self::Open => "connections",
            Self::Idle => "silent_connections",
        }
    }
}

/// An accepted connection. Dropping the permit releases its slot.
pub struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    /// `None` for connections of a proxy, which are not counted.
    address: Option<IpAddr>,
}

/// Counts a connection as idle until its first request. Stored with the connection.
pub struct IdlePermit(Cell<Option<Held>>);

struct Held {
    limiter: Arc<ConnectionLimiter>,
    address: IpAddr,
}

impl ConnectionLimiter {
    pub fn new(allowed: ConnectionLimits, proxies: &[IpAddr]) -> Arc<Self> {
        let proxies = proxies.iter().map(IpAddr::to_canonical).collect();
        Arc::new(Self { allowed, proxies, entries: Mutex::default() })
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.contains(&peer.to_canonical())
    }

    /// Admits an accepted connection or rejects it.
    pub fn accept(self: &Arc<Self>, peer: IpAddr) -> Result<ConnectionPermit, RejectReason> {
        if self.is_proxy(peer) {
            return Ok(ConnectionPermit { limiter: self.clone(), address: None });
        }
        let mut entries = self.entries();
        if let Err(shut) = self.admit(&mut entries, peer) {
            metrics::REFUSED.with_label_values(&[shut.code()]).inc();
            return Err(shut);
        }
        entries.each(peer, |entry| entry.open += 1);
        drop(entries);
        Ok(ConnectionPermit { limiter: self.clone(), address: Some(peer) })
    }

    fn admit(&self, entries: &mut Visitors, address: IpAddr) -> Result<(), RejectReason> {
        self.comes(entries, address)?;
        let ConnectionLimits { open, silent, .. } = self.allowed;
        for (network, factor) in Network::counted(address) {
            let Some(entry) = entries.by_network.get(&network) else { continue };
            if open > 0 && entry.open >= open.saturating_mul(factor) {
                return Err(RejectReason::Open);
            }
            if silent > 0 && entry.silent >= silent.saturating_mul(factor) {
                return Err(RejectReason::Idle);
            }
        }
        Ok(())
    }

    /// Counts an accepted connection as idle until its first request.
    pub fn idle_permit(self: &Arc<Self>, peer: IpAddr) -> IdlePermit {
        if self.is_proxy(peer) {
            return IdlePermit(Cell::new(None));
        }
        self.entries().each(peer, |entry| entry.silent += 1);
        IdlePermit(Cell::new(Some(Held { limiter: self.clone(), address: peer })))
    }

    /// Charges a new session on an accepted connection to `address`. Covers sessions through a proxy's connections and
    /// polling sessions.
    pub fn check(&self, address: IpAddr) -> Result<(), RejectReason> {
        let taken = self.comes(&mut self.entries(), address);
        if taken.is_err() {
            metrics::REFUSED.with_label_values(&[RejectReason::Rate.code()]).inc();
        }
        taken
    }

    /// Charges a socket that `peer` opens for `address`. Skips peers that are no proxies: they were charged on accept.
    pub fn check_forwarded(&self, peer: IpAddr, address: IpAddr) -> Result<(), RejectReason> {
        if self.is_proxy(peer) { self.check(address) } else { Ok(()) }
    }

    fn comes(&self, entries: &mut Visitors, address: IpAddr) -> Result<(), RejectReason> {
        let (rate, now) = (self.allowed.rate, Instant::now());
        // Charges the smallest network first: of a flood from a /64, the larger networks pay only for what is admitted.
        let mut networks: Vec<_> = Network::counted(address).collect();
        networks.reverse();
        for (network, factor) in networks {
            let rate = rate.saturating_mul(factor);
            let entry = entries.by_network.entry(network).or_insert_with(AddressEntry::new);
            entry.bucket.take(rate, rate.saturating_mul(BURST), now).map_err(|_| RejectReason::Rate)?;
        }
        Ok(())
    }

    fn entries(&self) -> MutexGuard<'_, Visitors> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.sweep();
        entries
    }

    fn left(&self, address: IpAddr, leave: impl FnMut(&mut AddressEntry)) {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner).each(address, leave);
    }
}

impl Visitors {
    /// Changes the counters of all networks of an address.
    fn each(&mut self, address: IpAddr, mut change: impl FnMut(&mut AddressEntry)) {
        for (network, _) in Network::counted(address) {
            change(self.by_network.entry(network).or_insert_with(AddressEntry::new));
        }
    }

    /// Drops networks without connections whose bucket is full again. Runs at most once a second.
    fn sweep(&mut self) {
        if self.by_network.len() < SWEEP_AT {
            return;
        }
        let now = Instant::now();
        if self.swept_at.is_none_or(|at| now - at >= SWEEP_INTERVAL) {
            self.swept_at = Some(now);
            self.by_network.retain(|_, it| it.open > 0 || it.silent > 0 || !it.bucket.is_full(now));
        }
    }
}

impl AddressEntry {
    fn new() -> Self {
        Self { bucket: Bucket::full(), open: 0, silent: 0 }
    }
}

impl IdlePermit {
    /// Stops counting the connection as idle.
    pub fn request_seen(&self) {
        self.0.take();
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        if let Some(address) = self.address {
            self.limiter.left(address, |entry| entry.open = entry.open.saturating_sub(1));
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.limiter.left(self.address, |entry| entry.silent = entry.silent.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(allowed: ConnectionLimits) -> Arc<ConnectionLimiter> {
        ConnectionLimiter::new(allowed, &[ip("10.0.0.1")])
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    const FREE: ConnectionLimits = ConnectionLimits { rate: 0, open: 0, silent: 0 };

    #[test]
    fn open_limit_rejects_one_address_and_admits_others() {
        let limiter = limiter(ConnectionLimits { open: 2, ..FREE });
        let held: Vec<_> = (0..2).map(|_| limiter.accept(ip("1.1.1.1")).ok().unwrap()).collect();
        assert_eq!(limiter.accept(ip("1.1.1.1")).err(), Some(RejectReason::Open));
        assert!(limiter.accept(ip("1.1.1.2")).is_ok());
        drop(held);
        assert!(limiter.accept(ip("1.1.1.1")).is_ok());
    }

    #[test]
    fn connection_is_idle_until_first_request_or_close() {
        let limiter = limiter(ConnectionLimits { silent: 1, ..FREE });
        let _first = limiter.accept(ip("1.1.1.1")).ok().unwrap();
        let idle_permit = limiter.idle_permit(ip("1.1.1.1"));
        assert_eq!(limiter.accept(ip("1.1.1.1")).err(), Some(RejectReason::Idle));
        idle_permit.request_seen();
        idle_permit.request_seen();
        let _second = limiter.accept(ip("1.1.1.1")).ok().unwrap();
        let idle_permit = limiter.idle_permit(ip("1.1.1.1"));
        assert!(limiter.accept(ip("1.1.1.1")).is_err());
        drop(idle_permit);
        assert!(limiter.accept(ip("1.1.1.1")).is_ok());
    }

    #[test]
    fn rate_limit_rejects_flood_and_checks_forwarded_address() {
        let limiter = limiter(ConnectionLimits { rate: 1, ..FREE });
        let served = (0..1_000).filter(|_| limiter.accept(ip("2001:db8::1")).is_ok()).count();
        assert!((10..500).contains(&served), "{served}");
        assert_eq!(limiter.accept(ip("2001:db8::2:1")).err(), Some(RejectReason::Rate), "the same network");
        assert!(limiter.accept(ip("2001:db8:0:1::1")).is_ok());
        assert!((0..1_000).all(|_| limiter.accept(ip("10.0.0.1")).is_ok()));
        assert!(
            (0..1_000).all(|_| limiter.accept(ip("::ffff:10.0.0.1")).is_ok()),
            "the same proxy at a dual-stack listener"
        );
        let through = |address| limiter.check_forwarded(ip("10.0.0.1"), ip(address));
        assert!((0..1_000).any(|_| through("3.3.3.3").is_err()));
        assert!(through("3.3.3.4").is_ok());
        assert!(
            (0..1_000).all(|_| limiter.check_forwarded(ip("4.4.4.4"), ip("4.4.4.4")).is_ok()),
            "judged at its entry"
        );
    }

    #[test]
    fn sweep_drops_networks_without_connections() {
        let limiter = limiter(FREE);
        let _stays = limiter.accept(ip("1.1.1.1")).ok().unwrap();
        for number in 0..u32::try_from(SWEEP_AT).unwrap() * 2 {
            assert!(limiter.accept(std::net::Ipv4Addr::from_bits(0x0b00_0000 + number).into()).is_ok());
        }
        let mut entries = limiter.entries.lock().unwrap();
        entries.swept_at = None;
        entries.sweep();
        assert_eq!(entries.by_network.keys().collect::<Vec<_>>(), [&Network::of(ip("1.1.1.1"))]);
    }

    #[test]
    fn larger_ipv6_networks_get_multiple_limits() {
        let limiter = limiter(ConnectionLimits { open: 2, ..FREE });
        let served = |subnets: u128| {
            let base = "2001:db8:1::".parse::<std::net::Ipv6Addr>().unwrap().to_bits();
            let addresses = (0..subnets).map(|subnet| std::net::Ipv6Addr::from_bits(base + (subnet << 64) + 1));
            addresses.filter_map(|address| limiter.accept(address.into()).ok()).collect::<Vec<_>>()
        };
        assert_eq!(served(256).len(), 4 * 2);
        assert_eq!(served(65_536).len(), 16 * 2);
    }
}
