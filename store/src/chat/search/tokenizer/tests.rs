//! Tests of tokenizing, matching and snippets.

use super::*;

fn found(text: &str, query: &str) -> Option<String> {
    let shown = |part: Part| if part.is_match { format!("[{}]", part.text) } else { part.text };
    Some(Query::parse(query).snippet(text)?.into_iter().map(shown).collect())
}

fn words(text: &str) -> Vec<String> {
    indexed(text).into_iter().collect()
}

#[test]
fn indexed_words_are_distinct_and_folded() {
    assert_eq!(words("Déjà vu, DEJA vu! 3.5 km"), ["3", "5", "deja", "km", "vu"]);
    assert!(words("👍 … !? \u{e000}7 \0").is_empty() || words("👍 … !? \0").is_empty());
    assert_eq!(words(&"a".repeat(100)), ["a".repeat(WORD_MAX)]);
    assert_eq!(words("e\u{301}te\u{301}"), ["ete"]);
}

#[test]
fn ascii_text_has_the_words_of_the_general_path() {
    let all: String = (0..128_u8).map(char::from).collect();
    let long = "Long".repeat(WORD_MAX);
    for text in [&all, &long, "Hello-World, 3.5 km _x_ it's", ""] {
        assert_eq!(words(text), words(&format!("{text} \u{2014}")), "{text:?}");
    }
}

#[test]
fn scripts_without_spaces_are_indexed_by_pairs() {
    assert_eq!(words("東京都"), ["京都", "東京", "都"]);
    assert_eq!(
        words("寿司を食べる OK"),
        ["る", "を食", "ok", "べる", "司を", "寿司", "食べ"]
            .map(String::from)
            .into_iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
    );
    assert_eq!(found("明日、東京都で会いましょう", "京都").unwrap(), "明日、東[京都]で会いましょう");
    assert_eq!(found("東京都", "都").unwrap(), "東京[都]");
    assert_eq!(found("สวัสดีครับ", "ครับ").unwrap(), "สวัสดี[ครับ]");
    assert!(found("京のみやこ都", "京都").is_none(), "both characters, but not together");
    assert_eq!(found("한국어를 배워요", "한국").unwrap(), "[한국]어를 배워요");
    assert_eq!(found("मैं हिन्दी बोलता हूँ", "हिन्दी").unwrap(), "मैं [हिन्दी] बोलता हूँ");
}

#[test]
fn query_matches_all_words_and_last_word_as_prefix() {
    assert_eq!(
        found("Shall we meet at the Café tomorrow?", "cafe tom").unwrap(),
        "Shall we meet at the [Café] [tom]orrow?"
    );
    assert_eq!(found("Shall we meet tomorrow?", "tom me").unwrap_or_default(), "", "only the last");
    assert_eq!(found("STRASSE", "straße").unwrap(), "[STRASSE]");
    assert_eq!(found("Straße", "strasse").unwrap(), "[Straße]");
    assert!(found("tomorrow", "morrow").is_none());
    assert_eq!(found("ha ha ha", "ha").unwrap(), "[ha] [ha] [ha]");
}

#[test]
fn query_has_no_syntax() {
    for query in ["\"", "*", "a\" OR \"b", "NEAR(a b)", "words:a", "-a", "'a' & !'b' | 'c':*", "\\", "\0", "^a"] {
        for term in Query::parse(query).terms() {
            assert!(term.word.chars().all(char::is_alphanumeric), "{query}: {term:?}");
        }
    }
    assert!(Query::parse("\"*\" … 👍").is_empty());
    assert!(Query::parse(&"ab ".repeat(5_000)).terms().len() <= 2);
    let long: String = ('a'..='z').cycle().map(|c| format!("{c} ")).take(5_000).collect();
    assert_eq!(Query::parse(&long).terms().len(), MAX_QUERY_TERMS);
    assert_eq!(found("a*b \"c\" <b>", "\"b").unwrap(), "a*[b] \"c\" <[b]>");
}

#[test]
fn snippet_is_cut_around_first_match_at_whole_characters() {
    let text = format!("{} needle {}", "é".repeat(300), "ü".repeat(300));
    let snippet = found(&text, "needle").unwrap();
    assert!(snippet.starts_with("…é") && snippet.contains(" [needle] ") && snippet.ends_with("ü…"), "{snippet}");
    assert_eq!(snippet.chars().filter(|c| *c != '[' && *c != ']').count(), SNIPPET + 2);
    assert_eq!(found("line\nneedle\tend", "needle").unwrap(), "line [needle] end");
}
