//! Cruise ports, from UN/LOCODE.

use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

/// Port where cruises start, call or end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct Port {
    /// UN/LOCODE.
    #[schema(example = "ESBCN")]
    pub code: &'static str,
    #[schema(example = "Barcelona")]
    pub name: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    pub latitude: f64,
    pub longitude: f64,
}

static PORTS: LazyLock<Vec<Port>> = LazyLock::new(|| {
    let port = |line: &'static str| {
        let mut cells = line.split('\t');
        let mut next = || cells.next();
        Some(Port {
            code: next()?,
            name: next()?,
            country: next()?,
            latitude: next()?.parse().ok()?,
            longitude: next()?.parse().ok()?,
        })
    };
    include_str!("ports.tsv").lines().skip(1).filter_map(port).collect()
});

/// Returns all ports, sorted by name.
pub fn all() -> &'static [Port] {
    &PORTS
}

/// Finds the port with this code.
pub fn find(code: &str) -> Option<&'static Port> {
    PORTS.iter().find(|port| port.code == code)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_is_a_port_with_unique_code() {
        assert_eq!(all().len() + 1, include_str!("ports.tsv").lines().count());
        let codes: HashSet<_> = all().iter().map(|port| port.code).collect();
        assert_eq!(codes.len(), all().len());
        for port in all() {
            assert!(
                port.code.starts_with(port.country) && port.latitude.abs() <= 90.0 && port.longitude.abs() <= 180.0
            );
        }
    }
}
