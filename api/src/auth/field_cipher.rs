//! Field encryption with a server key, so that a copy of the database alone reveals no secrets.

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    error::Unspecified,
};
use store::types::ids::UserId;

/// AES-256-GCM with random 96-bit nonces. A key is good for far more secrets than there are accounts.
pub struct FieldCipher(LessSafeKey);

impl FieldCipher {
    /// `key`: 32 bytes.
    pub fn new(key: &[u8]) -> Result<Self, Unspecified> {
        Ok(Self(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key)?)))
    }

    /// Encrypts a secret of an account. Decryption for another account fails.
    pub fn seal(&self, owner: UserId, plain: &[u8]) -> Result<String, Unspecified> {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut sealed = plain.to_vec();
        let aad = Aad::from(owner.0.to_be_bytes());
        self.0.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), aad, &mut sealed)?;
        Ok(STANDARD_NO_PAD.encode([&nonce[..], &sealed].concat()))
    }

    /// Decrypts a secret that was encrypted for this account.
    pub fn open(&self, owner: UserId, sealed: &str) -> Result<Vec<u8>, Unspecified> {
        let bytes = STANDARD_NO_PAD.decode(sealed).map_err(|_| Unspecified)?;
        let (nonce, rest) = bytes.split_at_checked(NONCE_LEN).ok_or(Unspecified)?;
        let mut rest = rest.to_vec();
        let aad = Aad::from(owner.0.to_be_bytes());
        Ok(self.0.open_in_place(Nonce::try_assume_unique_for_key(nonce)?, aad, &mut rest)?.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealed_text_opens_only_with_same_owner_and_key() {
        let seal = FieldCipher::new(&[7; 32]).unwrap();
        let sealed = seal.seal(UserId(5), b"secret").unwrap();
        assert_eq!(seal.open(UserId(5), &sealed).unwrap(), b"secret");
        assert!(seal.open(UserId(6), &sealed).is_err());
        assert!(FieldCipher::new(&[8; 32]).unwrap().open(UserId(5), &sealed).is_err());
        assert_ne!(seal.seal(UserId(5), b"secret").unwrap(), sealed);
        for damaged in ["", "x", &sealed[1..], &sealed[..sealed.len() - 4]] {
            assert!(seal.open(UserId(5), damaged).is_err(), "{damaged}");
        }
    }
}
