//! Stamp in the text of a message, by which the driver recognizes it: run, number within its room, and due time. The
//! ULID of the command contains the same values.

/// Minimum length of a text: holds the longest stamp.
pub const MIN_SIZE: usize = 48;

const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Stamp of one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// 24-bit id of the run: a chat may hold messages of earlier runs.
    pub run: u32,
    /// Number within the room, from 1.
    pub number: u32,
    /// Due time in microseconds since the start of the run.
    pub due: u64,
}

impl Stamp {
    /// Text of the message, `size` bytes long (at least [`MIN_SIZE`]).
    pub fn text(&self, size: usize) -> String {
        use std::fmt::Write as _;
        let mut text = String::with_capacity(size.max(MIN_SIZE));
        // Writing to a String cannot fail.
        let _ = write!(text, "lt {:06x} {} {} {} ", self.run, self.number, self.due, size.max(MIN_SIZE));
        while text.len() < size.max(MIN_SIZE) {
            text.push('x');
        }
        text
    }

    /// Parses the stamp of a text. The flag is false if the text was changed. `None`: not written by this driver.
    pub fn read(text: &str) -> Option<(Self, bool)> {
        let mut parts = text.strip_prefix("lt ")?.splitn(5, ' ');
        let run = u32::from_str_radix(parts.next()?, 16).ok()?;
        let number = parts.next()?.parse().ok()?;
        let due = parts.next()?.parse().ok()?;
        let size: usize = parts.next()?.parse().ok()?;
        let intact = text.len() == size && parts.next()?.bytes().all(|byte| byte == b'x');
        Some((Self { run, number, due }, intact))
    }

    /// ULID of the command: `unix_ms` as its time, then run, room and number. Deterministic, so that a resent command
    /// repeats its id.
    pub fn command_id(&self, unix_ms: u64, room: u32) -> String {
        let random =
            u128::from(self.run & 0xff_ffff) << 56 | u128::from(room & 0xff_ffff) << 32 | u128::from(self.number);
        let value = u128::from(unix_ms & 0xffff_ffff_ffff) << 80 | random;
        (0..26).rev().map(|digit| char::from(CROCKFORD[(value >> (digit * 5) & 31) as usize])).collect()
    }
}

/// Number in a command id of [`Stamp::command_id`].
pub fn number_of(command_id: &str) -> Option<u32> {
    if command_id.len() != 26 {
        return None;
    }
    let value = command_id.bytes().try_fold(0_u128, |value, byte| {
        let digit = CROCKFORD.iter().position(|known| *known == byte)?;
        Some(value << 5 | digit as u128)
    })?;
    u32::try_from(value & 0xffff_ffff).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_STAMP: Stamp = Stamp { run: 0xff_ffff, number: u32::MAX, due: 999_999_999_999 };

    #[test]
    fn stamp_round_trips_through_its_text() {
        for stamp in [Stamp { run: 1, number: 1, due: 0 }, MAX_STAMP] {
            for size in [0, MIN_SIZE, 200, 4000] {
                let text = stamp.text(size);
                assert_eq!(text.len(), size.max(MIN_SIZE));
                assert_eq!(text.trim(), text);
                assert_eq!(Stamp::read(&text), Some((stamp, true)));
            }
        }
    }

    #[test]
    fn damaged_text_differs_from_foreign_text() {
        let text = MAX_STAMP.text(200);
        assert_eq!(Stamp::read(&text[..199]), Some((MAX_STAMP, false)));
        assert_eq!(Stamp::read(&text.replace("xx", "xy")), Some((MAX_STAMP, false)));
        assert_eq!(Stamp::read("lt for dinner?"), None);
        assert_eq!(Stamp::read("Hello"), None);
        assert_eq!(Stamp::read(""), None);
    }

    #[test]
    fn command_id_is_a_ulid_with_the_number() {
        let id = MAX_STAMP.command_id(1_795_231_140_000, 7);
        assert_eq!(id.len(), 26);
        assert!(id.as_bytes()[0] <= b'7', "a ULID is 128 bits: {id}");
        assert_eq!(number_of(&id), Some(u32::MAX));
        assert_eq!(id, MAX_STAMP.command_id(1_795_231_140_000, 7));
        assert_ne!(id, MAX_STAMP.command_id(1_795_231_140_000, 8));
        assert_eq!(number_of("short"), None);
        assert_eq!(number_of("!!!!!!!!!!!!!!!!!!!!!!!!!!"), None);
    }
}
