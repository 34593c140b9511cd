//! Files stored unchanged: accepted kinds and file names.
//!
//! They are served as attachments, which browsers do not open by themselves. Names come from other users' devices, so
//! they are sanitized. The extension must match the content, so that no file is disguised.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use super::{
    compound::{self, CompoundKind},
    office::{self, ArchiveKind},
    sniff::{Format, may_be_in_text},
};

/// Maximum characters of a name, extension included.
const NAME: usize = 120;

/// Extensions and their MIME types. The first extension of a kind is the default for a name without extension.
type Endings = &'static [(&'static str, &'static str)];

const PDF: Endings = &[("pdf", "application/pdf")];
const ZIP: Endings = &[("zip", "application/zip")];
const TEXT: Endings = &[("txt", "text/plain"), ("csv", "text/csv")];
const WORD: Endings =
    &[("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"), ("zip", "application/zip")];
const SHEET: Endings =
    &[("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), ("zip", "application/zip")];
const SLIDES: Endings = &[
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("zip", "application/zip"),
];
const OPEN: Endings = &[
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("odp", "application/vnd.oasis.opendocument.presentation"),
    ("zip", "application/zip"),
];
const OLD_WORD: Endings = &[("doc", "application/msword")];
const OLD_SHEET: Endings = &[("xls", "application/vnd.ms-excel")];
const OLD_SLIDES: Endings = &[("ppt", "application/vnd.ms-powerpoint")];

/// Accepted document.
#[derive(Debug, PartialEq, Eq)]
pub struct Document {
    pub mime: &'static str,
    pub name: String,
}

/// Reason for rejecting a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The content does not match the name.
    Disguised,
    /// Office document with macros.
    Macros,
    Damaged,
}

/// Validates the file, given the format of its first bytes and the sender's `name`.
pub fn judge(file: &Path, format: Format, name: &str) -> io::Result<Result<Document, Refused>> {
    let endings = match format {
        Format::Pdf => Ok(PDF),
        Format::Compound => compound::kind(file)?.map(|kind| match kind {
            CompoundKind::Word => OLD_WORD,
            CompoundKind::Sheet => OLD_SHEET,
            CompoundKind::Slides => OLD_SLIDES,
        }),
        Format::Text if is_text(file)? => Ok(TEXT),
        Format::Text => Err(Refused::Damaged),
        Format::Zip => office::kind(&mut File::open(file)?)?.map(|kind| match kind {
            ArchiveKind::Word => WORD,
            ArchiveKind::Sheet => SHEET,
            ArchiveKind::Slides => SLIDES,
            ArchiveKind::Open => OPEN,
            ArchiveKind::Plain => ZIP,
        }),
    };
    Ok(endings.and_then(|endings| named(name, endings)))
}

fn named(name: &str, endings: Endings) -> Result<Document, Refused> {
    let name = clean(name);
    let (stem, ending) = match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() => (stem, Some(ending.to_ascii_lowercase())),
        _ => (name.as_str(), None),
    };
    let (ending, mime) = match ending {
        Some(ending) => *endings.iter().find(|(known, _)| *known == ending).ok_or(Refused::Disguised)?,
        None => endings[0],
    };
    let stem: String = stem.chars().take(NAME - 1 - ending.len()).collect();
    Ok(Document { mime, name: format!("{}.{ending}", if stem.is_empty() { "file" } else { &stem }) })
}

/// Sanitizes a name: removes folders, unneeded characters and bidirectional marks, with which `gpj.exe` poses as
/// `exe.jpg`.
pub fn clean(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let turns =
        |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}');
    let kept: String = last.chars().filter(|c| !c.is_control() && !turns(*c) && !r#":*?"<>|"#.contains(*c)).collect();
    kept.trim_matches(|c: char| c.is_whitespace() || c == '.').to_owned()
}

/// Reads the whole file. Returns true if all of it is text.
fn is_text(file: &Path) -> io::Result<bool> {
    let mut file = File::open(file)?;
    let mut chunk = vec![0; 64 * 1024];
    let mut held = 0;
    loop {
        let read = file.read(&mut chunk[held..])?;
        let filled = held + read;
        let (text, cut) = match std::str::from_utf8(&chunk[..filled]) {
            Ok(text) => (text, filled),
            Err(wrong) if wrong.error_len().is_some() => return Ok(false),
            Err(wrong) => (str::from_utf8(&chunk[..wrong.valid_up_to()]).unwrap_or_default(), wrong.valid_up_to()),
        };
        if !text.chars().all(may_be_in_text) {
            return Ok(false);
        }
        if read == 0 {
            return Ok(cut == filled);
        }
        chunk.copy_within(cut..filled, 0);
        held = filled - cut;
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{compound::tests::compound, zip::tests::archive},
        *,
    };

    fn of(bytes: &[u8], format: Format, name: &str) -> Result<Document, Refused> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        judge(file.path(), format, name).unwrap()
    }

    fn name_of(name: &str) -> Result<String, Refused> {
        of(b"%PDF-1.7", Format::Pdf, name).map(|document| document.name)
    }

    #[test]
    fn name_is_sanitized_and_extension_matches_content() {
        for (told, kept) in [
            ("Menu.pdf", "Menu.pdf"),
            ("MENU.PDF", "MENU.pdf"),
            ("menu", "menu.pdf"),
            ("", "file.pdf"),
            ("..", "file.pdf"),
            ("../../etc/menu.pdf", "menu.pdf"),
            (r"C:\Users\ann\menu.pdf", "menu.pdf"),
            ("me\r\nnu\".pdf", "menu.pdf"),
            ("Échéance été.pdf", "Échéance été.pdf"),
            ("x\u{202e}fdp.pdf", "xfdp.pdf"),
        ] {
            assert_eq!(name_of(told).as_deref(), Ok(kept), "{told:?}");
        }
        let long = name_of(&format!("{}.pdf", "é".repeat(300))).unwrap();
        assert_eq!(long.chars().count(), 120);
        for told in ["menu.exe", "menu.pdf.html", "photo.png", ".htaccess.x"] {
            assert_eq!(name_of(told), Err(Refused::Disguised), "{told}");
        }
    }

    #[test]
    fn archive_kind_is_detected_by_content() {
        let kind = |names: &[&str], name: &str| of(&archive(names), Format::Zip, name).map(|document| document.mime);
        let word = ["[Content_Types].xml", "_rels/.rels", "word/document.xml"];
        assert_eq!(kind(&["a.txt"], "a.zip"), Ok("application/zip"));
        assert_eq!(kind(&word, "letter.docx"), Ok(WORD[0].1));
        assert_eq!(kind(&word, "letter.zip"), Ok("application/zip"));
        assert_eq!(kind(&["mimetype", "content.xml", "META-INF/manifest.xml"], "sheet.ods"), Ok(OPEN[1].1));
        for (names, name) in [(&word[..], "letter.xlsx"), (&["a.txt"], "letter.docx"), (&["a.txt"], "photo.png")] {
            assert_eq!(kind(names, name), Err(Refused::Disguised), "{name}");
        }
        let program = ["[Content_Types].xml", "word/document.xml", "word/vbaProject.bin"];
        assert_eq!(kind(&program, "letter.docx"), Err(Refused::Macros));
        assert_eq!(of(b"PK\x03\x04 cut", Format::Zip, "a.zip"), Err(Refused::Damaged));
    }

    #[test]
    fn text_is_checked_to_its_end() {
        let long = "é€ text, ".repeat(40_000);
        assert_eq!(of(long.as_bytes(), Format::Text, "notes.txt").unwrap().mime, TEXT[0].1);
        assert_eq!(of(b"a;b\r\n", Format::Text, "table.csv").unwrap().mime, TEXT[1].1);
        for end in [&b"\0"[..], b"\xFF", b"\xC3", b"\x07"] {
            let bytes = [long.as_bytes(), end].concat();
            assert_eq!(of(&bytes, Format::Text, "notes.txt"), Err(Refused::Damaged), "{}", end.escape_ascii());
        }
        assert_eq!(of(b"alert(1)", Format::Text, "page.html"), Err(Refused::Disguised));
    }

    #[test]
    fn compound_file_has_extension_of_its_kind() {
        let letter = compound(&[("/WordDocument", b"")]);
        let of = |name: &str| of(&letter, Format::Compound, name).map(|document| document.name);
        assert_eq!((of("letter.doc"), of("letter")), (Ok("letter.doc".to_owned()), Ok("letter.doc".to_owned())));
        for name in ["letter.xls", "letter.docx", "letter.msi"] {
            assert_eq!(of(name), Err(Refused::Disguised), "{name}");
        }
    }
}
