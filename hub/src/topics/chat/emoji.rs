//! Validation of reactions: a single emoji.

use unicode_properties::UnicodeEmoji as _;
use unicode_segmentation::UnicodeSegmentation as _;

/// Maximum bytes. The longest emoji, a family with four skin tones, has 41.
const BYTES: usize = 64;

/// Returns true if a text is a single emoji: one grapheme of emoji characters (Unicode TS 51).
pub fn is_emoji(text: &str) -> bool {
    let mut graphemes = text.graphemes(true);
    if text.len() > BYTES || graphemes.next().is_none() || graphemes.next().is_some() {
        return false;
    }
    let is_flag_part = |c: char| ('\u{1f1e6}'..='\u{1f1ff}').contains(&c);
    let is_keycap = text.ends_with('\u{20e3}');
    let shows = |c: char| !c.is_ascii() && c.is_emoji_char();
    match text.chars().filter(|c| is_flag_part(*c)).count() {
        0 => {}
        2 => return text.chars().count() == 2,
        _ => return false,
    }
    text.chars().all(char::is_emoji_char_or_emoji_component) && (is_keycap || text.chars().any(shows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_emoji_accepts_only_a_single_emoji() {
        for text in ["👍", "❤️", "❤", "👍🏽", "👨‍👩‍👧‍👦", "🇫🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "🏳️‍🌈", "✅"]
        {
            assert!(is_emoji(text), "{text}");
        }
        for text in ["", " ", "a", "1", "#", "👍👍", "👍a", "a👍", "🇫", "\u{fe0f}", "\u{200d}", "ok", "<b>", "é", "漢"]
        {
            assert!(!is_emoji(text), "{text}");
        }
        assert!(!is_emoji(&"👨‍👩‍👧‍👦".repeat(4)));
    }
}
