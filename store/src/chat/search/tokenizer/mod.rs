//! Tokenizer for messages and queries, identical for both databases.
//!
//! A word is a run of letters and digits, folded (see [`fold`](crate::types::fold)). Scripts written without spaces
//! (Chinese, Japanese, Thai, Lao, Khmer, Burmese) are indexed by pairs of adjacent characters. So any part of a run is
//! found. Punctuation and emoji are ignored.

use std::{collections::BTreeSet, ops::Range};

use serde::Serialize;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};
use utoipa::ToSchema;

use crate::{social::folded, types::fold::is_unspaced};

/// Maximum number of significant characters in a word.
const WORD_MAX: usize = 40;
/// Maximum number of significant words in a query.
const MAX_QUERY_TERMS: usize = 8;
/// Length of a snippet in characters, and of its part before the first match.
const SNIPPET: usize = 160;
const BEFORE: usize = 40;

/// A part of a snippet; `is_match` marks a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Part {
    pub text: String,
    #[serde(rename = "match")]
    pub is_match: bool,
}

/// A token with its position: a word, or a run in a script without spaces.
#[derive(Debug, PartialEq, Eq)]
struct TokenSpan {
    /// Folded characters, each with its byte range in the text.
    letters: Vec<(char, Range<usize>)>,
    unspaced: bool,
}

/// A parsed query. All terms must match, in any order.
#[derive(Debug, PartialEq, Eq)]
pub struct Query {
    needles: Vec<QueryTerm>,
}

#[derive(Debug, PartialEq, Eq)]
struct QueryTerm {
    letters: Vec<char>,
    unspaced: bool,
    /// The term may match a prefix.
    prefix: bool,
}

/// A word of the index, or a prefix of one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term {
    pub word: String,
    pub prefix: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Spaced,
    Unspaced,
}

/// Returns the script of a word character; `None` for a separator.
fn script(c: char) -> Option<Script> {
    let unspaced = is_unspaced(c);
    // Thai and related scripts have their own digits and marks. These stay in the run.
    match unspaced {
        true if c.is_alphanumeric() || is_combining_mark(c) => Some(Script::Unspaced),
        false if c.is_alphanumeric() => Some(Script::Spaced),
        _ => None,
    }
}

fn token_spans(text: &str) -> Vec<TokenSpan> {
    let mut all: Vec<TokenSpan> = Vec::new();
    let mut open: Option<Script> = None;
    for (at, c) in text.char_indices() {
        // A combining mark belongs to the preceding letter.
        let now = if is_combining_mark(c) && open.is_some() { open } else { script(c) };
        if let Some(script) = now {
            if open != now {
                all.push(TokenSpan { letters: Vec::new(), unspaced: script == Script::Unspaced });
            }
            if let Some(stretch) = all.last_mut() {
                stretch.letters.extend(folded(c).map(|letter| (letter, at..at + c.len_utf8())));
            }
        }
        open = now;
    }
    all.retain(|stretch| !stretch.letters.is_empty());
    all
}

/// Returns the distinct index words of a text.
pub fn indexed(text: &str) -> BTreeSet<String> {
    // Fast path: most texts of many languages are ASCII, which is normalized and folds letter by letter.
    if text.is_ascii() {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        return words.map(|word| word[..word.len().min(WORD_MAX)].to_ascii_lowercase()).collect();
    }
    let text: String = text.nfc().collect();
    let mut words = BTreeSet::new();
    for stretch in token_spans(&text) {
        let letters = stretch.letters.iter().map(|(letter, _)| *letter);
        if stretch.unspaced {
            let letters: Vec<char> = letters.collect();
            words.extend(letters.windows(2).map(|pair| pair.iter().collect::<String>()));
            // Makes every character the start of some word.
            words.extend(letters.last().map(char::to_string));
        } else {
            words.insert(letters.take(WORD_MAX).collect());
        }
    }
    words
}

impl Query {
    /// Parses user input. There is no query syntax. The last word may be a prefix.
    pub fn parse(text: &str) -> Self {
        let text: String = text.nfc().collect();
        let mut needles: Vec<QueryTerm> = token_spans(&text)
            .into_iter()
            .take(MAX_QUERY_TERMS)
            .map(|stretch| {
                let most = if stretch.unspaced { usize::MAX } else { WORD_MAX };
                let letters = stretch.letters.into_iter().map(|(letter, _)| letter).take(most).collect();
                QueryTerm { letters, unspaced: stretch.unspaced, prefix: false }
            })
            .collect();
        if let Some(last) = needles.last_mut() {
            last.prefix = true;
        }
        Self { needles }
    }

    /// Returns true if the query has no terms.
    pub fn is_empty(&self) -> bool {
        self.needles.is_empty()
    }

    /// Returns the terms to look up in the index. The resulting texts still need checking with [`Query::snippet`].
    pub fn terms(&self) -> BTreeSet<Term> {
        let mut terms = BTreeSet::new();
        for needle in &self.needles {
            let word = |letters: &[char]| letters.iter().collect::<String>();
            match (needle.unspaced, needle.letters.len()) {
                (true, 2..) => {
                    terms.extend(needle.letters.windows(2).map(|pair| Term { word: word(pair), prefix: false }));
                }
                (unspaced, _) => {
                    terms.insert(Term { word: word(&needle.letters), prefix: unspaced || needle.prefix });
                }
            }
        }
        terms
    }

    /// Returns the text around the first match with matches marked; `None` if a term is missing.
    pub fn snippet(&self, text: &str) -> Option<Vec<Part>> {
        let text: String = text.nfc().collect();
        let token_spans = token_spans(&text);
        let mut matches: Vec<Range<usize>> = Vec::new();
        for needle in &self.needles {
            let before = matches.len();
            matches.extend(
                token_spans.iter().filter(|stretch| stretch.unspaced == needle.unspaced).flat_map(|s| needle.find(s)),
            );
            if matches.len() == before {
                return None;
            }
        }
        matches.sort_by_key(|range| (range.start, range.end));
        Some(parts(&text, &matches))
    }
}

impl QueryTerm {
    /// Returns the byte ranges of the term's matches in a token.
    fn find(&self, stretch: &TokenSpan) -> Vec<Range<usize>> {
        let length = self.letters.len();
        let is_at = |at: usize| stretch.letters[at..].iter().map(|(letter, _)| letter).take(length).eq(&self.letters);
        let bytes = |at: usize| stretch.letters[at].1.start..stretch.letters[at + length - 1].1.end;
        if self.unspaced {
            let last = (stretch.letters.len() + 1).saturating_sub(length);
            return (0..last).filter(|at| is_at(*at)).map(bytes).collect();
        }
        let counted = stretch.letters.len().min(WORD_MAX);
        let fits = if self.prefix { counted >= length } else { counted == length };
        if fits && is_at(0) { vec![bytes(0)] } else { Vec::new() }
    }
}

/// Cuts the text around the first of `matches`, which are sorted and may overlap.
fn parts(text: &str, matches: &[Range<usize>]) -> Vec<Part> {
    let first = matches.first().map_or(0, |range| range.start);
    let start = text[..first].char_indices().rev().take(BEFORE).last().map_or(first, |(at, _)| at);
    let end = text[start..].char_indices().nth(SNIPPET).map_or(text.len(), |(at, _)| start + at);
    let mut parts: Vec<Part> = Vec::new();
    let mut push = |text: &str, is_match: bool| {
        if text.is_empty() {
            return;
        }
        let text = text.replace(char::is_control, " ");
        match parts.last_mut() {
            Some(last) if last.is_match == is_match => last.text.push_str(&text),
            _ => parts.push(Part { text, is_match }),
        }
    };
    if start > 0 {
        push("…", false);
    }
    let mut at = start;
    for range in matches {
        let (from, to) = (range.start.clamp(at, end), range.end.clamp(at, end));
        push(&text[at..from], false);
        push(&text[from..to], true);
        at = to;
    }
    push(&text[at..end], false);
    if end < text.len() {
        push("…", false);
    }
    parts
}

#[cfg(test)]
mod tests;
