//! Names of businesses and offerings in mails. A name is reduced to letters, digits and spaces, so that no mail program
//! makes a link of it.

use store::types::text::is_mark;

/// Maximum characters of a name.
const NAME_MAX: usize = 80;

/// Reduces a name of a business to letters, digits, spaces and signs that make no link.
pub fn plain(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        letter if letter.is_alphanumeric() || is_mark(letter) => letter,
        '\'' | '’' | '-' | '&' | ',' => letter,
        _ => ' ',
    });
    let text: String = letters.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(NAME_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_keeps_the_marks_of_its_letters() {
        assert_eq!(plain("ร้านกาแฟ (https://x.y)"), "ร้านกาแฟ https x y");
    }
}
