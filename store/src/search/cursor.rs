//! Cursor of a page: the place of its last result in the order.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

use super::{
    collector::Place,
    documents::Key,
    query::{RELAXATIONS, Relaxation, SearchError},
};
use crate::types::timestamp::Timestamp;

/// Bytes of a cursor.
const LENGTH: usize = 8 * 4 + 2;

/// Place after which the next page begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cursor {
    /// Time of the first page, for opening states.
    pub as_of: Timestamp,
    pub after: Place,
    pub relaxed: Vec<Relaxation>,
}

impl Cursor {
    /// Returns the text of the cursor for the query with this fingerprint.
    pub fn encode(&self, fingerprint: u64) -> String {
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(fingerprint.to_be_bytes());
        bytes.extend(self.as_of.0.to_be_bytes());
        bytes.extend(self.after.rank.to_be_bytes());
        bytes.extend(self.after.key.0.to_be_bytes());
        let relaxed = RELAXATIONS.iter().enumerate().filter(|(_, one)| self.relaxed.contains(one));
        bytes.push(relaxed.fold(0, |bits, (number, _)| bits | 1 << number));
        bytes.push(check(&bytes));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads the cursor of the query with this fingerprint.
    pub fn decode(text: &str, fingerprint: u64, now: Timestamp) -> Result<Self, SearchError> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| SearchError::Cursor)?;
        let Some((sum, content)) = bytes.split_last().filter(|_| bytes.len() == LENGTH) else {
            return Err(SearchError::Cursor);
        };
        let number = |at: usize| {
            let mut number = [0; 8];
            number.copy_from_slice(&content[at * 8..at * 8 + 8]);
            u64::from_be_bytes(number)
        };
        let as_of = Timestamp(number(1).cast_signed());
        let is_recent = (now.0 - Timestamp::DAY..=now.0 + Timestamp::SKEW).contains(&as_of.0);
        if *sum != check(content) || number(0) != fingerprint || !is_recent {
            return Err(SearchError::Cursor);
        }
        let bits = content[LENGTH - 2];
        let relaxed = RELAXATIONS.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, one)| *one);
        Ok(Self {
            as_of,
            after: Place { rank: number(2).cast_signed(), key: Key(number(3)) },
            relaxed: relaxed.collect(),
        })
    }
}

fn check(bytes: &[u8]) -> u8 {
    bytes.iter().fold(7, |sum: u8, byte| sum.rotate_left(3) ^ byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_read_for_its_own_query_only() {
        let now = Timestamp(1_795_231_140_000);
        let after = Place { rank: -7, key: Key(9) };
        let cursor = Cursor { as_of: now, after, relaxed: vec![Relaxation::When, Relaxation::Words] };
        let text = cursor.encode(42);
        assert_eq!(Cursor::decode(&text, 42, now).ok(), Some(cursor));
        assert!(Cursor::decode(&text, 43, now).is_err());
        assert!(Cursor::decode(&text, 42, now.plus(2 * Timestamp::DAY)).is_err());
        for made_up in ["", "AAAA", "not base64!", &"A".repeat(46), &text[1..]] {
            assert!(Cursor::decode(made_up, 42, now).is_err(), "{made_up}");
        }
    }
}
