//! Link detection in messages. Must find the same links as the web client (`features/messages/model/links.ts`).

/// Maximum number of links stored per message, and maximum bytes of a link.
const PER_MESSAGE: usize = 10;
const LONGEST: usize = 2_000;

/// Returns the web links in a text without duplicates. Links that begin with `www.` get a scheme.
pub(crate) fn links(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut found: Vec<String> = Vec::new();
    let mut from = 0;
    while let Some(start) = bytes[from..].iter().position(|byte| matches!(byte, b'h' | b'H' | b'w' | b'W')) {
        let start = from + start;
        from = start + 1;
        let is_inside = start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_');
        let begins = |with: &&str| {
            bytes.get(start..start + with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
        };
        let Some(scheme) = ["https://", "http://", "www."].into_iter().find(begins).filter(|_| !is_inside) else {
            continue;
        };
        let rest = &text[start..];
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\u{feff}'));
        let whole = &rest[..end.unwrap_or(rest.len())];
        from = start + whole.len();
        let shown = without_tail(whole);
        let host = shown.get(scheme.len()..).unwrap_or_default();
        if !host.starts_with(char::is_alphanumeric) || shown.len() > LONGEST {
            continue;
        }
        let link = if scheme == "www." { format!("https://{shown}") } else { shown.to_owned() };
        if !found.contains(&link) {
            found.push(link);
        }
        if found.len() == PER_MESSAGE {
            break;
        }
    }
    found
}

/// Strips trailing punctuation of the sentence and closing brackets without an opening bracket in the link.
fn without_tail(found: &str) -> &str {
    const TAIL: [char; 12] = ['.', ',', ';', ':', '!', '?', '\'', '"', '»', '”', '’', '…'];
    let mut shown = found.trim_end_matches(TAIL);
    while shown.ends_with(')') && shown.matches(')').count() > shown.matches('(').count() {
        shown = shown[..shown.len() - 1].trim_end_matches(TAIL);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_exclude_surrounding_punctuation() {
        for (text, expected) in [
            ("see https://plaza.example/a, or not", &["https://plaza.example/a"][..]),
            (
                "(HTTP://plaza.example/a_(b)) www.plaza.example!",
                &["HTTP://plaza.example/a_(b)", "https://www.plaza.example"],
            ),
            ("https://plaza.example https://plaza.example", &["https://plaza.example"]),
            ("é\u{a0}https://plaza.example/é?q=1#x\u{a0}é", &["https://plaza.example/é?q=1#x"]),
            ("<https://plaza.example>\"www.other.example\"", &["https://plaza.example", "https://www.other.example"]),
            ("xhttps://plaza.example javascript:alert(1) ftp://plaza.example", &[]),
            ("https:// www. http://... how www", &[]),
            ("", &[]),
        ] {
            assert_eq!(links(text), expected, "{text}");
        }
    }

    #[test]
    fn excess_and_overlong_links_are_dropped() {
        let many: String = (0..20).map(|number| format!("www.plaza.example/{number} ")).collect();
        assert_eq!(links(&many).len(), PER_MESSAGE);
        assert!(links(&format!("https://plaza.example/{}", "x".repeat(LONGEST))).is_empty());
        assert!(links(&"h".repeat(4_000)).is_empty());
    }
}
