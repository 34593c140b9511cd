//! Cursor of a people search: the place of its last user in the order.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest as _, Sha256};

use crate::types::{fold::fold, ids::UserId};

/// Maximum characters of a cursor. Two names of the longest kind need fewer.
const MAX_CHARS: usize = 2_000;

/// Place in the order of a people search, after which the next page begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleCursor {
    /// 0 for the user whose user name is the query, else 1.
    pub(super) name_rank: i64,
    pub(super) friend_rank: i64,
    pub(super) mutual_friends: i64,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) id: UserId,
}

impl PeopleCursor {
    /// Place before the first user.
    pub(super) fn start() -> Self {
        let (first_name, last_name) = (String::new(), String::new());
        Self { name_rank: -1, friend_rank: 0, mutual_friends: 0, first_name, last_name, id: UserId(0) }
    }

    /// Returns the text of the cursor for this search of `viewer`.
    pub(super) fn encode(&self, viewer: UserId, query: &str) -> String {
        let Self { name_rank, friend_rank, mutual_friends, first_name, last_name, id } = self;
        let place = (name_rank, friend_rank, mutual_friends, first_name, last_name, id.0);
        URL_SAFE_NO_PAD.encode(serde_json::json!([fingerprint(viewer, query), place]).to_string())
    }

    /// Reads the cursor of this search. Returns `None` for a text that is no cursor, or belongs to another search.
    pub fn decode(text: &str, viewer: UserId, query: &str) -> Option<Self> {
        if text.len() > MAX_CHARS {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (search, place): (u64, (i64, i64, i64, String, String, i64)) = serde_json::from_slice(&bytes).ok()?;
        let (name_rank, friend_rank, mutual_friends, first_name, last_name, id) = place;
        // PostgreSQL refuses a text with a zero byte.
        let is_text = ![&first_name, &last_name].iter().any(|name| name.contains('\0'));
        let id = UserId(id);
        let cursor = Self { name_rank, friend_rank, mutual_friends, first_name, last_name, id };
        (is_text && search == fingerprint(viewer, query)).then_some(cursor)
    }
}

/// Returns a number that tells this search from others, the same on every node.
fn fingerprint(viewer: UserId, query: &str) -> u64 {
    let hash = Sha256::digest(format!("{viewer} {}", fold(query)));
    hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_read_for_its_own_search_only() {
        let cursor = PeopleCursor {
            name_rank: 1,
            friend_rank: -1,
            mutual_friends: 3,
            first_name: "Zoë \"Z\"".to_owned(),
            last_name: "🌊".repeat(50),
            id: UserId(i64::MAX),
        };
        let text = cursor.encode(UserId(7), "zoe");
        assert_eq!(PeopleCursor::decode(&text, UserId(7), "ZOË"), Some(cursor.clone()));
        let zero = PeopleCursor { last_name: "a\0".to_owned(), ..cursor }.encode(UserId(7), "zoe");
        let long = "A".repeat(MAX_CHARS + 1);
        for (text, viewer, query) in [(&text, 8, "zoe"), (&text, 7, "zo"), (&zero, 7, "zoe"), (&long, 7, "zoe")] {
            assert_eq!(PeopleCursor::decode(text, UserId(viewer), query), None);
        }
        for made_up in ["", "20", "not base64!", "e30", &text[..text.len() - 4]] {
            assert_eq!(PeopleCursor::decode(made_up, UserId(7), "zoe"), None, "{made_up}");
        }
    }
}
