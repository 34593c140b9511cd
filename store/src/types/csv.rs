//! Cells and lines of CSV files (RFC 4180) that no spreadsheet takes for formulas.

/// First characters by which a spreadsheet recognises a formula, and the apostrophe that escapes them. Source: OWASP,
/// *CSV injection*.
const ESCAPED: [char; 9] = ['=', '+', '-', '@', '\t', '\r', '\n', '|', '\''];
/// Tells spreadsheets that the text is UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Writes a text so that a spreadsheet shows it and does not evaluate it.
pub fn escape(text: &str) -> String {
    if text.starts_with(ESCAPED) { format!("'{text}") } else { text.to_owned() }
}

/// Reverses [`escape`].
pub fn unescape(text: &str) -> &str {
    text.strip_prefix('\'').filter(|rest| rest.starts_with(ESCAPED)).unwrap_or(text)
}

/// Returns a line with its end. Texts of users are escaped by the caller.
pub fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| {
        if cell.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    format!("{}\r\n", cells.iter().map(quoted).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_quotes_separators_and_escapes_formulas() {
        let cells = [escape("=1+1"), "Lind, Zoe".to_owned(), "5\" nail".to_owned()];
        assert_eq!(line(&cells), "'=1+1,\"Lind, Zoe\",\"5\"\" nail\"\r\n");
        assert_eq!(unescape(&escape("-5")), "-5");
    }
}
