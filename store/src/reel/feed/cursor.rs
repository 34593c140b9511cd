//! Cursor of a feed, as bytes in the URL alphabet of base 64. See [the feed](super) for its use.

use std::ops::Range;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// Publication numbers in a window: the bits of its mask.
pub const WINDOW: i64 = 128;
/// Maximum reels in the head.
pub const HEAD_MAX: usize = 48;
/// Maximum characters of a cursor: each number of the head has ten bytes at most.
const MAX_CHARS: usize = 800;
const VERSION: u8 = 1;

/// Position in a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Newest publication number of the feed.
    pub snapshot: i64,
    /// Numbers of the head in order. They are left out of the windows.
    head: Vec<i64>,
    /// Reels of the head that are behind the position.
    pub at: usize,
    /// Greatest number of the window, 0 at the end.
    high: i64,
    /// Bit `n` is set if the number `high - n` was shown.
    shown: u128,
}

impl Cursor {
    /// Begins a feed with this head.
    pub fn begin(snapshot: i64, head: Vec<i64>) -> Self {
        Self { snapshot, head, at: 0, high: snapshot, shown: 0 }
    }

    pub fn head_left(&self) -> &[i64] {
        self.head.get(self.at..).unwrap_or_default()
    }

    pub fn has_window(&self) -> bool {
        self.high > 0
    }

    pub fn has_more(&self) -> bool {
        !self.head_left().is_empty() || self.window_left().next().is_some()
    }

    /// Returns the numbers of the window.
    pub fn window(&self) -> Range<i64> {
        (self.high - WINDOW + 1).max(1)..self.high + 1
    }

    /// Returns true if the reel with this number was shown, or belongs to the head.
    pub fn is_shown(&self, number: i64) -> bool {
        self.bit(number).is_none_or(|bit| self.shown & bit != 0) || self.head.contains(&number)
    }

    /// Records that the reel with this number is shown.
    pub fn mark(&mut self, number: i64) {
        self.shown |= self.bit(number).unwrap_or(0);
    }

    /// Goes on to the next older window that may hold reels.
    pub fn next_window(&mut self) {
        self.high = (self.high - WINDOW).max(0);
        self.shown = 0;
    }

    fn bit(&self, number: i64) -> Option<u128> {
        self.window().contains(&number).then(|| 1 << (self.high - number))
    }

    /// Returns numbers that are not shown, of this window and one number of the next.
    fn window_left(&self) -> impl Iterator<Item = i64> {
        let older = (self.high > WINDOW).then_some(self.high - WINDOW);
        self.window().filter(|number| !self.is_shown(*number)).chain(older)
    }

    pub fn encode(&self) -> String {
        let mut bytes = vec![VERSION];
        put(&mut bytes, self.snapshot);
        put(&mut bytes, self.snapshot - self.high);
        bytes.extend(self.shown.to_le_bytes());
        put(&mut bytes, i64::try_from(self.at).unwrap_or(0));
        put(&mut bytes, i64::try_from(self.head.len()).unwrap_or(0));
        for number in &self.head {
            put(&mut bytes, self.snapshot - number);
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns `None` for a text that is no cursor.
    pub fn decode(text: &str) -> Option<Self> {
        if text.len() > MAX_CHARS {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (version, mut rest) = bytes.split_first()?;
        if *version != VERSION {
            return None;
        }
        let rest = &mut rest;
        let snapshot = take(rest)?;
        let high = snapshot.checked_sub(take(rest)?)?;
        let (shown, after) = rest.split_first_chunk::<16>()?;
        *rest = after;
        let (at, count) = (usize::try_from(take(rest)?).ok()?, usize::try_from(take(rest)?).ok()?);
        if count > HEAD_MAX || at > count || high < 0 {
            return None;
        }
        let mut head = Vec::with_capacity(count);
        for _ in 0..count {
            head.push(snapshot.checked_sub(take(rest)?).filter(|number| *number > 0)?);
        }
        let cursor = Self { snapshot, head, at, high, shown: u128::from_le_bytes(*shown) };
        rest.is_empty().then_some(cursor)
    }
}

/// Appends a number from 0 as bytes of seven bits (LEB128).
fn put(bytes: &mut Vec<u8>, number: i64) {
    let mut rest = number.unsigned_abs();
    while rest > 0x7f {
        bytes.push(u8::try_from(rest & 0x7f).unwrap_or(0) | 0x80);
        rest >>= 7;
    }
    bytes.push(u8::try_from(rest).unwrap_or(0));
}

/// Takes a number of at most 53 bits.
fn take(bytes: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for place in 0..8 {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f) << (place * 7);
        if first & 0x80 == 0 {
            return i64::try_from(number).ok().filter(|number| *number < 1 << 53);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_survives_its_text_and_refuses_others() {
        let mut cursor = Cursor::begin(1_000_000, vec![1_000_000, 7, 999_999]);
        cursor.at = 2;
        cursor.mark(999_990);
        let text = cursor.encode();
        assert_eq!(Cursor::decode(&text), Some(cursor.clone()));
        assert!(cursor.is_shown(999_990) && cursor.is_shown(7) && !cursor.is_shown(999_991));
        for wrong in ["", "!", "AA", &text[..text.len() - 2], &format!("{text}AA"), &"A".repeat(2_000)] {
            assert_eq!(Cursor::decode(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn windows_cover_every_number_once() {
        let mut cursor = Cursor::begin(300, vec![300, 150]);
        cursor.at = 2;
        let mut seen = Vec::new();
        while cursor.has_more() {
            let left: Vec<_> = cursor.window().filter(|number| !cursor.is_shown(*number)).collect();
            for number in left {
                seen.push(number);
                cursor.mark(number);
                assert!(cursor.is_shown(number));
            }
            cursor.next_window();
        }
        seen.sort_unstable();
        assert_eq!(seen, (1..=299).filter(|number| *number != 150).collect::<Vec<_>>());
    }
}
