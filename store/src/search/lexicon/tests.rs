//! Queries in several languages and what is understood of them.

use super::*;
use crate::types::language::LANGUAGES;

fn understood(query: &str) -> Understood {
    lexicon().understand(query, &|_| false)
}

fn subjects(query: &str) -> Vec<Meaning> {
    understood(query).wanted.into_iter().flat_map(|wanted| wanted.meanings).collect()
}

#[test]
fn tables_have_a_cell_for_each_language_and_known_keys() {
    for row in TOPICS.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<_> = row.split('\t').collect();
        assert_eq!(cells.len(), 2 + LANGUAGES.len(), "{row}");
        assert!(cells.iter().all(|cell| !cell.trim().is_empty()), "{row}");
    }
    let mut lexicon = Lexicon { meanings: HashMap::new(), words: Vec::new(), topics: HashMap::new() };
    for row in TOPICS.lines().chain(PHRASES.lines()).filter(|row| !row.starts_with('#')) {
        let (kind, rest) = row.split_once('\t').unwrap();
        assert!(lexicon.meaning(kind, rest.split('\t').next().unwrap()).is_some(), "{row}");
    }
    for topic in lexicon.topics.values() {
        assert!(topic.categories.iter().all(|key| category::find(key).is_some()), "{topic:?}");
    }
}

#[test]
fn every_category_and_subcategory_has_words() {
    let known = |wanted: &Meaning| lexicon().meanings.values().any(|meanings| meanings.contains(wanted));
    for category in category::CATEGORIES {
        assert!(known(&Meaning::Category(category.key)), "{}", category.key);
    }
    for key in category::subcategory_keys() {
        assert!(known(&Meaning::Subcategory(key)), "{key}");
    }
}

#[test]
fn party_and_day_are_told_from_words() {
    let stay = understood("room 2 adults 1 child next weekend");
    assert_eq!((stay.adults, stay.children, stay.day), (Some(2), Some(1), Some(Day::NextWeekend)));
    assert_eq!(subjects("room 2 adults 1 child next weekend"), [Meaning::Category("hotels")]);
    for (query, adults, day) in [
        ("table for 4 tonight", Some(4), Some(Day::Tonight)),
        ("table pour deux ce soir", Some(2), Some(Day::Tonight)),
        ("mesa para 6 personas mañana", Some(6), Some(Day::Tomorrow)),
        ("Tisch für vier am Samstag", Some(4), Some(Day::Weekday(5))),
        ("寿司 今夜 大人2名", Some(2), Some(Day::Tonight)),
        ("столик для двоих завтра", Some(2), Some(Day::Tomorrow)),
        ("levi 501", None, None),
    ] {
        let found = understood(query);
        assert_eq!((found.adults, found.day), (adults, day), "{query}");
    }
}

#[test]
fn mistyped_words_keep_their_meaning_unless_indexed() {
    assert_eq!(understood("sushi tonihgt").day, Some(Day::Tonight));
    assert_eq!(subjects("resturant"), [Meaning::Category("food")]);
    assert!(lexicon().understand("resturant", &|_| true).wanted[0].meanings.is_empty());
}

#[test]
fn places_opening_features_and_times_are_told_from_words() {
    let spa = understood("spa near me open now");
    assert!(spa.near && spa.open_now && spa.wanted.len() == 1);
    assert_eq!(understood("vegan brunch").features, ["vegan"]);
    assert_eq!(subjects("hôtel à Lisbonne"), [Meaning::Category("hotels"), Meaning::Town("lisbon")]);
    assert_eq!(subjects("東京の寿司"), [Meaning::Town("tokyo"), Meaning::Topic("sushi")]);
    assert_eq!((understood("pizza 20:30").time, understood("pizza 8pm").time), (Some(1230), Some(1200)));
}

#[test]
fn topics_of_texts_depend_on_category() {
    let topics = |text, category| lexicon().topics_of(&[text], category).into_iter().collect::<Vec<_>>();
    assert_eq!(topics("Evening omakase", "food"), ["sushi"]);
    assert!(topics("Granola bowl", "food").is_empty());
    assert_eq!(topics("Bowl", "shops"), ["tableware"]);
}
