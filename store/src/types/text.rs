//! Visibility and direction checks. Names must be visible and must not change the direction of surrounding text.

/// Returns true for a mark that belongs to the letter before it, such as a tone mark of Thai.
pub fn is_mark(letter: char) -> bool {
    unicode_normalization::char::is_combining_mark(letter)
}

/// Returns true if the text contains a visible character.
pub fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !is_ignorable(c))
}

/// Returns true if the text changes the direction of text beyond its own end.
pub fn turns_direction(text: &str) -> bool {
    text.chars().any(turns)
}

/// Returns true if the character changes the direction of the text that follows.
pub fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns true for invisible characters: Unicode's `Default_Ignorable_Code_Point`, and two that render blank.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_visible_returns_false_for_invisible_characters() {
        for text in
            ["", " \n", "\u{200b}", "\u{200d}\u{2060} \u{feff}", "\u{ad}", "\u{3164}", "\u{2800}", "\u{fe0f}", "\0"]
        {
            assert!(!is_visible(text), "{text:?}");
        }
        for text in ["a", ".", "\u{200b}a", "é", "علی\u{200c}رضا", "👨\u{200d}👩", "❤\u{fe0f}", "漢"] {
            assert!(is_visible(text), "{text:?}");
        }
    }

    #[test]
    fn turns_direction_detects_overrides_and_ignores_marks() {
        assert!(turns_direction("cod\u{202e}exe.pdf") && turns_direction("a\u{2067}b"));
        assert!(!turns_direction("שלום\u{200f}!") && !turns_direction("علی\u{200c}رضا"));
    }
}
