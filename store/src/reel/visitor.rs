//! Visitors without an account: how many watched a reel, and how many opened an offering from it.
//!
//! A visitor is the network that a report came from: an address of IPv4, or the /64 of one of IPv6. Only a keyed hash of it
//! is used, and only to add it to a sketch of the reel, which has a fixed size and cannot be read back
//! ([`distinct_sketch`](crate::types::distinct_sketch)). So a stranger adds no rows, a repeat changes nothing, and a sketch
//! is written at most 54 times for each of its registers. People behind one address count as one; a person who comes from
//! several networks counts in each. The estimate of the sketch has a standard error of 3.3 %.

use std::net::IpAddr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::{
    ReelCounts, Result,
    reaction::{self, Counter},
    view,
};
use crate::{
    Db, Error,
    db::Tx,
    on,
    security::known_network::Network,
    types::{
        distinct_sketch::DistinctSketch,
        ids::{OfferingId, ReelId, UserId},
    },
};

/// No account has this id.
const NOBODY: UserId = UserId(0);

/// Key of the hashes of networks.
pub struct VisitorKey(Vec<u8>);

impl VisitorKey {
    pub fn new(secret: Vec<u8>) -> Self {
        Self(secret)
    }

    /// Returns the hash of what a network did. Hashes of different reels have nothing in common.
    fn hash(&self, id: ReelId, event: VisitorEvent, address: IpAddr) -> Result<u64> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .map_err(|cause| Error::Corrupt(format!("the key of visitors: {cause}")))?;
        mac.update(format!("{id} {event:?} {}", Network::of(address)).as_bytes());
        let hash = mac.finalize().into_bytes();
        Ok(hash.iter().take(8).fold(0, |hash, byte| (hash << 8) | u64::from(*byte)))
    }
}

/// Action of a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitorEvent {
    View,
    /// Opens an offering that the reel links.
    Open(OfferingId),
}

impl VisitorEvent {
    fn name(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Open(_) => "open",
        }
    }
}

/// Counts a visitor of a public reel, once for each event. Returns the counters.
pub async fn count(
    db: &Db,
    id: ReelId,
    event: VisitorEvent,
    (key, address): (&VisitorKey, IpAddr),
) -> Result<ReelCounts> {
    view::company(db, id, NOBODY).await?;
    if let VisitorEvent::Open(offering) = event {
        super::open::linked(db, id, offering).await?;
    }
    let hash = key.hash(id, event, address)?;
    let known: Option<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT sketch FROM reel_visitors WHERE reel_id = $1 AND event = $2")
        .bind(id).bind(event.name()).fetch_optional(at).await)?;
    // Most repeats end here, without a write.
    if known.is_some_and(|(text,)| DistinctSketch::parse(&text).is_some_and(|mut sketch| !sketch.add(hash))) {
        return Ok(view::counts(db, id).await?);
    }
    let mut tx = db.begin().await?;
    reaction::lock(&mut tx, id).await?;
    let grown = add(&mut tx, id, event, hash).await?;
    let change = match event {
        VisitorEvent::View => Counter { visitor_views: grown, ..Counter::default() },
        VisitorEvent::Open(_) => Counter { visitor_opens: grown, ..Counter::default() },
    };
    let counts = reaction::count(&mut tx, id, change).await?;
    tx.commit().await?;
    Ok(counts)
}

/// Adds a hash to the sketch of a locked reel. Returns the change of its count.
async fn add(tx: &mut Tx, id: ReelId, event: VisitorEvent, hash: u64) -> Result<i64> {
    let known: Option<(String,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT sketch FROM reel_visitors WHERE reel_id = $1 AND event = $2")
        .bind(id).bind(event.name()).fetch_optional(at).await)?;
    let sketch = known.map(|(text,)| {
        DistinctSketch::parse(&text).ok_or_else(|| Error::Corrupt(format!("the visitors of reel {id}")))
    });
    let mut sketch = sketch.transpose()?.unwrap_or_default();
    let before = sketch.count();
    if !sketch.add(hash) {
        return Ok(0);
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_visitors (reel_id, event, sketch) VALUES ($1, $2, $3)
         ON CONFLICT (reel_id, event) DO UPDATE SET sketch = $3")
        .bind(id).bind(event.name()).bind(sketch.text()).execute(at).await.map(drop))?;
    Ok(sketch.count() - before)
}
