//! Second factor: a code of the authenticator app, or a recovery code if the app is lost. Each code works once.

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use store::{
    account::AccountKind,
    security::{
        one_time_token::{self, Kind},
        two_factor,
    },
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    app_state::AppState,
    auth::{failed_attempts::AttemptKey, totp},
    error::{Error, Result},
    http::extract::ClientInfo,
    integrations::oidc::GuestSession,
};

/// Lifetime of a challenge, from the password to the second factor.
pub const CHALLENGE_LIFETIME: i64 = 5 * Timestamp::MINUTE;
/// Maximum wrong codes per challenge.
const MAX_ATTEMPTS: i64 = 5;
/// Recovery codes of an account.
const RECOVERY_CODES: usize = 10;

/// Login that has passed the password check and waits for the second factor.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Challenge {
    pub user: UserId,
    pub kind: AccountKind,
    pub remember: bool,
    /// Guest whose data goes to the account.
    pub guest: Option<GuestSession>,
}

/// Submitted second factor.
pub enum SecondFactorInput {
    /// Code of the authenticator app.
    Code(String),
    RecoveryCode(String),
}

impl SecondFactorInput {
    /// Requires exactly one of the two fields.
    pub fn one_of(code: Option<String>, recovery_code: Option<String>) -> Result<Self> {
        match (code, recovery_code) {
            (Some(code), None) => Ok(Self::Code(code)),
            (None, Some(code)) => Ok(Self::RecoveryCode(code)),
            _ => Err(Error::field("code", "Give either code or recovery_code.")),
        }
    }

    fn field(&self) -> &'static str {
        match self {
            Self::Code(_) => "code",
            Self::RecoveryCode(_) => "recovery_code",
        }
    }
}

/// Verifies the second factor and returns the challenge. Success and too many failures consume the challenge.
pub async fn verify_challenge(
    app: &AppState,
    challenge: &str,
    device: &ClientInfo,
    typed: &SecondFactorInput,
    now: Timestamp,
) -> Result<Challenge> {
    let looked = one_time_token::peek(&app.db, Kind::Challenge, challenge, MAX_ATTEMPTS, now).await?;
    let asked: Challenge = looked.ok_or(Error::ChallengeExpired)?;
    verify(app, asked.user, device, typed, now).await?;
    // Of two concurrent correct codes, only the first finds the challenge.
    one_time_token::redeem(&app.db, Kind::Challenge, challenge, now).await?.ok_or(Error::ChallengeExpired)
}

/// Verifies and consumes the second factor of the account.
pub async fn verify(
    app: &AppState,
    user: UserId,
    device: &ClientInfo,
    typed: &SecondFactorInput,
    now: Timestamp,
) -> Result<()> {
    let source = app.attempts.source(Some(user), device.address, now).await?;
    // A recovery code has 80 random bits and cannot be guessed. An app code has six digits.
    let guess = matches!(typed, SecondFactorInput::Code(_)).then_some(AttemptKey::SecondFactor(user));
    if let Some(guess) = &guess {
        app.attempts.acquire(guess, source, now).await?;
    }
    let right = match typed {
        SecondFactorInput::Code(code) => match step_of(app, user, code, now).await? {
            Some((step, _)) => two_factor::use_step(&app.db, user, step).await?,
            None => false,
        },
        SecondFactorInput::RecoveryCode(code) => two_factor::use_recovery_code(&app.db, user, &hash(code), now).await?,
    };
    if !right {
        return Err(Error::field(typed.field(), "The code is wrong."));
    }
    if let Some(guess) = &guess {
        app.attempts.refund(guess, source).await?;
    }
    Ok(())
}

/// Returns the time step of a code of the account's app, confirmed or not, and the app's encrypted secret.
pub async fn step_of(app: &AppState, user: UserId, code: &str, now: Timestamp) -> Result<Option<(i64, String)>> {
    let Some(set_up) = two_factor::find(&app.db, user).await? else { return Ok(None) };
    let secret = app.cipher.open(user, &set_up.secret).map_err(|_| {
        Error::internal("a secret of an authenticator app does not open: was the server's key replaced?")
    })?;
    Ok(totp::step_of(&secret, code, now).map(|step| (step, set_up.secret)))
}

/// Generates ten recovery codes and their hashes.
pub fn recovery_codes() -> (Vec<String>, Vec<String>) {
    let codes: Vec<String> = (0..RECOVERY_CODES).map(|_| recovery_code()).collect();
    let hashes = codes.iter().map(|code| hash(code)).collect();
    (codes, hashes)
}

/// Generates 80 random bits as four groups of four letters and digits.
fn recovery_code() -> String {
    let text = totp::base32(&rand::random::<[u8; 10]>()).to_lowercase();
    format!("{}-{}-{}-{}", &text[..4], &text[4..8], &text[8..12], &text[12..])
}

/// Hashes a recovery code, ignoring case and dashes. 80 random bits need no salt and no slow hash.
fn hash(code: &str) -> String {
    let plain: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    STANDARD_NO_PAD.encode(Sha256::digest(plain.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_code_hash_ignores_case_and_dashes() {
        let (codes, hashes) = recovery_codes();
        assert_eq!(codes.len(), 10);
        for (code, kept) in codes.iter().zip(&hashes) {
            assert_eq!(code.len(), 19, "{code}");
            assert_eq!(&hash(&code.to_uppercase().replace('-', " ")), kept);
            assert!(!kept.contains(code));
        }
        assert_ne!(hashes[0], hashes[1]);
    }
}
