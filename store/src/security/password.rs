//! Passwords at rest: argon2id with the parameters that OWASP's password storage cheat sheet asks for first
//! (19 MiB, two passes, one lane). Both functions take some 20 ms of a core: call them off the async threads.

use std::sync::LazyLock;

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};

use crate::account::Password;
use crate::{Error, Result};

fn argon2id() -> Result<Argon2<'static>> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(corrupt)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// A new hash of `password`, with its own salt and its parameters in the text.
pub fn hash(password: &Password) -> Result<String> {
    let salt: [u8; 16] = rand::random();
    let hash: PasswordHash =
        argon2id()?.hash_password_with_salt(password.as_str().as_bytes(), &salt).map_err(corrupt)?;
    Ok(hash.to_string())
}

/// Whether `password` is the one that `hash` was made of.
pub fn verify(hash: &str, password: &str) -> Result<bool> {
    let hash = PasswordHash::new(hash).map_err(corrupt)?;
    // The parameters come from the hash, so that raising them leaves old accounts alone.
    Ok(argon2id()?.verify_password(password.as_bytes(), &hash).is_ok())
}

/// Whether `password` is one of those that `hashes` were made of. Each takes the time of [`verify`].
pub fn is_one_of(hashes: &[String], password: &Password) -> Result<bool> {
    for hash in hashes {
        if verify(hash, password.as_str())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The work of [`verify`] for an account that does not exist, so that the time of an answer tells nobody which accounts do.
pub fn verify_nobody(password: &str) {
    static NOBODY: LazyLock<Option<String>> =
        LazyLock::new(|| "Nobody-has-this-1".parse().ok().and_then(|password| hash(&password).ok()));
    if let Some(hash) = NOBODY.as_deref() {
        let _ = verify(hash, password);
    }
}

fn corrupt(cause: impl std::fmt::Display) -> Error {
    Error::Corrupt(format!("password hash: {cause}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_fits_its_own_hash_only_and_the_hash_names_the_parameters() {
        let hash = hash(&"Plaza-demo-1".parse().unwrap()).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(verify(&hash, "Plaza-demo-1").unwrap());
        assert!(!verify(&hash, "Plaza-demo-2").unwrap());
        assert!(verify("not a hash", "x").is_err());
        let used = [self::hash(&"Plaza-demo-0".parse().unwrap()).unwrap(), hash];
        assert!(is_one_of(&used, &"Plaza-demo-1".parse().unwrap()).unwrap());
        assert!(!is_one_of(&used, &"Plaza-demo-2".parse().unwrap()).unwrap());
    }
}
