//! Names of businesses and offerings in mails. A name is reduced to letters, digits and spaces, so that no mail program
//! makes a link of it.

/// Maximum characters of a name.
const NAME_MAX: usize = 80;

/// Reduces a name of a business to letters, digits, spaces and signs that make no link.
pub fn plain(name: &str) -> String {
    let letters = name.chars().map(|letter| match letter {
        letter if letter.is_alphanumeric() => letter,
        '\'' | '’' | '-' | '&' | ',' => letter,
        _ => ' ',
    });
    let text: String = letters.collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(NAME_MAX).collect()
}
