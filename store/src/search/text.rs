//! Words of texts and queries, the same for both.
//!
//! A word is a run of letters and digits without case and accents. A run of a script without spaces (Chinese, Japanese,
//! Thai) is kept whole here and indexed by pairs of adjacent characters, so that any part of it is found.

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::types::fold::{folded, is_unspaced};

/// Maximum characters of a word that count.
const WORD_MAX: usize = 40;

/// Word of a text or a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    /// Run of a script without spaces.
    pub unspaced: bool,
}

/// Returns the words of a text in order.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open: Option<bool> = None;
    for letter in text.nfc() {
        // A combining mark belongs to the letter before it.
        let kind = match open {
            Some(unspaced) if is_combining_mark(letter) => Some(unspaced),
            _ if is_unspaced(letter) && (letter.is_alphanumeric() || is_combining_mark(letter)) => Some(true),
            _ => letter.is_alphanumeric().then_some(false),
        };
        if let Some(unspaced) = kind {
            if open != kind {
                words.push(Word { text: String::new(), unspaced });
            }
            if let Some(word) = words.last_mut() {
                word.text.extend(folded(letter));
            }
        }
        open = kind;
    }
    words.retain(|word| !word.text.is_empty());
    for word in &mut words {
        if !word.unspaced
            && let Some((end, _)) = word.text.char_indices().nth(WORD_MAX)
        {
            word.text.truncate(end);
        }
    }
    words
}

/// Returns the terms under which a word is found: itself, or the pairs of its characters.
pub(super) fn terms(word: &Word) -> Vec<String> {
    let letters: Vec<char> = word.text.chars().collect();
    if !word.unspaced || letters.len() < 2 {
        return vec![word.text.clone()];
    }
    letters.windows(2).map(|pair| pair.iter().collect()).collect()
}

/// Returns the terms of a text, without duplicates.
pub(super) fn indexed(text: &str) -> Vec<String> {
    let mut all: Vec<String> = words(text).iter().flat_map(terms).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the text as its words with single spaces: the form of phrases in tables.
pub(super) fn phrase(text: &str) -> String {
    words(text).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// Returns true if the words differ by at most `most` insertions, deletions, replacements or swaps of neighbours.
pub(super) fn is_similar(a: &str, b: &str, most: usize) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return false;
    }
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows[2][0] = i;
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[1][j] + 1).min(rows[2][j - 1] + 1).min(rows[1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()] <= most
}

/// Typing errors that a word of this length may have.
pub(super) fn tolerance(word: &str) -> usize {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_splits_into_folded_words_and_pairs() {
        let of = |text: &str| words(text).into_iter().map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(of("Crème brûlée, 2x!"), ["creme", "brulee", "2x"]);
        assert_eq!(of("東京のsushi"), ["東京の", "sushi"]);
        assert_eq!(indexed("東京の"), ["京の", "東京"]);
        assert!(of("%% --").is_empty());
    }

    #[test]
    fn similar_words_count_swaps_once() {
        assert!(is_similar("tonihgt", "tonight", 1) && is_similar("resturant", "restaurant", 1));
        assert!(!is_similar("sail", "salon", 1) && is_similar("", "a", 1));
    }
}
