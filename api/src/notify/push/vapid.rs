//! By what push services know this server: RFC 8292.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use serde_json::json;
use store::types::timestamp::Timestamp;

/// How long a signature serves. A day is the most that is taken.
const LIFETIME: i64 = 12 * Timestamp::HOUR;

pub struct Vapid {
    key: SigningKey,
    public: String,
    contact: Option<String>,
}

/// The bytes of a private key in base64url; `None`: it is none.
pub fn private_key(text: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    SigningKey::from_slice(&bytes).ok().map(|_| bytes)
}

impl Vapid {
    /// `None`: that is no key.
    pub fn new(private: &[u8], contact: Option<String>) -> Option<Self> {
        let key = SigningKey::from_slice(private).ok()?;
        let public = URL_SAFE_NO_PAD.encode(key.verifying_key().to_encoded_point(false));
        Some(Self { key, public, contact })
    }

    /// What a browser needs to subscribe: an uncompressed point, base64url.
    pub fn public_key(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` of a message to the push service at `origin`.
    pub fn authorization(&self, origin: &str, now: Timestamp) -> String {
        let mut claims = json!({"aud": origin, "exp": now.plus(LIFETIME).0 / 1_000});
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let text = [json!({"typ": "JWT", "alg": "ES256"}), claims]
            .map(|part| URL_SAFE_NO_PAD.encode(part.to_string()))
            .join(".");
        let signature: Signature = self.key.sign(text.as_bytes());
        format!("vapid t={text}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public)
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::{VerifyingKey, signature::Verifier as _};

    use super::*;

    #[test]
    fn a_signature_names_the_service_and_is_the_keys_own() {
        let vapid = Vapid::new(&[7; 32], Some("mailto:post@plaza.example".to_owned())).unwrap();
        let header = vapid.authorization("https://push.example", Timestamp(1_000_000));
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, vapid.public_key());
        let (text, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
        verifying.verify(text.as_bytes(), &Signature::from_slice(&decode(signature)).unwrap()).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&decode(text.split('.').nth(1).unwrap())).unwrap();
        assert_eq!(claims, json!({"aud": "https://push.example", "exp": 44_200, "sub": "mailto:post@plaza.example"}));
    }

    #[test]
    fn only_a_private_key_is_one() {
        assert_eq!(private_key(&URL_SAFE_NO_PAD.encode([7; 32])), Some(vec![7; 32]));
        for text in ["", "short", &URL_SAFE_NO_PAD.encode([0; 32]), &URL_SAFE_NO_PAD.encode([255; 32])] {
            assert_eq!(private_key(text), None, "{text}");
        }
    }
}
