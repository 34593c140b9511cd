//! Secrets that the server generates on its first start, stored in the data folder and readable by its owner only.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

/// Bytes in a secret: the most that HMAC-SHA-256 benefits from.
const LENGTH: usize = 32;

/// Returns the secret `name`. Generates it if it does not exist.
pub fn secret(data: &Path, name: &str) -> io::Result<Vec<u8>> {
    let folder = data.join("secrets");
    fs::create_dir_all(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
    let file = folder.join(name);
    match file.metadata() {
        // An empty file holds no secret in use. An earlier version left such files on a full disk.
        Ok(found) if found.len() == 0 => fs::remove_file(&file)?,
        Ok(_) => return read(&file),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
        Err(cause) => return Err(cause),
    }
    make(&folder, &file)
}

/// Writes a new secret to a temporary file, syncs it and moves it into place. Two concurrent processes both get the
/// secret of the first.
fn make(folder: &Path, file: &Path) -> io::Result<Vec<u8>> {
    let beside = file.with_extension(format!("new-{:016x}", rand::random::<u64>()));
    let secret: [u8; LENGTH] = rand::random();
    let written = write(&beside, &secret).and_then(|()| place(&beside, file));
    // After a rename there is nothing left to remove.
    let _ = fs::remove_file(&beside);
    match written {
        Ok(()) => {
            File::open(folder)?.sync_all()?;
            Ok(secret.to_vec())
        }
        Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => read(file),
        Err(cause) => Err(cause),
    }
}

fn write(file: &Path, secret: &[u8]) -> io::Result<()> {
    let mut new = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?;
    new.write_all(secret)?;
    new.sync_all()
}

/// Gives a file its final name if that name is free. Unlike a rename, a hard link never replaces a file. Some file
/// systems lack hard links.
fn place(beside: &Path, file: &Path) -> io::Result<()> {
    match fs::hard_link(beside, file) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists && !file.exists() => fs::rename(beside, file),
        done => done,
    }
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut secret = Vec::new();
    File::open(file)?.read_to_end(&mut secret)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_generated_once_and_stored() {
        let folder = tempfile::tempdir().unwrap();
        let made: Vec<_> = std::thread::scope(|scope| {
            let makers: Vec<_> = (0..8).map(|_| scope.spawn(|| secret(folder.path(), "a.key").unwrap())).collect();
            makers.into_iter().map(|maker| maker.join().unwrap()).collect()
        });
        assert!(made.iter().all(|one| *one == made[0]), "all get the secret of the first");
        let names: Vec<_> =
            fs::read_dir(folder.path().join("secrets")).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(names, ["a.key"], "nothing is left beside it");
    }

    #[test]
    fn secret_is_regenerated_when_file_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let first = secret(folder.path(), "a.key").unwrap();
        let file = folder.path().join("secrets/a.key");
        fs::write(&file, "").unwrap();
        assert_ne!(secret(folder.path(), "a.key").unwrap(), first);
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&file, "short").unwrap();
        assert!(secret(folder.path(), "a.key").unwrap_err().to_string().contains("holds 5 bytes instead of 32"));
    }
}
