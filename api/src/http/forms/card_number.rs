//! Recognition of card numbers (PAN), which this server never takes.

/// Digits of a card number (ISO/IEC 7812).
const DIGITS: std::ops::RangeInclusive<usize> = 12..=19;

/// Returns true if a text contains a card number: digits with a valid check digit, which blanks, dots or dashes may
/// separate, or nothing but that many digits.
pub fn has_card_number(text: &str) -> bool {
    let mut run: Vec<u32> = Vec::new();
    let mut is_bare = true;
    for letter in text.trim().chars() {
        match letter.to_digit(10) {
            Some(digit) => run.push(digit),
            None if matches!(letter, ' ' | '-' | '.' | '\u{a0}') => {}
            None => {
                if is_card(&run) {
                    return true;
                }
                is_bare = false;
                run.clear();
            }
        }
    }
    is_card(&run) || (is_bare && DIGITS.contains(&run.len()))
}

/// Returns true for digits with a valid Luhn check digit.
fn is_card(digits: &[u32]) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let weigh = |(place, &digit): (usize, &u32)| if place % 2 == 1 { doubled(digit) } else { digit };
    DIGITS.contains(&digits.len()) && digits.iter().rev().enumerate().map(weigh).sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn card_numbers_are_found_within_texts() {
        for text in [
            "4242424242424242",
            "4242 4242 4242 4242",
            "card 3782-822463-10005!",
            "5555.5555.5555.4444",
            "123456789012",
        ] {
            assert!(has_card_number(text), "{text}");
        }
        for text in [
            "pm_1NlTVcLkdIwHu7ix8hCJYQYv",
            "sandbox_success",
            "ctoken_1",
            "",
            "order 4242424242424243 of today",
            "1795323600000x",
        ] {
            assert!(!has_card_number(text), "{text}");
        }
    }
}
