//! End-to-end encryption of push messages: RFC 8291 (encryption for Web Push) over RFC 8188 (`aes128gcm`).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{PublicKey, SecretKey, ecdh::diffie_hellman, elliptic_curve::sec1::ToEncodedPoint as _};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    error::Unspecified,
    hkdf::{HKDF_SHA256, KeyType, Prk, Salt},
};

/// Record size in bytes, the minimum that a push service must accept. A message has a single record.
const RECORD: u32 = 4_096;
/// Maximum bytes of a message: the record without its header (86), the delimiter and the tag.
pub const MAX_PLAINTEXT: usize = 4_096 - 86 - 1 - 16;
/// Delimiter after the plaintext of the last record.
const END: u8 = 2;
const SALT: usize = 16;

/// Keys of a browser's subscription.
pub struct SubscriptionKeys {
    public: PublicKey,
    secret: [u8; SALT],
}

impl SubscriptionKeys {
    /// Parses `p256dh` and `auth`, base64url. `None`: the keys are invalid.
    pub fn parse(public: &str, secret: &str) -> Option<Self> {
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        Some(Self {
            public: PublicKey::from_sec1_bytes(&decode(public).filter(|bytes| bytes.len() == 65)?).ok()?,
            secret: decode(secret)?.try_into().ok()?,
        })
    }

    /// Encrypts with ephemeral keys for this single message.
    pub fn encrypt(&self, plain: &[u8]) -> Result<Vec<u8>, Unspecified> {
        // All but one in 2^32 random numbers are valid keys.
        let own = (0..8).find_map(|_| SecretKey::from_slice(&rand::random::<[u8; 32]>()).ok()).ok_or(Unspecified)?;
        self.encrypt_with(&own, rand::random(), plain)
    }

    fn encrypt_with(&self, own: &SecretKey, salt: [u8; SALT], plain: &[u8]) -> Result<Vec<u8>, Unspecified> {
        let (ours, theirs) = (own.public_key().to_encoded_point(false), self.public.to_encoded_point(false));
        let shared = diffie_hellman(own.to_nonzero_scalar(), self.public.as_affine());
        let first = Salt::new(HKDF_SHA256, &self.secret).extract(shared.raw_secret_bytes());
        let key: [u8; 32] = expand(&first, &[b"WebPush: info\0", theirs.as_bytes(), ours.as_bytes()])?;
        let second = Salt::new(HKDF_SHA256, &salt).extract(&key);
        let key: [u8; 16] = expand(&second, &[b"Content-Encoding: aes128gcm\0"])?;
        let nonce: [u8; NONCE_LEN] = expand(&second, &[b"Content-Encoding: nonce\0"])?;

        let mut record = [plain, &[END]].concat();
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
        let length = u8::try_from(ours.len()).map_err(|_| Unspecified)?;
        Ok([&salt[..], &RECORD.to_be_bytes(), &[length], ours.as_bytes(), &record].concat())
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(from: &Prk, about: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut key = [0; N];
    from.expand(about, Length(N))?.fill(&mut key)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn encryption_matches_rfc_8291_example() {
        let recipient = SubscriptionKeys::parse(PUBLIC, SECRET).unwrap();
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let sealed = recipient.encrypt_with(&own, salt, b"When I grow up, I want to be a watermelon").unwrap();
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
             7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn message_has_own_keys_and_fits_a_record() {
        let recipient = SubscriptionKeys::parse(&format!("{PUBLIC}="), SECRET).unwrap();
        let (one, two) = (recipient.encrypt(b"x").unwrap(), recipient.encrypt(b"x").unwrap());
        assert_ne!(one[..86], two[..86]);
        assert_eq!(recipient.encrypt(&[b'x'; MAX_PLAINTEXT]).unwrap().len(), 4_096);
    }

    #[test]
    fn invalid_keys_are_rejected() {
        let off_the_curve = URL_SAFE_NO_PAD.encode([&[4][..], &[7; 64]].concat());
        for (public, secret) in
            [("", SECRET), (PUBLIC, ""), (&PUBLIC[2..], SECRET), (PUBLIC, &SECRET[2..]), (&off_the_curve, SECRET)]
        {
            assert!(SubscriptionKeys::parse(public, secret).is_none(), "{public} {secret}");
        }
    }
}
