//! Target of the load and source addresses of its connections. Hosts other than this machine are rejected.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// One source address has about 28,000 ephemeral ports; this leaves a margin.
const MAX_CONNECTIONS_PER_ADDRESS: usize = 25_000;

/// A server on a loopback address. Other addresses are rejected, so that the load cannot hit a foreign server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub address: SocketAddr,
    /// Value of the `Host` header.
    pub host: String,
}

impl Target {
    /// `http://127.0.0.1:8080` + `/api/v1/…`
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Source address of the `index`th of `total` connections. `None` leaves the choice to the kernel.
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
            return Err(format!("{text:?} should be an origin without a path, like http://127.0.0.1:8080"));
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
    fn loopback_origins_are_accepted() {
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
    fn other_hosts_are_rejected() {
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
    fn many_connections_use_several_source_addresses() {
        let target: Target = "http://127.0.0.1:8080".parse().unwrap();
        assert_eq!(target.source(0, 25_000), None);
        let addresses: std::collections::BTreeSet<_> =
            (0..60_000).map(|index| target.source(index, 60_000).unwrap()).collect();
        assert_eq!(addresses.len(), 3);
        assert!(addresses.iter().all(IpAddr::is_loopback));
    }
}
