//! Verification of ID tokens (OpenID Connect Core, section 3.1.3.7).

use jsonwebtoken::{
    Algorithm, DecodingKey, Validation,
    errors::ErrorKind,
    jwk::{AlgorithmParameters, Jwk, JwkSet, PublicKeyUse},
};
use serde::{Deserialize, Deserializer};

use super::Provider;

/// Maximum clock skew of the provider in seconds.
const LEEWAY: u64 = 60;

/// Claims of an ID token.
#[derive(Clone, Debug, Deserialize)]
pub struct Claims {
    /// Permanent id of the user at the provider.
    pub sub: String,
    nonce: Option<String>,
    /// Number of audiences.
    #[serde(rename = "aud", deserialize_with = "parties")]
    parties: usize,
    azp: Option<String>,
    pub email: Option<String>,
    /// Some providers send a string.
    #[serde(default, deserialize_with = "truth")]
    pub email_verified: bool,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    pub name: Option<String>,
    pub preferred_username: Option<String>,
}

/// Reason for rejecting an ID token.
#[derive(Debug, PartialEq, Eq)]
pub enum IdTokenError {
    /// Signed with an unknown key.
    UnknownKey,
    Algorithm,
    Nonce,
    /// Issued for another client.
    Party,
    Invalid(String),
}

impl std::fmt::Display for IdTokenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::UnknownKey => "the ID token is signed with an unknown key",
            Self::Algorithm => "the ID token is signed in a way that is not taken",
            Self::Nonce => "the ID token is not of this sign-in",
            Self::Party => "the ID token is for another client",
            Self::Invalid(says) => return write!(f, "the ID token is not valid: {says}"),
        })
    }
}

fn truth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(value == serde_json::Value::Bool(true) || value == "true")
}

fn parties<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(value.as_array().map_or(1, Vec::len))
}

/// Verifies an ID token and returns its claims. Requires a signature by one of `keys`, this client, this login's
/// `nonce` and an unexpired token.
pub fn verify(token: &str, keys: &JwkSet, provider: &Provider, nonce: &str) -> Result<Claims, IdTokenError> {
    let invalid = |cause: jsonwebtoken::errors::Error| IdTokenError::Invalid(cause.to_string());
    // `none` does not even parse as an algorithm.
    let header = jsonwebtoken::decode_header(token).map_err(invalid)?;
    if !matches!(header.alg, Algorithm::RS256 | Algorithm::ES256) {
        return Err(IdTokenError::Algorithm);
    }
    let fitting = keys.keys.iter().filter(|key| fits(key, header.alg));
    let mut named = fitting.filter(|key| header.kid.is_none() || key.common.key_id == header.kid);
    let key = named.next().ok_or(IdTokenError::UnknownKey)?;
    // Without a `kid` in the token, the key set must be unambiguous.
    if header.kid.is_none() && named.next().is_some() {
        return Err(IdTokenError::UnknownKey);
    }
    let key = DecodingKey::from_jwk(key).map_err(invalid)?;
    let mut validation = Validation::new(header.alg);
    validation.leeway = LEEWAY;
    validation.validate_nbf = true;
    validation.set_audience(&[&provider.client_id]);
    validation.set_issuer(&[&provider.issuer]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    let claims = jsonwebtoken::decode::<Claims>(token, &key, &validation).map_err(|cause| match cause.kind() {
        ErrorKind::InvalidAudience => IdTokenError::Party,
        _ => invalid(cause),
    })?;
    let claims = claims.claims;
    match &claims.azp {
        Some(party) if *party != provider.client_id => return Err(IdTokenError::Party),
        None if claims.parties > 1 => return Err(IdTokenError::Party),
        _ => {}
    }
    if claims.nonce.as_deref() != Some(nonce) {
        return Err(IdTokenError::Nonce);
    }
    if claims.sub.is_empty() || claims.sub.len() > 255 {
        return Err(IdTokenError::Invalid("sub is to have 1 to 255 characters".to_owned()));
    }
    Ok(claims)
}

/// Returns true if a published key may have signed the token: its type matches, and it is meant for signatures.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    let kind = match algorithm {
        Algorithm::RS256 => matches!(key.algorithm, AlgorithmParameters::RSA(_)),
        _ => matches!(key.algorithm, AlgorithmParameters::EllipticCurve(_)),
    };
    let named = key.common.key_algorithm.is_none_or(|named| named.to_string() == format!("{algorithm:?}"));
    kind && named && !matches!(key.common.public_key_use, Some(PublicKeyUse::Encryption))
}
