//! VAPID: identifies this server to push services (RFC 8292).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use serde_json::json;
use store::types::timestamp::Timestamp;

/// Lifetime of a signature. Push services accept at most a day.
const LIFETIME: i64 = 12 * Timestamp::HOUR;

pub struct Vapid {
    key: SigningKey,
    public: String,
    contact: Option<String>,
}

/// Decodes a private key in base64url. `None`: the key is invalid.
pub fn private_key(text: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()?;
    SigningKey::from_slice(&bytes).ok().map(|_| bytes)
}

impl Vapid {
    /// Creates the signer. `None`: the key is invalid.
    pub fn new(private: &[u8], contact: Option<String>) -> Option<Self> {
        let key = SigningKey::from_slice(private).ok()?;
        let public = URL_SAFE_NO_PAD.encode(key.verifying_key().to_encoded_point(false));
        Some(Self { key, public, contact })
    }

    /// Returns the public key for subscriptions: an uncompressed point, base64url.
    pub fn public_key(&self) -> &str {
        &self.public
    }

    /// Returns the `Authorization` header of a message to the push service at `origin`.
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
    fn signature_names_audience_and_verifies_with_key() {
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
    fn invalid_private_keys_are_rejected() {
        assert_eq!(private_key(&URL_SAFE_NO_PAD.encode([7; 32])), Some(vec![7; 32]));
        for text in ["", "short", &URL_SAFE_NO_PAD.encode([0; 32]), &URL_SAFE_NO_PAD.encode([255; 32])] {
            assert_eq!(private_key(text), None, "{text}");
        }
    }
}
