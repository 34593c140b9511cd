//! TOTP codes of authenticator apps: RFC 6238 over HMAC-SHA-1 with six digits and 30-second steps, which every app
//! supports.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use store::types::timestamp::Timestamp;

const STEP: i64 = 30 * Timestamp::SECOND;
/// Accepted steps before and after the current step, for clock skew and typing time.
const WINDOW: i64 = 1;
/// Secret length: the output length of SHA-1, as RFC 4226 recommends.
pub const SECRET: usize = 20;

/// Generates a secret.
pub fn secret() -> [u8; SECRET] {
    rand::random()
}

/// Returns the time step of a typed code within the window around now.
pub fn step_of(secret: &[u8], typed: &str, now: Timestamp) -> Option<i64> {
    let typed: String = typed.chars().filter(|c| !c.is_whitespace()).collect();
    let current = now.0 / STEP;
    (current - WINDOW..=current + WINDOW).find(|step| code(secret, *step).as_deref() == Some(typed.as_str()))
}

/// Returns the six-digit code of a step.
pub fn code(secret: &[u8], step: i64) -> Option<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).ok()?;
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let offset = usize::from(hash.last()? & 0x0f);
    let four: [u8; 4] = hash.get(offset..offset + 4)?.try_into().ok()?;
    Some(format!("{:06}", (u32::from_be_bytes(four) & 0x7fff_ffff) % 1_000_000))
}

/// Encodes a secret for manual entry: base 32 of RFC 4648 without padding.
pub fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::with_capacity(bytes.len().div_ceil(5) * 8);
    let (mut held, mut bits) = (0_u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(held >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[(held << (5 - bits) & 31) as usize]));
    }
    text
}

/// Returns the `otpauth` URI for a QR code.
pub fn otpauth_url(account: &str, secret: &[u8]) -> String {
    // User names are letters, digits, dots and underscores, so they need no escaping.
    format!("otpauth://totp/Plaza:{account}?secret={}&issuer=Plaza&algorithm=SHA1&digits=6&period=30", base32(secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B, with the last six of its eight digits.
    #[test]
    fn code_matches_rfc_6238_vectors() {
        let secret = b"12345678901234567890";
        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(secret, seconds / 30).as_deref(), Some(expected), "{seconds}");
        }
    }

    #[test]
    fn code_is_accepted_within_one_step_of_now() {
        let secret = secret();
        let now = Timestamp(1_795_231_140_000);
        let current = now.0 / STEP;
        for (step, taken) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let typed = code(&secret, current + step).unwrap();
            let expected = taken.then_some(current + step);
            // If two of the five codes were equal by chance, the earlier step would match.
            assert!(step_of(&secret, &typed, now) == expected || step_of(&secret, &typed, now) < expected, "{step}");
        }
        assert_eq!(step_of(&secret, "", now), None);
        assert_eq!(step_of(&secret, "1234567", now), None);
    }

    /// RFC 4648, section 10, without the padding.
    #[test]
    fn base32_matches_rfc_4648_vectors() {
        for (bytes, text) in
            [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("foobar", "MZXW6YTBOI")]
        {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }
}
