//! Networks of callers, and the networks from which an account signed in lately.
//!
//! An IPv6 subscriber holds at least a /64, often a /56 or a /48, so limits count networks, not addresses. A network
//! from which the owner signed in has its own counts: attempts of strangers cannot lock the owner out.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

use crate::{
    Db, Result,
    db::Tx,
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Retention of a network after the last sign-in from it.
const RETENTION: i64 = 90 * Timestamp::DAY;
/// Networks of an account at most; the ones seen last are kept.
const MAX_PER_ACCOUNT: i64 = 20;

/// A network of one subscriber: an IPv4 address, or an IPv6 prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    /// The smallest network of this address: the address itself in IPv4, its /64 in IPv6.
    pub fn of(address: IpAddr) -> Self {
        Self::with_prefix(address, 64)
    }

    /// Networks that limits count for this address, largest first, each with the factor of its limit. A /56 has 4 times
    /// the limit of a /64, a /48 has 16 times.
    pub fn counted(address: IpAddr) -> impl Iterator<Item = (Self, u32)> {
        let levels: &[(u8, u32)] = match address.to_canonical() {
            IpAddr::V4(_) => &[(64, 1)],
            IpAddr::V6(_) => &[(48, 16), (56, 4), (64, 1)],
        };
        levels.iter().map(move |&(prefix, factor)| (Self::with_prefix(address, prefix), factor))
    }

    /// The first address of the network.
    pub fn address(self) -> IpAddr {
        self.address
    }

    fn with_prefix(address: IpAddr, prefix: u8) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Self { address: address.into(), prefix: 32 },
            IpAddr::V6(address) => {
                let mask = u128::MAX << (128 - u32::from(prefix));
                Self { address: Ipv6Addr::from_bits(address.to_bits() & mask).into(), prefix }
            }
        }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}

/// The origin of an attempt, as far as its count is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A network from which the account signed in lately.
    Known(Network),
    /// All other networks together.
    Elsewhere,
}

impl Source {
    /// The network as text; empty for [`Source::Elsewhere`].
    pub fn key(self) -> String {
        match self {
            Self::Known(network) => network.to_string(),
            Self::Elsewhere => String::new(),
        }
    }
}

/// The source of an attempt at the secrets of `account` from `address`. Without an account it is [`Source::Elsewhere`].
pub async fn source(db: &Db, account: Option<UserId>, address: IpAddr, now: Timestamp) -> Result<Source> {
    let network = Network::of(address);
    // No account has the id 0. The query takes as long without an account.
    let known: Option<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM known_network WHERE account_id = $1 AND network = $2 AND seen_at > $3")
        .bind(account.unwrap_or(UserId(0))).bind(network.to_string()).bind(now.plus(-RETENTION))
        .fetch_optional(at).await)?;
    Ok(if known.is_some() { Source::Known(network) } else { Source::Elsewhere })
}

/// Records a sign-in of `account` from a network.
pub(crate) async fn add(tx: &mut Tx, account: UserId, network: Network, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO known_network (account_id, network, seen_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, network) DO UPDATE SET seen_at = excluded.seen_at")
        .bind(account).bind(network.to_string()).bind(now).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM known_network WHERE account_id = $1 AND network NOT IN (
            SELECT network FROM known_network WHERE account_id = $1 ORDER BY seen_at DESC, network LIMIT $2)")
        .bind(account).bind(MAX_PER_ACCOUNT).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes all networks of an account, within a transaction.
pub(crate) async fn delete_all(tx: &mut Tx, account: UserId) -> Result<()> {
    on!(tx.at(), at => sqlx::query("DELETE FROM known_network WHERE account_id = $1")
        .bind(account).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes networks that were not seen within the retention. Returns their number.
pub async fn delete_old(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM known_network WHERE seen_at <= $1")
        .bind(now.plus(-RETENTION)).execute(at).await.map(|done| done.rows_affected()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_subscriber_share_a_network() {
        let of = |text: &str| Network::of(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7/32");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7/32");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        let counted: Vec<_> = Network::counted("2001:db8:1:1234::9".parse().unwrap())
            .map(|(network, factor)| (network.to_string(), factor))
            .collect();
        let expected = [("2001:db8:1::/48", 16), ("2001:db8:1:1200::/56", 4), ("2001:db8:1:1234::/64", 1)];
        assert_eq!(counted, expected.map(|(network, factor)| (network.to_owned(), factor)));
        assert_eq!(Network::counted("192.0.2.7".parse().unwrap()).count(), 1);
    }
}
