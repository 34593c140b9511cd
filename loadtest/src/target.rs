//! Where the load goes: an address on this machine, and the addresses it is sent from. Any other host is refused.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// One source address carries about 28,000 connections (the kernel's range of local ports); this stays clear of the end.
const MAX_CONNECTIONS_PER_ADDRESS: usize = 25_000;

/// A server on the loopback range, and nothing else: a load driver must not be pointed at somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub address: SocketAddr,
    /// As it goes into the `Host` header.
    pub host: String,
}

impl Target {
    /// `http://127.0.0.1:8080` + `/api/v1/…`
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The address the `index`th of `total` connections is sent from, or `None` where the kernel's choice serves.
    pub fn source(&self, index: usize, total: usize) -> Option<IpAddr> {
        let lanes = total.div_ceil(MAX_CONNECTIONS_PER_ADDRESS);
        if lanes < 2 || !self.address.is_ipv4() {
            return None;
        }
        let lane = u32::try_from(index % lanes).unwrap_or(0);
        Some(IpAddr::V4(Ipv4Addr::from(u32::from(Ipv4Addr::LOCALHOST) + lane)))
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rest =
            text.strip_prefix("http://").ok_or_else(|| format!("{text:?} should look like http://127.0.0.1:8080"))?;
        let host = rest.strip_suffix('/').unwrap_or(rest);
        if host.is_empty() || host.contains(['/', '?', '#', '@']) {
            return Err(format!("{text:?} should be an origin alone, like http://127.0.0.1:8080"));
        }
        let numeric = match host.strip_prefix("localhost") {
            Some(port) => format!("127.0.0.1{port}"),
            None => host.to_owned(),
        };
        let address = numeric
            .parse::<SocketAddr>()
            .or_else(|_| numeric.parse::<IpAddr>().map(|ip| SocketAddr::new(ip, 80)))
            .map_err(|_| {
                format!("{host:?} is not an address on this machine: use localhost, 127.x.x.x or [::1], with a port")
            })?;
        if !address.ip().is_loopback() {
            return Err(format!("{} is not on this machine: load goes to loopback addresses only", address.ip()));
        }
        Ok(Self { address, host: host.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_origins_are_taken() {
        for (text, address) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://localhost:8080/", "127.0.0.1:8080"),
            ("http://127.9.0.3:1", "127.9.0.3:1"),
            ("http://[::1]:8080", "[::1]:8080"),
            ("http://localhost", "127.0.0.1:80"),
        ] {
            assert_eq!(text.parse::<Target>().unwrap().address, address.parse().unwrap(), "{text}");
        }
    }

    #[test]
    fn any_other_host_is_refused() {
        for text in [
            "http://10.0.0.1:8080",
            "http://192.168.1.2",
            "http://example.com",
            "http://localhost.example.com:80",
            "http://127.0.0.1.example.com:80",
            "http://127.0.0.1:80@example.com",
            "https://127.0.0.1:8080",
            "127.0.0.1:8080",
            "http://",
            "http://127.0.0.1:8080/path",
        ] {
            assert!(text.parse::<Target>().is_err(), "{text}");
        }
    }

    #[test]
    fn many_connections_are_spread_over_addresses() {
        let target: Target = "http://127.0.0.1:8080".parse().unwrap();
        assert_eq!(target.source(0, 25_000), None);
        let addresses: std::collections::BTreeSet<_> =
            (0..60_000).map(|index| target.source(index, 60_000).unwrap()).collect();
        assert_eq!(addresses.len(), 3);
        assert!(addresses.iter().all(IpAddr::is_loopback));
    }
}
