//! Property tests of user input (see [`crate::testing::fuzz`]).

use crate::{
    account::{Email, Name, Phone, UserName},
    chat::search::tokenizer::{Query, indexed},
    testing::fuzz::Fuzz,
    types::{ids::ChatId, timestamp::Timestamp},
};

/// The index must contain every term of a text for which the search shows a snippet.
#[test]
fn search_snippet_terms_are_always_indexed() {
    Fuzz::corpus(include_str!("fuzz/corpus/searches.txt")).memory(1 << 20, 512).check(|input| {
        let input = String::from_utf8_lossy(input);
        let (typed, text) = input.split_once('\n').unwrap_or((&input, &input));
        let query = Query::parse(typed);
        let terms = query.terms();
        assert_eq!(query.is_empty(), terms.is_empty());
        let snippet = query.snippet(text);
        if snippet.is_some() {
            let words = indexed(text);
            for term in &terms {
                let is_in = |word: &String| if term.prefix { word.starts_with(&term.word) } else { *word == term.word };
                assert!(words.iter().any(is_in), "{:?} is shown and not indexed: {words:?}", term.word);
            }
        }
        (terms.len(), snippet.map(|parts| parts.len()))
    });
}

#[test]
fn validated_text_parses_to_same_value_again() {
    Fuzz::corpus(include_str!("fuzz/corpus/texts.txt")).check(|input| {
        let text = String::from_utf8_lossy(input);
        macro_rules! stays {
            ($kind:ty) => {{
                let taken = text.parse::<$kind>();
                if let Ok(taken) = &taken {
                    assert_eq!(taken.as_str().parse::<$kind>().as_ref().map(<$kind>::as_str), Ok(taken.as_str()));
                    assert!(!taken.as_str().contains(['\0', '\n']) && taken.as_str().chars().count() <= 254);
                }
                taken.is_ok()
            }};
        }
        let time = text.parse::<Timestamp>();
        if let Ok(time) = time {
            assert_eq!(time.to_string().parse(), Ok(time));
        }
        let id = text.parse::<ChatId>();
        if let Ok(id) = id {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        [stays!(Email), stays!(Name), stays!(Phone), stays!(UserName), time.is_ok(), id.is_ok()]
    });
}
