//! Legacy office documents in compound files (MS-CFB): their kind, and detection of macros.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use cfb::CompoundFile;

use super::document::Refused;

/// Kinds of compound files that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompoundKind {
    Word,
    Sheet,
    Slides,
}

/// Root streams that identify the kind.
const KINDS: [(&str, CompoundKind); 4] = [
    ("WordDocument", CompoundKind::Word),
    ("Workbook", CompoundKind::Sheet),
    ("Book", CompoundKind::Sheet),
    ("PowerPoint Document", CompoundKind::Slides),
];
/// Storages that hold macros (MS-OVBA §2.2.1), at any depth: an embedded document may contain its own.
const MACRO_STORAGES: [&str; 4] = ["VBA", "_VBA_PROJECT", "_VBA_PROJECT_CUR", "Macros"];

/// Records of a workbook (MS-XLS): the beginning of a part, and the name of a sheet.
const BOF: u16 = 0x0809;
const BOUND_SHEET: u16 = 0x0085;
/// Header of the record that locates a presentation's macros (MS-PPT §2.4.10).
const VBA_INFO: [u8; 8] = [0x02, 0x00, 0x00, 0x04, 0x0C, 0x00, 0x00, 0x00];

/// Reads the kind of a compound file from its directory. Rejects documents with macros, and compound files that are not
/// documents, such as installers and saved messages.
pub fn kind(file: &Path) -> io::Result<Result<CompoundKind, Refused>> {
    let mut file = match CompoundFile::open(File::open(file)?) {
        Ok(file) => file,
        Err(_) => return Ok(Err(Refused::Damaged)),
    };
    let has_macros = |name: &str| MACRO_STORAGES.iter().any(|storage| storage.eq_ignore_ascii_case(name));
    if file.walk().any(|entry| has_macros(entry.name())) {
        return Ok(Err(Refused::Macros));
    }
    let found: Vec<(&str, CompoundKind)> =
        KINDS.into_iter().filter(|(name, _)| file.is_stream(Path::new("/").join(name))).collect();
    // Workbooks for two generations of Excel have both of their streams.
    let Some((_, kind)) = found.first().copied().filter(|(_, first)| found.iter().all(|(_, kind)| kind == first))
    else {
        return Ok(Err(Refused::Disguised));
    };
    for (name, kind) in found {
        let mut content = Vec::new();
        let stream =
            file.open_stream(Path::new("/").join(name)).and_then(|mut stream| stream.read_to_end(&mut content));
        if stream.is_err() {
            return Ok(Err(Refused::Damaged));
        }
        let has_macros = match kind {
            CompoundKind::Word => false,
            CompoundKind::Sheet => has_macro_sheet(&content),
            CompoundKind::Slides => has_vba_info(&content),
        };
        if has_macros {
            return Ok(Err(Refused::Macros));
        }
    }
    Ok(Ok(kind))
}

/// Returns true if a workbook has an Excel 4 macro sheet or a module.
fn has_macro_sheet(workbook: &[u8]) -> bool {
    let mut rest = workbook;
    while let [kind0, kind1, length0, length1, after @ ..] = rest {
        let (kind, length) = (u16::from_le_bytes([*kind0, *kind1]), u16::from_le_bytes([*length0, *length1]));
        let Some((record, next)) = after.split_at_checked(usize::from(length)) else { return false };
        let is_macro = match kind {
            BOF => record.get(2..4) == Some(&[0x40, 0x00]),
            BOUND_SHEET => matches!(record.get(5), Some(0x01 | 0x06)),
            _ => false,
        };
        if is_macro {
            return true;
        }
        rest = next;
    }
    false
}

/// Returns true if a presentation declares macros.
fn has_vba_info(presentation: &[u8]) -> bool {
    presentation.windows(VBA_INFO.len() + 8).any(|record| {
        let (head, fields) = record.split_at(VBA_INFO.len());
        head == VBA_INFO && fields.iter().any(|byte| *byte != 0)
    })
}

#[cfg(test)]
pub mod tests {
    use std::io::{Cursor, Write as _};

    use super::*;

    /// Builds a compound file with these streams, and their storages.
    pub fn compound(streams: &[(&str, &[u8])]) -> Vec<u8> {
        let mut file = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        for (path, content) in streams {
            if let Some(folder) = Path::new(path).parent() {
                file.create_storage_all(folder).unwrap();
            }
            file.create_stream(path).unwrap().write_all(content).unwrap();
        }
        file.flush().unwrap();
        file.into_inner().into_inner()
    }

    fn kind_of(bytes: &[u8]) -> Result<CompoundKind, Refused> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        kind(file.path()).unwrap()
    }

    fn record(kind: u16, body: &[u8]) -> Vec<u8> {
        [&kind.to_le_bytes()[..], &u16::try_from(body.len()).unwrap().to_le_bytes(), body].concat()
    }

    #[test]
    fn document_kind_is_detected_by_streams() {
        for (stream, expected) in KINDS {
            assert_eq!(kind_of(&compound(&[(&format!("/{stream}"), b"")])), Ok(expected));
        }
        assert_eq!(kind_of(&compound(&[("/Workbook", b""), ("/Book", b"")])), Ok(CompoundKind::Sheet));
        // An installer, a saved message, and a file of two kinds.
        for streams in
            [&["/\u{5}SummaryInformation"][..], &["/__properties_version1.0"], &["/WordDocument", "/Workbook"]]
        {
            let streams: Vec<_> = streams.iter().map(|stream| (*stream, &b""[..])).collect();
            assert_eq!(kind_of(&compound(&streams)), Err(Refused::Disguised));
        }
        assert_eq!(kind_of(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 cut"), Err(Refused::Damaged));
    }

    #[test]
    fn macros_are_found_in_every_kind() {
        for path in ["/Macros/VBA/dir", "/_VBA_PROJECT_CUR/VBA/dir", "/ObjectPool/_1/macros/vba/ThisDocument"] {
            assert_eq!(kind_of(&compound(&[("/WordDocument", b""), (path, b"")])), Err(Refused::Macros), "{path}");
        }
        let sheet = |dt: u8| record(BOUND_SHEET, &[0, 0, 0, 0, 0, dt, 1, 0, b'A']);
        let workbook = |dt: u8| [record(BOF, &[0, 6, 5, 0]), record(0x0042, &[0; 40]), sheet(0), sheet(dt)].concat();
        assert_eq!(kind_of(&compound(&[("/Workbook", &workbook(0))])), Ok(CompoundKind::Sheet));
        assert_eq!(kind_of(&compound(&[("/Workbook", &workbook(1))])), Err(Refused::Macros));
        let harmless = [&[1; 100][..], &VBA_INFO, &[0; 12]].concat();
        assert_eq!(kind_of(&compound(&[("/PowerPoint Document", &harmless)])), Ok(CompoundKind::Slides));
        let program = [&[1; 5_000][..], &VBA_INFO, &[7, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]].concat();
        assert_eq!(kind_of(&compound(&[("/PowerPoint Document", &program)])), Err(Refused::Macros));
    }
}
