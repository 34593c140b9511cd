//! Who may connect at all: how often an address may come, how many connections it may hold, and on how many of them it may
//! be silent. Judged when a connection is accepted, before anything is read of it; an address that goes too far is closed
//! out, and others do not notice.
//!
//! Behind a reverse proxy all connections come from the proxy, so theirs are let in, and a socket is judged by the address
//! that the proxy names when it opens.

use std::{
    cell::Cell,
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use hub::{metrics, transport::limits::Bucket};
use store::security::known_network::Network;

/// An address may come as often at once as in so many seconds.
const BURST: u32 = 10;
/// Addresses kept before those are swept out that hold nothing and have not come lately.
const SWEEP_AT: usize = 10_000;
/// Time between two sweeps at least: one that finds nothing must not be repeated for each connection.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// What one address may do; 0: as much as it likes.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// New connections a second.
    pub rate: u32,
    /// Connections at once.
    pub open: u32,
    /// Connections on which nothing was asked yet.
    pub silent: u32,
}

pub struct Gate {
    allowed: Allowed,
    proxies: Vec<IpAddr>,
    visitors: Mutex<Visitors>,
}

/// Counts of the networks of addresses: in IPv6 the /64, the /56 with four times and the /48 with sixteen times the limits.
#[derive(Default)]
struct Visitors {
    by_network: HashMap<Network, Visitor>,
    swept_at: Option<Instant>,
}

struct Visitor {
    bucket: Bucket,
    open: u32,
    silent: u32,
}

/// Why somebody is not let in: the code under which it is counted in `plaza_refused_total`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shut {
    /// It comes too often.
    Often,
    /// It holds too many connections.
    Many,
    /// Too many of its connections say nothing.
    Silent,
}

impl Shut {
    fn code(self) -> &'static str {
        match self {
            Self::Often => "connection_rate",
            Self::Many => "connections",
            Self::Silent => "silent_connections",
        }
    }
}

/// A connection that was let in; its place is given back when dropped.
pub struct Guest {
    gate: Arc<Gate>,
    /// `None`: a proxy's, which is not counted.
    address: Option<IpAddr>,
}

/// Goes along with a connection: whether anything was asked on it yet.
pub struct Silence(Cell<Option<Held>>);

struct Held {
    gate: Arc<Gate>,
    address: IpAddr,
}

impl Gate {
    pub fn new(allowed: Allowed, proxies: &[IpAddr]) -> Arc<Self> {
        let proxies = proxies.iter().map(IpAddr::to_canonical).collect();
        Arc::new(Self { allowed, proxies, visitors: Mutex::default() })
    }

    fn is_proxy(&self, peer: IpAddr) -> bool {
        self.proxies.contains(&peer.to_canonical())
    }

    /// A connection was accepted.
    pub fn enter(self: &Arc<Self>, peer: IpAddr) -> Result<Guest, Shut> {
        if self.is_proxy(peer) {
            return Ok(Guest { gate: self.clone(), address: None });
        }
        let mut visitors = self.visitors();
        if let Err(shut) = self.admit(&mut visitors, peer) {
            metrics::REFUSED.with_label_values(&[shut.code()]).inc();
            return Err(shut);
        }
        visitors.each(peer, |visitor| visitor.open += 1);
        drop(visitors);
        Ok(Guest { gate: self.clone(), address: Some(peer) })
    }

    fn admit(&self, visitors: &mut Visitors, address: IpAddr) -> Result<(), Shut> {
        self.comes(visitors, address)?;
        let Allowed { open, silent, .. } = self.allowed;
        for (network, factor) in Network::counted(address) {
            let Some(visitor) = visitors.by_network.get(&network) else { continue };
            if open > 0 && visitor.open >= open.saturating_mul(factor) {
                return Err(Shut::Many);
            }
            if silent > 0 && visitor.silent >= silent.saturating_mul(factor) {
                return Err(Shut::Silent);
            }
        }
        Ok(())
    }

    /// A connection that was let in begins; until it asks for something it is silent.
    pub fn silence(self: &Arc<Self>, peer: IpAddr) -> Silence {
        if self.is_proxy(peer) {
            return Silence(Cell::new(None));
        }
        self.visitors().each(peer, |visitor| visitor.silent += 1);
        Silence(Cell::new(Some(Held { gate: self.clone(), address: peer })))
    }

    /// Somebody begins a session over a connection that was let in already: a proxy's, which carries those of many, or one
    /// of their own that polls.
    pub fn knock(&self, address: IpAddr) -> Result<(), Shut> {
        let taken = self.comes(&mut self.visitors(), address);
        if taken.is_err() {
            metrics::REFUSED.with_label_values(&[Shut::Often.code()]).inc();
        }
        taken
    }

    /// The same for a socket that `peer` opens for `address`, unless it was judged when it was accepted.
    pub fn knock_through(&self, peer: IpAddr, address: IpAddr) -> Result<(), Shut> {
        if self.is_proxy(peer) { self.knock(address) } else { Ok(()) }
    }

    fn comes(&self, visitors: &mut Visitors, address: IpAddr) -> Result<(), Shut> {
        let (rate, now) = (self.allowed.rate, Instant::now());
        // The smallest network first: a flood from a /64 takes from the larger ones only what it is served.
        let mut networks: Vec<_> = Network::counted(address).collect();
        networks.reverse();
        for (network, factor) in networks {
            let rate = rate.saturating_mul(factor);
            let visitor = visitors.by_network.entry(network).or_insert_with(Visitor::new);
            visitor.bucket.take(rate, rate.saturating_mul(BURST), now).map_err(|_| Shut::Often)?;
        }
        Ok(())
    }

    fn visitors(&self) -> MutexGuard<'_, Visitors> {
        let mut visitors = self.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        visitors.sweep();
        visitors
    }

    fn left(&self, address: IpAddr, leave: impl FnMut(&mut Visitor)) {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner).each(address, leave);
    }
}

impl Visitors {
    /// Changes the counts of all networks of an address.
    fn each(&mut self, address: IpAddr, mut change: impl FnMut(&mut Visitor)) {
        for (network, _) in Network::counted(address) {
            change(self.by_network.entry(network).or_insert_with(Visitor::new));
        }
    }

    /// Drops networks that hold nothing and have not come lately, once a second at most.
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

impl Visitor {
    fn new() -> Self {
        Self { bucket: Bucket::full(), open: 0, silent: 0 }
    }
}

impl Silence {
    /// Something was asked.
    pub fn is_broken(&self) {
        self.0.take();
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if let Some(address) = self.address {
            self.gate.left(address, |visitor| visitor.open = visitor.open.saturating_sub(1));
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.gate.left(self.address, |visitor| visitor.silent = visitor.silent.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(allowed: Allowed) -> Arc<Gate> {
        Gate::new(allowed, &[ip("10.0.0.1")])
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    const FREE: Allowed = Allowed { rate: 0, open: 0, silent: 0 };

    #[test]
    fn an_address_holds_so_many_and_others_are_not_touched() {
        let gate = gate(Allowed { open: 2, ..FREE });
        let held: Vec<_> = (0..2).map(|_| gate.enter(ip("1.1.1.1")).ok().unwrap()).collect();
        assert_eq!(gate.enter(ip("1.1.1.1")).err(), Some(Shut::Many));
        assert!(gate.enter(ip("1.1.1.2")).is_ok());
        drop(held);
        assert!(gate.enter(ip("1.1.1.1")).is_ok());
    }

    #[test]
    fn a_connection_is_silent_until_something_was_asked_or_it_is_gone() {
        let gate = gate(Allowed { silent: 1, ..FREE });
        let _first = gate.enter(ip("1.1.1.1")).ok().unwrap();
        let silence = gate.silence(ip("1.1.1.1"));
        assert_eq!(gate.enter(ip("1.1.1.1")).err(), Some(Shut::Silent));
        silence.is_broken();
        silence.is_broken();
        let _second = gate.enter(ip("1.1.1.1")).ok().unwrap();
        let silence = gate.silence(ip("1.1.1.1"));
        assert!(gate.enter(ip("1.1.1.1")).is_err());
        drop(silence);
        assert!(gate.enter(ip("1.1.1.1")).is_ok());
    }

    #[test]
    fn a_flood_is_shut_out_and_a_proxy_is_judged_by_whom_it_names() {
        let gate = gate(Allowed { rate: 1, ..FREE });
        let served = (0..1_000).filter(|_| gate.enter(ip("2001:db8::1")).is_ok()).count();
        assert!((10..500).contains(&served), "{served}");
        assert_eq!(gate.enter(ip("2001:db8::2:1")).err(), Some(Shut::Often), "the same network");
        assert!(gate.enter(ip("2001:db8:0:1::1")).is_ok());
        assert!((0..1_000).all(|_| gate.enter(ip("10.0.0.1")).is_ok()));
        assert!(
            (0..1_000).all(|_| gate.enter(ip("::ffff:10.0.0.1")).is_ok()),
            "the same proxy at a dual-stack listener"
        );
        let through = |address| gate.knock_through(ip("10.0.0.1"), ip(address));
        assert!((0..1_000).any(|_| through("3.3.3.3").is_err()));
        assert!(through("3.3.3.4").is_ok());
        assert!((0..1_000).all(|_| gate.knock_through(ip("4.4.4.4"), ip("4.4.4.4")).is_ok()), "judged at its entry");
    }

    #[test]
    fn those_who_hold_nothing_are_forgotten() {
        let gate = gate(FREE);
        let _stays = gate.enter(ip("1.1.1.1")).ok().unwrap();
        for number in 0..u32::try_from(SWEEP_AT).unwrap() * 2 {
            assert!(gate.enter(std::net::Ipv4Addr::from_bits(0x0b00_0000 + number).into()).is_ok());
        }
        let mut visitors = gate.visitors.lock().unwrap();
        visitors.swept_at = None;
        visitors.sweep();
        assert_eq!(visitors.by_network.keys().collect::<Vec<_>>(), [&Network::of(ip("1.1.1.1"))]);
    }

    #[test]
    fn larger_ipv6_networks_hold_a_multiple() {
        let gate = gate(Allowed { open: 2, ..FREE });
        let served = |subnets: u128| {
            let base = "2001:db8:1::".parse::<std::net::Ipv6Addr>().unwrap().to_bits();
            let addresses = (0..subnets).map(|subnet| std::net::Ipv6Addr::from_bits(base + (subnet << 64) + 1));
            addresses.filter_map(|address| gate.enter(address.into()).ok()).collect::<Vec<_>>()
        };
        assert_eq!(served(256).len(), 4 * 2);
        assert_eq!(served(65_536).len(), 16 * 2);
    }
}
