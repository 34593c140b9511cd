//! Meanings of words: categories, subcategories, topics and towns in the languages of the interface, and phrases about
//! day, party, opening and place. Two tables hold them: `lexicon/synonyms.tsv` and `lexicon/phrases.tsv`.

use std::{
    collections::{BTreeSet, HashMap},
    sync::OnceLock,
};

use super::text::{self, Word, phrase, words};
use crate::catalogue::{category, feature};

static TOPICS: &str = include_str!("lexicon/synonyms.tsv");
static PHRASES: &str = include_str!("lexicon/phrases.tsv");

/// Maximum words of a phrase.
const PHRASE_WORDS: usize = 4;
/// Maximum characters of a phrase in a script without spaces.
const PHRASE_LETTERS: usize = 12;
/// Maximum words of a query that count.
const QUERY_WORDS: usize = 12;

/// Subject of offerings below a category, such as sushi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Topic {
    pub key: &'static str,
    /// Categories whose offerings can have it.
    categories: Vec<&'static str>,
}

/// Day that a query names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Day {
    Today,
    Tonight,
    Lunch,
    Tomorrow,
    TomorrowEvening,
    Weekend,
    NextWeekend,
    /// From 0, Monday.
    Weekday(i64),
}

/// Meaning of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Category(&'static str),
    Subcategory(&'static str),
    Topic(&'static str),
    /// Words of the town's name as companies write it.
    Town(&'static str),
    When(Day),
    OpenNow,
    Near,
    Adults,
    People,
    Children,
    Number(i64),
    For,
    Feature(&'static str),
    Stop,
}

/// Word or phrase of a query to look up, with what it means.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    /// Empty if only the meaning counts.
    pub words: Vec<Word>,
    pub meanings: Vec<Meaning>,
    /// The user may still be typing it.
    pub is_last: bool,
}

/// Query with its parts told apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Understood {
    pub wanted: Vec<Wanted>,
    pub day: Option<Day>,
    /// Minute of the day.
    pub time: Option<i64>,
    pub open_now: bool,
    pub near: bool,
    pub adults: Option<i64>,
    pub children: Option<i64>,
    pub features: Vec<&'static str>,
}

/// The tables in memory.
pub(super) struct Lexicon {
    meanings: HashMap<String, Vec<Meaning>>,
    /// Single words that may be mistyped, by length.
    words: Vec<(usize, String)>,
    topics: HashMap<&'static str, Topic>,
}

/// Returns the tables. The first call reads them.
pub(super) fn lexicon() -> &'static Lexicon {
    static READ: OnceLock<Lexicon> = OnceLock::new();
    READ.get_or_init(Lexicon::read)
}

impl Lexicon {
    fn read() -> Self {
        let mut read = Self { meanings: HashMap::new(), words: Vec::new(), topics: HashMap::new() };
        let rows = |table: &'static str| table.lines().filter(|line| !line.starts_with('#'));
        for row in rows(PHRASES).chain(rows(TOPICS)) {
            let mut cells = row.split('\t');
            let (Some(kind), Some(key)) = (cells.next(), cells.next()) else { continue };
            let meaning = read.meaning(kind, key);
            for text in cells.flat_map(|cell| cell.split(';')) {
                let Some(meaning) = &meaning else { continue };
                let known = read.meanings.entry(phrase(text)).or_default();
                if !known.contains(meaning) {
                    known.push(meaning.clone());
                }
            }
        }
        read.meanings.remove("");
        let single = read.meanings.keys().filter(|word| !word.contains(' ') && text::tolerance(word) > 0);
        read.words = single.map(|word| (word.chars().count(), word.clone())).collect();
        // A fixed order decides between two equally similar words.
        read.words.sort();
        read
    }

    fn meaning(&mut self, kind: &'static str, key: &'static str) -> Option<Meaning> {
        let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
        Some(match kind {
            "category" => Meaning::Category(category::find(key)?.key),
            "subcategory" => Meaning::Subcategory(category::find_subcategory(key)?),
            "town" => Meaning::Town(key),
            "open" => Meaning::OpenNow,
            "near" => Meaning::Near,
            "adults" => Meaning::Adults,
            "people" => Meaning::People,
            "children" => Meaning::Children,
            "number" => Meaning::Number(key.parse().ok()?),
            "for" => Meaning::For,
            "feature" => Meaning::Feature(feature::find_flag(key)?),
            "stop" => Meaning::Stop,
            "when" => Meaning::When(match key {
                "today" => Day::Today,
                "tonight" => Day::Tonight,
                "lunch" => Day::Lunch,
                "tomorrow" => Day::Tomorrow,
                "tomorrow_evening" => Day::TomorrowEvening,
                "weekend" => Day::Weekend,
                "next_weekend" => Day::NextWeekend,
                day => Day::Weekday(weekdays.iter().position(|name| *name == day)?.try_into().ok()?),
            }),
            _ => {
                let categories = kind.strip_prefix("topic:")?.split(',').collect();
                self.topics.insert(key, Topic { key, categories });
                Meaning::Topic(key)
            }
        })
    }

    /// Returns the topics that a text of this category names.
    pub fn topics_of(&self, texts: &[&str], category: &str) -> BTreeSet<&'static str> {
        let mut found = BTreeSet::new();
        for text in texts {
            let words = words(text);
            for start in 0..words.len() {
                for length in 1..=PHRASE_WORDS.min(words.len() - start) {
                    let meanings = self.meanings.get(&joined(&words[start..start + length]));
                    let topics = meanings.into_iter().flatten().filter_map(|meaning| match meaning {
                        Meaning::Topic(key) => self.topics.get(key),
                        _ => None,
                    });
                    found.extend(topics.filter(|topic| topic.categories.contains(&category)).map(|topic| topic.key));
                }
            }
        }
        found
    }

    /// Returns the categories and subcategories with a phrase that begins with the text.
    pub fn categories_starting(&self, text: &str) -> Vec<&'static str> {
        let start = phrase(text);
        if start.chars().count() < 2 {
            return Vec::new();
        }
        let mut keys: Vec<_> = self.meanings.iter().filter(|(known, _)| known.starts_with(&start)).collect();
        // The shortest phrases are the names themselves.
        keys.sort_by_key(|(known, _)| (known.len(), known.as_str()));
        let key = |meaning: &Meaning| match meaning {
            Meaning::Category(key) | Meaning::Subcategory(key) => Some(*key),
            _ => None,
        };
        keys.into_iter().flat_map(|(_, meanings)| meanings).filter_map(key).collect()
    }

    /// Tells the parts of a query apart. `is_known` says whether the index holds a word, which then is not taken for a
    /// mistyped one.
    pub fn understand(&self, query: &str, is_known: &dyn Fn(&str) -> bool) -> Understood {
        let (time, query) = take_time(query);
        let mut tokens = self.tokens(&words(&query), is_known);
        let mut understood = Understood { time, ..Understood::default() };
        self.take_party(&mut tokens, &mut understood);
        for token in tokens {
            let mut rest = Vec::new();
            for meaning in token.meanings {
                match meaning {
                    Meaning::When(day) => understood.day = understood.day.or(Some(day)),
                    Meaning::OpenNow => understood.open_now = true,
                    Meaning::Near => understood.near = true,
                    Meaning::Feature(key) if !understood.features.contains(&key) => understood.features.push(key),
                    Meaning::Category(_) | Meaning::Subcategory(_) | Meaning::Topic(_) | Meaning::Town(_) => {
                        rest.push(meaning);
                    }
                    _ => {}
                }
            }
            if token.is_text || !rest.is_empty() {
                understood.wanted.push(Wanted { words: token.words, meanings: rest, is_last: false });
            }
        }
        let ends_word = query.ends_with(|letter: char| letter.is_alphanumeric());
        if let Some(last) = understood.wanted.last_mut() {
            last.is_last = ends_word;
        }
        understood
    }

    /// Splits the words into phrases that the tables know, longest first, and other words.
    fn tokens(&self, words: &[Word], is_known: &dyn Fn(&str) -> bool) -> Vec<Token> {
        let words = &words[..words.len().min(QUERY_WORDS)];
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < words.len() {
            if words[at].unspaced {
                self.split_run(&words[at], &mut tokens);
                at += 1;
                continue;
            }
            let longest = (1..=PHRASE_WORDS.min(words.len() - at)).rev();
            let phrase = longest
                .map(|length| &words[at..at + length])
                .find_map(|phrase| self.meanings.get(&joined(phrase)).map(|meanings| (phrase, meanings.clone())));
            let (phrase, meanings) = phrase.unwrap_or_else(|| {
                let word = &words[at..=at];
                (word, self.mistyped(&word[0].text, is_known).unwrap_or_default())
            });
            tokens.push(Token::new(phrase, meanings));
            at += phrase.len();
        }
        tokens
    }

    /// Splits a run of a script without spaces at the phrases that the tables know.
    fn split_run(&self, run: &Word, tokens: &mut Vec<Token>) {
        let letters: Vec<char> = run.text.chars().collect();
        let mut unknown = String::new();
        let flush = |unknown: &mut String, tokens: &mut Vec<Token>| {
            // A single letter between phrases is a particle.
            if unknown.chars().count() > 1 || (letters.len() == 1 && !unknown.is_empty()) {
                tokens.push(Token::new(&[Word { text: std::mem::take(unknown), unspaced: true }], Vec::new()));
            }
            unknown.clear();
        };
        let mut at = 0;
        while at < letters.len() {
            let longest = (1..=PHRASE_LETTERS.min(letters.len() - at)).rev();
            let found = longest.map(|length| letters[at..at + length].iter().collect::<String>()).find_map(|text| {
                self.meanings.get(&text).map(|meanings| (text.chars().count(), text.clone(), meanings.clone()))
            });
            let Some((length, text, meanings)) = found else {
                unknown.push(letters[at]);
                at += 1;
                continue;
            };
            flush(&mut unknown, tokens);
            tokens.push(Token::new(&[Word { text, unspaced: true }], meanings));
            at += length;
        }
        flush(&mut unknown, tokens);
    }

    /// Returns the meanings of the most similar known word.
    fn mistyped(&self, word: &str, is_known: &dyn Fn(&str) -> bool) -> Option<Vec<Meaning>> {
        let most = text::tolerance(word);
        if most == 0 || word.chars().count() < 5 || is_known(word) {
            return None;
        }
        let length = word.chars().count();
        let near = self.words.iter().filter(|(known, _)| known.abs_diff(length) <= most);
        let nearest = (1..=most).find_map(|distance| {
            near.clone().find(|(_, known)| {
                // The first letter is seldom wrong.
                known.chars().next() == word.chars().next() && text::is_similar(word, known, distance)
            })
        });
        nearest.and_then(|(_, known)| self.meanings.get(known).cloned())
    }

    /// Takes the numbers that belong to a party out of the tokens.
    fn take_party(&self, tokens: &mut Vec<Token>, understood: &mut Understood) {
        let number = |token: &Token| {
            let written = token.words.first().and_then(|word| word.text.parse::<i64>().ok());
            let named = token.meanings.iter().find_map(|meaning| match meaning {
                Meaning::Number(number) => Some(*number),
                _ => None,
            });
            written.or(named).filter(|number| (0..=99).contains(number))
        };
        let who = |token: Option<&Token>| {
            let meanings = token.map(|token| token.meanings.as_slice()).unwrap_or_default();
            meanings
                .iter()
                .find(|meaning| matches!(meaning, Meaning::Adults | Meaning::People | Meaning::Children))
                .cloned()
        };
        let mut kept = Vec::new();
        let mut at = 0;
        let all = std::mem::take(tokens);
        while at < all.len() {
            let token = &all[at];
            let (next, before) = (who(all.get(at + 1)), at.checked_sub(1).and_then(|at| who(all.get(at))));
            let after_for = at > 0 && all[at - 1].meanings.contains(&Meaning::For);
            let Some(count) = number(token) else {
                if who(Some(token)).is_none() || token.meanings.iter().any(Meaning::is_subject) {
                    kept.push(token.clone());
                }
                at += 1;
                continue;
            };
            // “大人2名”: the kind of person stands before the number, a counter after it.
            let kind = match (next, before) {
                (Some(Meaning::People), Some(before)) if before != Meaning::People => Some(before),
                (Some(next), _) => Some(next),
                (None, _) if after_for && token.words.iter().all(|word| !word.text.is_empty()) => Some(Meaning::People),
                _ => None,
            };
            match kind {
                Some(Meaning::Children) => understood.children = Some(count),
                Some(_) => understood.adults = Some(count.max(1)),
                None => kept.push(token.clone()),
            }
            let counted = kind.is_some() && who(all.get(at + 1)).is_some();
            at += if counted { 2 } else { 1 };
        }
        *tokens = kept;
    }
}

impl Meaning {
    fn is_subject(&self) -> bool {
        matches!(self, Self::Category(_) | Self::Subcategory(_) | Self::Topic(_) | Self::Town(_))
    }
}

/// Phrase of a query with its meanings.
#[derive(Clone, Debug)]
struct Token {
    words: Vec<Word>,
    meanings: Vec<Meaning>,
    /// Text to look up, without a meaning of a table.
    is_text: bool,
}

impl Token {
    fn new(words: &[Word], meanings: Vec<Meaning>) -> Self {
        let only_numbers = meanings.iter().all(|meaning| matches!(meaning, Meaning::Number(_)));
        Self { words: words.to_vec(), is_text: only_numbers, meanings }
    }
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// Takes a time such as `20:30`, `20h30` or `8pm` out of a query. Returns its minute of the day.
fn take_time(query: &str) -> (Option<i64>, String) {
    let mut time = None;
    let rest = query.split(' ').filter(|word| {
        let found = if time.is_none() { minute(&word.to_lowercase()) } else { None };
        time = time.or(found);
        found.is_none()
    });
    let rest = rest.collect::<Vec<_>>().join(" ");
    (time, rest)
}

fn minute(word: &str) -> Option<i64> {
    let (hours, minutes, after_noon) = if let Some(text) = word.strip_suffix("pm") {
        (text, "0", true)
    } else if let Some(text) = word.strip_suffix("am") {
        (text, "0", false)
    } else {
        let (hours, minutes) = word.split_once([':', 'h'])?;
        (hours, if minutes.is_empty() { "0" } else { minutes }, false)
    };
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let hours = if after_noon && hours < 12 { hours + 12 } else { hours };
    ((0..24).contains(&hours) && (0..60).contains(&minutes)).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests;
