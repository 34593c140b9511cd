//! A text as it is searched: without case, accents and ligatures, so that "zoe" finds Zoé.

use unicode_normalization::UnicodeNormalization as _;

/// `text` with every letter in its plain form. Marks that are vowels of their script stay: without them a word would be
/// another.
pub fn fold(text: &str) -> String {
    text.chars().flat_map(folded).collect()
}

/// The plain form of one letter; nothing for a mark that only decorates.
pub(crate) fn folded(letter: char) -> impl Iterator<Item = char> {
    // Most letters, and nothing to look up for them.
    let ascii = letter.is_ascii().then(|| letter.to_ascii_lowercase());
    let other = (!letter.is_ascii()).then(|| {
        let plain = std::iter::once(letter).nfkd().filter(|c| !decorates(*c)).flat_map(char::to_lowercase);
        // Once more: some letters fall apart only when they are small.
        let plain = plain.nfkd().filter(|c| !decorates(*c)).flat_map(spelt_out).nfc();
        plain.collect::<Vec<_>>()
    });
    ascii.into_iter().chain(other.into_iter().flatten())
}

/// Accents of Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic, which are mostly left out.
fn decorates(mark: char) -> bool {
    matches!(mark,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Letters that Unicode does not take apart and keyboards without them write as others.
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

/// What an account is found by, as its row keeps it: each word of its names after a space, so that `LIKE '% word%'` looks
/// at the beginnings of words.
pub fn search_key(user_name: &str, first_name: &str, last_name: &str) -> String {
    let names = fold(&format!("{user_name} {first_name} {last_name}"));
    words(&names).fold(String::new(), |key, word| key + " " + word)
}

/// The words of a folded text.
pub(crate) fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_lose_their_case_and_accents_but_not_their_meaning() {
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
    fn every_word_of_the_names_can_be_looked_for() {
        assert_eq!(search_key("zoe.l_1", "Zoé", "El Fassi-Roux"), " zoe l 1 zoe el fassi roux");
    }
}
