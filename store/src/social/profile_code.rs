//! Codes of profiles: a person shows the code, and others find the profile by it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result, on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Digits and letters of a code. Crockford's base 32 has none that look alike.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 12;

/// Code of a profile: 12 characters with 60 random bits, such as `7KQ24MXDP0RT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
pub struct ProfileCode(String);

impl ProfileCode {
    fn random() -> Self {
        let mut bits: u64 = rand::random();
        let mut letter = || {
            let index = usize::try_from(bits & 31).unwrap_or_default();
            bits >>= 5;
            char::from(ALPHABET[index])
        };
        Self((0..LENGTH).map(|_| letter()).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::str::FromStr for ProfileCode {
    type Err = &'static str;

    /// Reads a code as a person types it: without case, with spaces or dashes, and with letters that look like digits.
    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        const EXPECTED: &str = "Enter a code of 12 characters.";
        let letters = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).take(LENGTH + 1);
        let code: String = letters
            .map(|letter| match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .collect();
        let fits = code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter));
        if fits { Ok(Self(code)) } else { Err(EXPECTED) }
    }
}

/// Returns the code of an account, and makes it at the first call.
pub async fn code_of(db: &Db, account: UserId, now: Timestamp) -> Result<ProfileCode> {
    let known: Option<(ProfileCode,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT code FROM profile_code WHERE account_id = $1").bind(account).fetch_optional(at).await)?;
    if let Some((code,)) = known {
        return Ok(code);
    }
    // Of two calls at once, both return the code of the first.
    let (code,): (ProfileCode,) = on!(db.write(), at => sqlx::query_as(
        "INSERT INTO profile_code (account_id, code, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET code = profile_code.code RETURNING code")
        .bind(account).bind(ProfileCode::random()).bind(now).fetch_one(at).await)?;
    Ok(code)
}

/// Replaces the code of an account. The former one leads nowhere.
pub async fn rotate_code(db: &Db, account: UserId, now: Timestamp) -> Result<ProfileCode> {
    let (code,): (ProfileCode,) = on!(db.write(), at => sqlx::query_as(
        "INSERT INTO profile_code (account_id, code, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET code = excluded.code, created_at = excluded.created_at RETURNING code")
        .bind(account).bind(ProfileCode::random()).bind(now).fetch_one(at).await)?;
    Ok(code)
}

/// Returns the account of a code. Returns [`Error::NotFound`](crate::Error::NotFound) for an unknown one.
pub async fn holder(db: &Db, code: &ProfileCode) -> Result<UserId> {
    let (id,): (UserId,) = on!(db.read(), at => sqlx::query_as("SELECT account_id FROM profile_code WHERE code = $1")
        .bind(code).fetch_one(at).await)?;
    Ok(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_read_as_it_is_typed() {
        let code: ProfileCode = "7kq2-4mxd p0rt".parse().unwrap();
        assert_eq!(code.as_str(), "7KQ24MXDP0RT");
        assert_eq!("olIQ24MXDPOR".parse::<ProfileCode>().unwrap().as_str(), "011Q24MXDP0R");
        for text in ["", "7KQ24MXDP0R", "7KQ24MXDP0RTT", "7KQ24MXDP0RU", "7KQ24MXDP0R\u{e9}"] {
            assert!(text.parse::<ProfileCode>().is_err(), "{text}");
        }
    }

    #[test]
    fn random_codes_differ_and_can_be_read() {
        let (one, other) = (ProfileCode::random(), ProfileCode::random());
        assert_ne!(one, other);
        assert_eq!(one.as_str().parse(), Ok(one.clone()));
    }
}
