//! Files on disk, by key: `data/media/<first two characters>/<key>`.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use store::media::is_key;

pub struct Blobs {
    root: PathBuf,
    /// Half-written files; on the same disk, so that a rename puts them in place.
    parts: PathBuf,
}

impl Blobs {
    /// The files in `root`, which is made if need be. What an earlier run left half-written is removed.
    pub fn open(root: &Path) -> io::Result<Self> {
        let parts = root.join("parts");
        if parts.exists() {
            fs::remove_dir_all(&parts)?;
        }
        fs::create_dir_all(&parts)?;
        Ok(Self { root: root.to_owned(), parts })
    }

    /// A new file for bytes that are still to be judged. The caller removes it.
    pub fn part(&self) -> io::Result<Part> {
        let path = self.parts.join(store::media::new_key());
        let file = File::options().write(true).create_new(true).open(&path)?;
        Ok(Part { path, file })
    }

    /// Keeps `bytes` under `key`: after this they are there, whole, also after a power cut.
    pub fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        let place = self.place(key)?;
        let mut part = self.part()?;
        part.file.write_all(bytes)?;
        part.file.sync_all()?;
        let folder = place.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        fs::rename(&part.path, &place)?;
        File::open(folder)?.sync_all()
    }

    /// The bytes under `key`.
    pub fn get(&self, key: &str) -> io::Result<Vec<u8>> {
        fs::read(self.place(key)?)
    }

    fn place(&self, key: &str) -> io::Result<PathBuf> {
        if !is_key(key) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "not a key"));
        }
        Ok(self.root.join(&key[..2]).join(key))
    }
}

/// A file that goes with its last owner, unless it was put in place before.
pub struct Part {
    path: PathBuf,
    file: File,
}

impl Part {
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_there_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let key = store::media::new_key();
        blobs.put(&key, b"bytes").unwrap();
        assert_eq!(blobs.get(&key).unwrap(), b"bytes");
        assert!(folder.path().join(&key[..2]).join(&key).exists());
        assert!(blobs.get("../secrets/access-token.key").is_err());
        assert!(blobs.put("..", b"x").is_err());
    }

    #[test]
    fn a_part_goes_with_its_owner_and_with_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let mut part = blobs.part().unwrap();
        part.write(b"half").unwrap();
        let path = part.path().to_owned();
        assert!(path.exists());
        drop(part);
        assert!(!path.exists());
        fs::write(&path, b"left over").unwrap();
        Blobs::open(folder.path()).unwrap();
        assert!(!path.exists());
    }
}
