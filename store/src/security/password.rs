//! Password hashing: argon2id with the first parameters that OWASP's password storage cheat sheet recommends (19 MiB,
//! two passes, one lane). Hashing and verifying take some 20 ms of a core each: call them off the async threads.

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

/// Hashes `password` with a random salt. The result contains salt and parameters.
pub fn hash(password: &Password) -> Result<String> {
    let salt: [u8; 16] = rand::random();
    let hash: PasswordHash =
        argon2id()?.hash_password_with_salt(password.as_str().as_bytes(), &salt).map_err(corrupt)?;
    Ok(hash.to_string())
}

/// Returns true if `password` matches `hash`.
pub fn verify(hash: &str, password: &str) -> Result<bool> {
    let hash = PasswordHash::new(hash).map_err(corrupt)?;
    // The parameters come from the hash, so raising them does not affect existing hashes.
    Ok(argon2id()?.verify_password(password.as_bytes(), &hash).is_ok())
}

/// Returns true if `password` matches one of `hashes`. Each comparison takes the time of [`verify`].
pub fn is_one_of(hashes: &[String], password: &Password) -> Result<bool> {
    for hash in hashes {
        if verify(hash, password.as_str())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Does the work of [`verify`] for an unknown account, so that response times do not reveal which accounts exist.
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
    fn hash_names_parameters_and_verifies_only_its_password() {
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
