//! Search for a text within columns, in any case. `lower` of SQLite knows ASCII only, and that of PostgreSQL depends on the
//! locale of the database. So the pattern names both cases of each letter.

use super::Dialect;
use crate::Db;

/// Operator of a pattern of [`pattern`].
pub(crate) fn operator(db: &Db) -> &'static str {
    match db.read() {
        Dialect::Sqlite(_) => "GLOB",
        Dialect::Pg(_) => "~",
    }
}

/// Returns the pattern of the texts that contain `text` in any case, for [`operator`].
pub(crate) fn pattern(db: &Db, text: &str) -> String {
    match db.read() {
        Dialect::Sqlite(_) => glob(text),
        Dialect::Pg(_) => regex(text),
    }
}

fn glob(text: &str) -> String {
    let literal = |letter| if matches!(letter, '*' | '?' | '[') { format!("[{letter}]") } else { letter.to_string() };
    format!("*{}*", of_letters(text, literal))
}

fn regex(text: &str) -> String {
    let literal = |letter: char| {
        if letter.is_ascii_punctuation() { format!("\\{letter}") } else { letter.to_string() }
    };
    of_letters(text, literal)
}

fn of_letters(text: &str, literal: impl Fn(char) -> String) -> String {
    let pattern = |letter: char| {
        let cases = [one(letter, letter.to_lowercase()), one(letter, letter.to_uppercase())];
        if cases == [letter; 2] { literal(letter) } else { format!("[{letter}{}{}]", cases[0], cases[1]) }
    };
    text.chars().map(pattern).collect()
}

/// Returns the only letter of a conversion, else the letter before it: `ß` has two capitals.
fn one(letter: char, mut converted: impl ExactSizeIterator<Item = char>) -> char {
    if converted.len() == 1 { converted.next().unwrap_or(letter) } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_names_both_cases_and_escapes_the_rest() {
        assert_eq!(glob("иE1"), "*[ииИ][EeE]1*");
        assert_eq!((glob("ß*?["), regex("ß.\\")), ("*ß[*][?][[]*".to_owned(), "ß\\.\\\\".to_owned()));
    }
}
