//! Detects file types by their first bytes. File names and declared types prove nothing.

/// Bytes needed for detection.
pub const HEAD: usize = 512;

/// Accepted file type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniffed {
    /// Picture, to be re-encoded.
    Picture,
    /// Sound or video in this container, to be re-encoded.
    Recorded(Container),
    /// Document, stored unchanged.
    Document(Format),
}

/// Containers of sound and video.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    Mov,
    Matroska,
    Ogg,
    Wav,
    Mp3,
    Aac,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Pdf,
    Zip,
    /// Compound file: container of the legacy office documents.
    Compound,
    Text,
}

/// Detects the type of a file by `head`: its first [`HEAD`] bytes, or all of a smaller file. `None`: the type is not
/// accepted.
pub fn sniff(head: &[u8]) -> Option<Sniffed> {
    use Sniffed::{Document, Picture, Recorded};
    let at = |offset: usize, mark: &[u8]| head.get(offset..).is_some_and(|rest| rest.starts_with(mark));
    let is_picture = at(0, b"\xFF\xD8\xFF")
        || at(0, b"\x89PNG\r\n\x1A\n")
        || at(0, b"GIF87a")
        || at(0, b"GIF89a")
        || (at(0, b"RIFF") && at(8, b"WEBP"));
    if is_picture {
        return Some(Picture);
    }
    if at(4, b"ftyp") {
        // The same container also holds still pictures, which some browsers do not show.
        let stills: [&[u8]; 8] = [b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"];
        return (!stills.iter().any(|brand| at(8, brand))).then_some(Recorded(Container::Mov));
    }
    if [&b"moov"[..], b"mdat", b"wide"].iter().any(|name| at(4, name)) {
        return Some(Recorded(Container::Mov));
    }
    if at(0, b"\x1A\x45\xDF\xA3") {
        return Some(Recorded(Container::Matroska));
    }
    if at(0, b"OggS") {
        return Some(Recorded(Container::Ogg));
    }
    if at(0, b"RIFF") && at(8, b"WAVE") {
        return Some(Recorded(Container::Wav));
    }
    if at(0, b"%PDF-") {
        return Some(Document(Format::Pdf));
    }
    if at(0, b"PK\x03\x04") || at(0, b"PK\x05\x06") {
        return Some(Document(Format::Zip));
    }
    if at(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        return Some(Document(Format::Compound));
    }
    if at(0, b"ID3") {
        return Some(Recorded(Container::Mp3));
    }
    match head {
        // Eleven set bits, then the layer: none for AAC, the third for MP3.
        [0xFF, second, ..] if second & 0xF6 == 0xF0 => return Some(Recorded(Container::Aac)),
        [0xFF, second, ..] if second & 0xE6 == 0xE2 => return Some(Recorded(Container::Mp3)),
        _ => {}
    }
    is_text(head).then_some(Document(Format::Text))
}

/// Returns true if `head` may begin a plain text: UTF-8 without binary control characters. HTML and SVG, which a
/// browser might render, are excluded.
fn is_text(head: &[u8]) -> bool {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The head may end within a character.
        Err(cut) if cut.error_len().is_none() => str::from_utf8(&head[..cut.valid_up_to()]).unwrap_or_default(),
        Err(_) => return false,
    };
    !text.trim().is_empty() && text.chars().all(may_be_in_text) && !is_markup(text)
}

/// Returns true if a plain text may contain this character.
pub fn may_be_in_text(c: char) -> bool {
    !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{c}')
}

fn is_markup(text: &str) -> bool {
    let mut chars = text.trim_start_matches('\u{feff}').trim_start().chars();
    chars.next() == Some('<') && chars.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '!' | '?' | '/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepted_types_are_detected_by_first_bytes() {
        use Sniffed::{Document, Recorded};
        for (head, expected) in [
            (&b"\xFF\xD8\xFF\xE0"[..], Sniffed::Picture),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Sniffed::Picture),
            (b"\0\0\0\x20ftypisom", Recorded(Container::Mov)),
            (b"\0\0\0\x1cftypM4A ", Recorded(Container::Mov)),
            (b"\0\0\0\x14moov\0\0\0\x0clmvhd", Recorded(Container::Mov)),
            (b"\x1A\x45\xDF\xA3\x9F\x42\x86", Recorded(Container::Matroska)),
            (b"OggS\0\x02", Recorded(Container::Ogg)),
            (b"RIFF\x10\0\0\0WAVEfmt ", Recorded(Container::Wav)),
            (b"ID3\x04\0", Recorded(Container::Mp3)),
            (b"\xFF\xFB\x90\x64", Recorded(Container::Mp3)),
            (b"\xFF\xF1\x50\x80", Recorded(Container::Aac)),
            (b"%PDF-1.7\n", Document(Format::Pdf)),
            (b"PK\x03\x04\x14\0", Document(Format::Zip)),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0", Document(Format::Compound)),
            (b"name;price\r\ntea;3 < 4\r\n", Document(Format::Text)),
            ("Déjà vu".as_bytes(), Document(Format::Text)),
            (&"Déjà vu".as_bytes()[..2], Document(Format::Text)),
            ("\u{feff}a,b".as_bytes(), Document(Format::Text)),
        ] {
            assert_eq!(sniff(head), Some(expected), "{}", head.escape_ascii());
        }
    }

    #[test]
    fn executables_html_svg_and_noise_are_rejected() {
        for head in [
            &b""[..],
            b"  \n",
            b"MZ\x90\0\x03",
            b"\x7FELF\x02\x01",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"\xEF\xBB\xBF \n<!DOCTYPE html><script>alert(1)</script>",
            b"<?xml version='1.0'?><svg/>",
            b"<!-- --><html>",
            b"</a>",
            b"\0\0\0\x18ftypheic",
            b"\0\0\0\x18ftypavif",
            b"text with\0a hole",
            b"\x1b[2J",
            b"caf\xE9 in an older code page",
            b"RIFF\x10\0\0\0AVI LIST",
        ] {
            assert_eq!(sniff(head), None, "{}", head.escape_ascii());
        }
    }
}
