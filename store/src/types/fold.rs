//! Text folding for search. Removes case, accents and ligatures, so that "zoe" finds Zoé.

use unicode_normalization::UnicodeNormalization as _;

/// Folds every letter of `text` to its plain form. Keeps marks that are vowels of their script, because they
/// distinguish words.
pub fn fold(text: &str) -> String {
    text.chars().flat_map(folded).collect()
}

/// Returns the plain form of a letter. Returns nothing for a decorative mark.
pub(crate) fn folded(letter: char) -> impl Iterator<Item = char> {
    // Fast path: most letters are ASCII.
    let ascii = letter.is_ascii().then(|| letter.to_ascii_lowercase());
    let other = (!letter.is_ascii()).then(|| {
        let plain = std::iter::once(letter).nfkd().filter(|c| !decorates(*c)).flat_map(char::to_lowercase);
        // Decompose again: some letters decompose only in lower case.
        let plain = plain.nfkd().filter(|c| !decorates(*c)).flat_map(spelt_out).nfc();
        plain.collect::<Vec<_>>()
    });
    ascii.into_iter().chain(other.into_iter().flatten())
}

/// Returns true for accents of Latin, Greek and Cyrillic letters, and for Hebrew and Arabic points, which are usually
/// omitted.
fn decorates(mark: char) -> bool {
    matches!(mark,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Spells out letters that Unicode does not decompose and that other keyboards replace.
fn spelt_out(letter: char) -> impl Iterator<Item = char> {
    let other = match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ħ' => "h",
        'ı' => "i",
        'þ' => "th",
        'ς' => "σ",
        _ => "",
    };
    other.chars().chain(other.is_empty().then_some(letter))
}

/// Returns true for letters of scripts that are written without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
pub(crate) fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the search key of an account. A space precedes each word of its names, so that `LIKE '% word%'` matches word
/// prefixes.
pub fn search_key(user_name: &str, first_name: &str, last_name: &str) -> String {
    word_key(&format!("{user_name} {first_name} {last_name}"))
}

/// Returns the folded words of a text, each after a space.
pub(crate) fn word_key(text: &str) -> String {
    words(&fold(text)).fold(String::new(), |key, word| key + " " + word)
}

/// Returns the words of a folded text.
pub(crate) fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_removes_case_and_accents_but_keeps_vowel_marks() {
        for (text, expected) in [
            ("Zoé MÜLLER", "zoe muller"),
            ("ÅSE Øster", "ase oster"),
            ("Straße Œuvre Æon", "strasse oeuvre aeon"),
            ("Łódź İstanbul ılık", "lodz istanbul ilik"),
            ("Ἀθήνα Νίκος", "αθηνα νικοσ"),
            ("Жёлтый Й", "желтыи и"),
            ("ﬁn Ｆｕｌｌ", "fin full"),
            ("e\u{301}te", "ete"),
            ("がぎ", "がぎ"),
            ("हिन्दी", "हिन्दी"),
            ("한국", "한국"),
            ("مُحَمَّد", "محمد"),
        ] {
            assert_eq!(fold(text), expected, "{text}");
            assert_eq!(fold(&fold(text)), fold(text), "folding once is enough: {text}");
        }
    }

    #[test]
    fn search_key_contains_every_word_of_names() {
        assert_eq!(search_key("zoe.l_1", "Zoé", "El Fassi-Roux"), " zoe l 1 zoe el fassi roux");
    }
}
