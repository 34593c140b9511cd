//! Office documents in ZIP archives: their kind, and detection of macros.

use std::{fs::File, io};

use super::{
    document::Refused,
    zip::{Archive, Entry},
};

/// Maximum bytes of the list of content types. Office programs write some kilobytes.
const MAX_CONTENT_TYPES: u64 = 4 * 1024 * 1024;

/// Kinds of ZIP archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveKind {
    Word,
    Sheet,
    Slides,
    /// OpenDocument: text, spreadsheet or presentation.
    Open,
    /// Any other archive.
    Plain,
}

/// Findings from the names in an archive.
#[derive(Default)]
struct Names {
    content_types: Vec<Entry>,
    word: bool,
    sheet: bool,
    slides: bool,
    manifest: bool,
    mimetype: bool,
    content: bool,
    /// Parts with the usual names of macros.
    macros: bool,
    /// Macro folders of OpenDocument. In other archives any file may have these names.
    open_macros: bool,
}

impl Names {
    fn note(&mut self, entry: Entry) {
        // Names in office documents are case-insensitive (ISO 29500-2 §6.2.2).
        let name = entry.name.to_ascii_lowercase().replace('\\', "/");
        let name = name.trim_start_matches('/');
        self.word |= name.starts_with("word/");
        self.sheet |= name.starts_with("xl/");
        self.slides |= name.starts_with("ppt/");
        self.manifest |= name == "meta-inf/manifest.xml";
        self.mimetype |= name == "mimetype";
        self.content |= name == "content.xml";
        self.macros |= name.ends_with("vbaproject.bin") || name.starts_with("xl/macrosheets/");
        self.open_macros |= name.starts_with("basic/") || name.starts_with("scripts/");
        // A single list is read; two or more are rejected.
        if name == "[content_types].xml" && self.content_types.len() < 2 {
            self.content_types.push(entry);
        }
    }
}

/// Reads the kind of an archive from its directory and rejects office documents with macros.
pub fn kind(file: &mut File) -> io::Result<Result<ArchiveKind, Refused>> {
    match judge(file) {
        Err(cause)
            if matches!(
                cause.kind(),
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput
            ) =>
        {
            Ok(Err(Refused::Damaged))
        }
        judged => judged,
    }
}

fn judge(file: &mut File) -> io::Result<Result<ArchiveKind, Refused>> {
    let mut archive = Archive::open(file)?;
    let mut names = Names::default();
    archive.visit(|entry| names.note(entry))?;
    match names.content_types.as_slice() {
        [] => {}
        [entry] => {
            if names.macros || lists_macros(&archive.unpack(entry, MAX_CONTENT_TYPES)?) {
                return Ok(Err(Refused::Macros));
            }
        }
        _ => return Ok(Err(Refused::Damaged)),
    }
    let is_open = names.manifest && names.mimetype && names.content;
    if is_open && names.open_macros {
        return Ok(Err(Refused::Macros));
    }
    Ok(Ok(match names {
        _ if is_open => ArchiveKind::Open,
        Names { content_types, .. } if content_types.is_empty() => ArchiveKind::Plain,
        Names { word: true, .. } => ArchiveKind::Word,
        Names { sheet: true, .. } => ArchiveKind::Sheet,
        Names { slides: true, .. } => ArchiveKind::Slides,
        _ => ArchiveKind::Plain,
    }))
}

/// Returns true if the list of content types declares a macro part, whatever its name. Types with character references
/// count as macros too, since no office program writes them.
fn lists_macros(list: &[u8]) -> bool {
    // The list may be in UTF-16, where every ASCII character has a zero byte.
    let list: Vec<u8> = list.iter().filter(|byte| **byte != 0).map(u8::to_ascii_lowercase).collect();
    let has = |mark: &[u8]| list.windows(mark.len()).any(|part| part == mark);
    [&b"vbaproject"[..], b"macroenabled", b"macrosheet", b"&#", b"<!entity"].into_iter().any(has)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::{
        super::zip::tests::{archive, archive_of},
        *,
    };

    fn kind_of(bytes: &[u8]) -> Result<ArchiveKind, Refused> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        kind(&mut file).unwrap()
    }

    #[test]
    fn archive_kind_is_detected_by_names() {
        for (names, expected) in [
            (&["a.txt"][..], ArchiveKind::Plain),
            (&["[Content_Types].xml", "word/document.xml"], ArchiveKind::Word),
            (&["[content_types].xml", "xl/workbook.xml"], ArchiveKind::Sheet),
            (&["[Content_Types].xml", "ppt/presentation.xml"], ArchiveKind::Slides),
            (&["[Content_Types].xml", "other"], ArchiveKind::Plain),
            (&["mimetype", "content.xml", "META-INF/manifest.xml"], ArchiveKind::Open),
            (&["scripts/build.sh", "vbaProject.bin"], ArchiveKind::Plain),
        ] {
            assert_eq!(kind_of(&archive(names)), Ok(expected), "{names:?}");
        }
        assert_eq!(kind_of(b"PK\x03\x04 cut"), Err(Refused::Damaged));
    }

    #[test]
    fn macros_are_found_past_first_directory_megabyte() {
        let many: Vec<String> = (0..20_000).map(|number| format!("word/media/picture-{number}.png")).collect();
        let mut names = vec!["[Content_Types].xml", "word/document.xml"];
        names.extend(many.iter().map(String::as_str));
        assert_eq!(kind_of(&archive(&names)), Ok(ArchiveKind::Word));
        names.push("word/vbaProject.bin");
        assert_eq!(kind_of(&archive(&names)), Err(Refused::Macros));
    }

    #[test]
    fn macros_are_found_by_type_and_name() {
        let with_types =
            |types: &[u8]| kind_of(&archive_of(&[("[Content_Types].xml", types), ("word/document.xml", b"")]));
        let plain = b"<Types><Override PartName=\"/word/document.xml\" ContentType=\"application/xml\"/></Types>";
        assert_eq!(with_types(plain), Ok(ArchiveKind::Word));
        let hidden = "<Override PartName=\"/word/a.bin\" ContentType=\"application/vnd.ms-office.vbaProject\"/>";
        let wide: Vec<u8> = hidden.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for types in [
            hidden.as_bytes(),
            &wide,
            b"application/vnd.ms-word.document.macroEnabled.main+xml",
            b"ContentType=\"application/vnd.ms-office.vba&#80;roject\"",
        ] {
            assert_eq!(with_types(types), Err(Refused::Macros), "{}", types.escape_ascii());
        }
        for names in [
            &["[Content_Types].xml", "xl/workbook.xml", "XL/MacroSheets/sheet1.xml"][..],
            &["[Content_Types].xml", "word\\VBAPROJECT.BIN"],
            &["mimetype", "content.xml", "META-INF/manifest.xml", "Basic/Standard/Module1.xml"],
            &["mimetype", "content.xml", "META-INF/manifest.xml", "[Content_Types].xml", "word/vbaProject.bin"],
        ] {
            assert_eq!(kind_of(&archive(names)), Err(Refused::Macros), "{names:?}");
        }
        let twice = [("[Content_Types].xml", &plain[..]), ("[content_types].xml", hidden.as_bytes())];
        assert_eq!(kind_of(&archive_of(&twice)), Err(Refused::Damaged));
    }
}
