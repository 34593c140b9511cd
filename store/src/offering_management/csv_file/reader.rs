//! Reading of a file line by line. Memory does not grow with the file.

use std::io::{self, BufRead, BufReader, Chain, Read};

use csv::{ByteRecord, ReaderBuilder, Terminator};

use super::{CellError, LINES_MAX, cell::unescape, column::Column};

/// Separators of cells. Spreadsheets use the semicolon where the comma separates decimals.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];
/// Maximum bytes of a header line.
const HEADER_MAX: usize = 16 * 1024;
const NOT_UTF8: &str = "Save the file as CSV in UTF-8.";

/// Line of the file with its cells in the order of the header.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub number: u64,
    cells: Vec<(Column, String)>,
}

impl Line {
    /// Returns the text of a cell, `None` without such a column.
    pub fn get(&self, column: Column) -> Option<&str> {
        self.cells.iter().find(|(known, _)| *known == column).map(|(_, text)| text.as_str())
    }

    /// Returns the text of a cell that is not empty.
    pub fn filled(&self, column: Column) -> Option<&str> {
        self.get(column).filter(|text| !text.is_empty())
    }

    pub fn cells(&self) -> impl Iterator<Item = (Column, &str)> {
        self.cells.iter().map(|(column, text)| (*column, text.as_str()))
    }
}

/// File that ends with a line feed.
type Terminated<R> = BufReader<Chain<R, &'static [u8]>>;

/// Reader of a file whose header was checked.
pub(super) struct Reader<R> {
    csv: csv::Reader<Terminated<R>>,
    columns: Vec<Column>,
    record: ByteRecord,
    lines: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file.
    pub fn open(file: R) -> io::Result<Result<Self, Vec<CellError>>> {
        let mut file = BufReader::with_capacity(64 * 1024, file.chain(&b"\n"[..]));
        let start = file.fill_buf()?;
        let bom = if start.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let header = start[bom..].split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        if header.len() > HEADER_MAX {
            return Ok(Err(vec![CellError::new(1, "", "Enter the names of the columns in the first line.")]));
        }
        let count = |delimiter: &u8| header.iter().filter(|byte| *byte == delimiter).count();
        let delimiter = DELIMITERS.into_iter().rev().max_by_key(count).unwrap_or(b',');
        file.consume(bom);
        // A carriage return stays at the end of the last cell and is trimmed. So each line feed counts as a line.
        let mut csv = ReaderBuilder::new()
            .delimiter(delimiter)
            .terminator(Terminator::Any(b'\n'))
            .has_headers(false)
            .flexible(true)
            .from_reader(file);
        let mut record = ByteRecord::new();
        csv.read_byte_record(&mut record)?;
        Ok(columns(&record).map(|columns| Self { csv, columns, record, lines: 0 }))
    }

    /// Reads the next line that has content. Returns `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<Result<Line, CellError>>> {
        loop {
            if !self.csv.read_byte_record(&mut self.record)? {
                return Ok(None);
            }
            if self.record.iter().any(|cell| !cell.trim_ascii().is_empty()) {
                break;
            }
        }
        self.lines += 1;
        // The position is behind the line feed of the last line. Blank lines before the first one are skipped.
        let inside = self.record.as_slice().iter().filter(|byte| **byte == b'\n').count();
        let number = self.csv.position().line().saturating_sub(1 + u64::try_from(inside).unwrap_or_default());
        Ok(Some(self.parse(number)))
    }

    fn parse(&self, number: u64) -> Result<Line, CellError> {
        if self.lines > LINES_MAX {
            return Err(CellError::new(number, "", format!("A file has at most {LINES_MAX} lines.")));
        }
        let (expected, found) = (self.columns.len(), self.record.len());
        if expected != found {
            return Err(CellError::new(number, "", format!("Enter {expected} cells. This line has {found}.")));
        }
        let cell = |(column, bytes): (&Column, &[u8])| {
            let text = std::str::from_utf8(bytes).map_err(|_| CellError::new(number, column, NOT_UTF8))?;
            Ok((*column, unescape(text.trim()).to_owned()))
        };
        Ok(Line { number, cells: self.columns.iter().zip(&self.record).map(cell).collect::<Result<_, _>>()? })
    }

    /// Returns true after the last permitted line.
    pub fn is_too_long(&self) -> bool {
        self.lines > LINES_MAX
    }
}

fn columns(header: &ByteRecord) -> Result<Vec<Column>, Vec<CellError>> {
    let mut columns = Vec::new();
    let mut errors = Vec::new();
    for bytes in header {
        let Ok(name) = std::str::from_utf8(bytes) else {
            return Err(vec![CellError::new(1, "", NOT_UTF8)]);
        };
        let shown: String = name.trim().chars().filter(|c| !c.is_control()).take(40).collect();
        match Column::find(name) {
            None => errors.push(CellError::new(1, shown, "There is no such column. Use the names of the template.")),
            Some(column) if columns.contains(&column) => {
                errors.push(CellError::new(1, shown, "This column came twice."));
            }
            Some(column) => columns.push(column),
        }
    }
    if errors.is_empty() && !(columns.contains(&Column::Id) || columns.contains(&Column::Sku)) {
        errors.push(CellError::new(1, Column::Sku, "Enter a column sku or id."));
    }
    errors.truncate(super::REPORTED_MAX);
    if errors.is_empty() { Ok(columns) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(text: &[u8]) -> Result<Reader<&[u8]>, Vec<CellError>> {
        Reader::open(text).unwrap()
    }

    fn error(text: &[u8]) -> (u64, String) {
        let error = open(text).err().unwrap().remove(0);
        (error.line, error.column)
    }

    #[test]
    fn delimiter_and_byte_order_mark_are_recognised() {
        for text in ["\u{feff}sku;price\r\n\"a;b\";1,5\r\n", "SKU,price\n\"a;b\",\"1,5\"", "sku\tprice\na;b\t1,5"] {
            let mut reader = open(text.as_bytes()).unwrap();
            let line = reader.next_line().unwrap().unwrap().unwrap();
            assert_eq!((line.number, line.get(Column::Sku), line.get(Column::Price)), (2, Some("a;b"), Some("1,5")));
            assert!(reader.next_line().unwrap().is_none());
        }
    }

    #[test]
    fn wrong_header_names_the_column() {
        assert_eq!(error(b"sku,wings"), (1, "wings".to_owned()));
        assert_eq!(error(b"sku,sku"), (1, "sku".to_owned()));
        assert_eq!(error(b"name,price"), (1, "sku".to_owned()));
        assert_eq!(error(b""), (1, "sku".to_owned()));
        assert_eq!(error(b"\xff\xfes\0k\0u\0"), (1, String::new()));
        assert_eq!(error(&[b'x'; 20_000]), (1, String::new()));
    }

    #[test]
    fn broken_line_has_its_number_in_the_file() {
        let text = b"sku,name\r\na,\"two\nlines\"\r\n\r\n,\nb\n\n\nc,\xff";
        let mut reader = open(text).unwrap();
        let mut next = || reader.next_line().unwrap().unwrap();
        assert_eq!(next().unwrap().get(Column::Name), Some("two\nlines"));
        assert_eq!(next().unwrap_err().line, 6);
        assert_eq!(next().unwrap_err(), CellError::new(9, "name", NOT_UTF8));
    }
}
