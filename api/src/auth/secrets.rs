//! Secrets that the server makes for itself on its first start, in the data folder, readable by its owner only.

use std::{
    fs::{self, File, OpenOptions},
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
    match file.metadata() {
        // An empty file holds no secret that anything could depend on: an earlier version left it on a full disk.
        Ok(found) if found.len() == 0 => fs::remove_file(&file)?,
        Ok(_) => return read(&file),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
        Err(cause) => return Err(cause),
    }
    make(&folder, &file)
}

/// Writes a new secret beside its place and moves it there once it is whole and on disk. Of two processes that do so at the
/// same moment, both get the secret of the first.
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

/// Gives a file its final name unless that is taken. A link never replaces a file, as a rename does; some file systems know
/// no links.
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
    fn secret_is_made_once_and_kept() {
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
    fn secret_is_made_anew_when_its_file_is_empty() {
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
