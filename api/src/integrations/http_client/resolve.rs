//! Public-network check of addresses, and a resolver that returns only public addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};

use actix_tls::connect::{Resolve, Resolver};
use futures_util::future::{FutureExt as _, LocalBoxFuture};

/// The name resolves only to addresses that are not public.
#[derive(Debug)]
pub struct NotPublic;

impl std::fmt::Display for NotPublic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("not an address of the public network")
    }
}

impl std::error::Error for NotPublic {}

/// Creates a resolver that drops every address that is not public.
pub fn public_only() -> Resolver {
    Resolver::custom(PublicOnly)
}

struct PublicOnly;

impl Resolve for PublicOnly {
    fn lookup<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> LocalBoxFuture<'a, Result<Vec<SocketAddr>, Box<dyn std::error::Error>>> {
        let name = format!("{host}:{port}");
        async move {
            let all = actix_rt::task::spawn_blocking(move || name.to_socket_addrs()).await??;
            let public: Vec<SocketAddr> = all.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() { Err(NotPublic.into()) } else { Ok(public) }
        }
        .boxed_local()
    }
}

/// Returns true if a host is a public address, or a name, which is checked at the lookup. Literal addresses are never
/// looked up.
pub fn may_be_public(host: &str) -> bool {
    host.trim_matches(['[', ']']).parse().map_or(true, is_public)
}

/// Returns true if an address belongs to the public network (IANA's registries of special-purpose addresses).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = a == 0 // this network
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || (a == 100 && (64..128).contains(&b)) // carrier-grade NAT
        || (a == 192 && b == 0 && c == 0) // protocols
        || (a == 192 && b == 88 && c == 99) // 6to4 relays
        || (a == 198 && (18..20).contains(&b)) // benchmarks
        || a >= 224; // multicast, reserved, broadcast
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let special = (a == 0x2001 && (b < 0x0200 || b == 0x0db8)) // protocols (Teredo carries an IPv4 address), documentation
        || a == 0x2002 // 6to4, which carries an IPv4 address
        || a == 0x3fff; // documentation
    // Only this eighth of the space is allocated; loopback, local, NAT64 and multicast addresses lie outside of it.
    a & 0xe000 == 0x2000 && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_addresses_are_not_public() {
        for text in [
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
        ] {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2001:4860:4860::8888"] {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        assert!(may_be_public("push.example") && !may_be_public("[::1]") && !may_be_public("10.0.0.1"));
    }
}
