//! Reading of the text files of the market: tables of tab-separated cells, and lists under headings.

use std::str::FromStr;

use crate::{Error, Result};

/// Cells of a line. A missing cell is empty.
#[derive(Clone, Debug)]
pub struct Row(Vec<&'static str>);

impl Row {
    fn of(line: &'static str) -> Self {
        Self(line.split('\t').collect())
    }

    pub fn cell(&self, at: usize) -> &'static str {
        self.0.get(at).copied().unwrap_or_default()
    }

    /// Returns the words of a cell, separated by `by`.
    pub fn words(&self, at: usize, by: char) -> Vec<&'static str> {
        self.cell(at).split(by).filter(|word| !word.is_empty()).collect()
    }

    pub fn number<T: FromStr>(&self, at: usize) -> Result<T> {
        let cell = self.cell(at);
        cell.parse().map_err(|_| Error::Corrupt(format!("demo market: “{cell}” is no number in {:?}", self.0)))
    }
}

/// Lines under a heading.
#[derive(Clone, Debug)]
pub struct Block {
    pub heading: Vec<&'static str>,
    pub lines: Vec<&'static str>,
}

impl Block {
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        self.lines.iter().map(|line| Row::of(line))
    }
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Returns the rows of a table.
pub fn rows(text: &'static str) -> impl Iterator<Item = Row> {
    lines(text).map(Row::of)
}

/// Returns the blocks of a file. A heading begins with "= ".
pub fn blocks(text: &'static str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for line in lines(text) {
        match (line.strip_prefix("= "), blocks.last_mut()) {
            (Some(heading), _) => {
                blocks.push(Block { heading: heading.split_whitespace().collect(), lines: Vec::new() });
            }
            (None, Some(block)) => block.lines.push(line),
            (None, None) => {}
        }
    }
    blocks
}

/// Returns the error for a key that no file contains.
pub fn unknown(key: &str) -> Error {
    Error::Corrupt(format!("demo market: unknown “{key}”"))
}
