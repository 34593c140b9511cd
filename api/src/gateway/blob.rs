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

    /// A new file for bytes that are still to be judged. It goes with the part.
    pub fn part(&self) -> io::Result<Part> {
        let path = self.parts.join(store::media::new_key());
        let file = File::options().write(true).create_new(true).open(&path)?;
        Ok(Part { path, file })
    }

    /// A new file that holds `bytes`.
    pub fn part_of(&self, bytes: &[u8]) -> io::Result<Part> {
        let mut part = self.part()?;
        part.write(bytes)?;
        Ok(part)
    }

    /// Keeps `bytes` under `key`: after this they are there, whole, also after a power cut.
    pub fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        self.adopt(key, &self.part_of(bytes)?)
    }

    /// Keeps what was written to `part` under `key`, as [`put`](Self::put) does.
    pub fn adopt(&self, key: &str, part: &Part) -> io::Result<()> {
        let place = self.place(key)?;
        // Opened anew: a program that was told its path may have put another file there.
        File::open(&part.path)?.sync_all()?;
        let folder = place.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        fs::rename(&part.path, &place)?;
        File::open(folder)?.sync_all()
    }

    /// The file under `key`, to be read.
    pub fn file(&self, key: &str) -> io::Result<File> {
        File::open(self.place(key)?)
    }

    /// Removes what is under `key`. What is not there is removed already.
    pub fn remove(&self, key: &str) -> io::Result<()> {
        match fs::remove_file(self.place(key)?) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
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
    use std::io::Read as _;

    use super::*;

    #[test]
    fn what_is_put_is_there_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let key = store::media::new_key();
        blobs.put(&key, b"bytes").unwrap();
        let mut text = String::new();
        blobs.file(&key).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "bytes");
        assert!(folder.path().join(&key[..2]).join(&key).exists());
        assert!(blobs.file("../secrets/access-token.key").is_err());
        assert!(blobs.put("..", b"x").is_err());
        blobs.remove(&key).unwrap();
        assert!(blobs.file(&key).is_err());
        blobs.remove(&key).unwrap();
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
