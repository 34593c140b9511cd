//! Secrets that the server makes for itself on its first start, in the data folder, readable by its owner only.

use std::{
    fs::{self, OpenOptions},
    io::{self, Read as _, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

/// Bytes in a secret: as many as HMAC-SHA-256 makes use of.
const LENGTH: usize = 32;

/// The secret called `name`, made if there is none yet.
pub fn secret(data: &Path, name: &str) -> io::Result<Vec<u8>> {
    let folder = data.join("secrets");
    fs::create_dir_all(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
    let file = folder.join(name);
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file) {
        Ok(mut new) => {
            let secret: [u8; LENGTH] = rand::random();
            new.write_all(&secret)?;
            new.sync_all()?;
            Ok(secret.to_vec())
        }
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => read(&file),
        Err(cause) => Err(cause),
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut secret = Vec::new();
    fs::File::open(file)?.read_to_end(&mut secret)?;
    if secret.len() == LENGTH {
        return Ok(secret);
    }
    let says = format!(
        "{} holds {} bytes instead of {LENGTH}; remove it to have a new one made",
        file.display(),
        secret.len()
    );
    Err(io::Error::new(io::ErrorKind::InvalidData, says))
}
