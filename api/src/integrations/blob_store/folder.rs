//! Files in a folder of this machine, or in one that nodes share.

use std::{
    fs::{self, File},
    io::{self, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use super::part::Part;

#[derive(Clone)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens the folder, creating it if missing.
    pub fn open(root: &Path) -> io::Result<Self> {
        fs::create_dir_all(root.join(super::UPLOADS))?;
        Ok(Self { root: root.to_owned() })
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Moves a part into place. On return it is complete and survives a power failure.
    pub fn adopt(&self, name: &str, part: &Path) -> io::Result<()> {
        // Reopen: an external program that received the path may have replaced the file.
        File::open(part)?.sync_all()?;
        let place = self.path(name);
        let folder = place.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        fs::rename(part, &place)?;
        File::open(folder)?.sync_all()
    }

    pub fn open_file(&self, name: &str) -> io::Result<(File, u64)> {
        let file = File::open(self.path(name))?;
        let length = file.metadata()?.len();
        Ok((file, length))
    }

    /// Deletes a file. A missing one is no error.
    pub fn delete(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path(name)) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }

    /// Copies a part into a file from `offset`, creating the file if missing.
    pub fn write_at(&self, name: &str, offset: u64, part: &Part) -> io::Result<()> {
        let mut file = File::options().write(true).create(true).truncate(false).open(self.path(name))?;
        file.seek(SeekFrom::Start(offset))?;
        io::copy(&mut File::open(part.path())?, &mut file).map(drop)
    }

    /// Returns the file names in a folder.
    pub fn names(&self, folder: &str) -> io::Result<Vec<String>> {
        let entries = fs::read_dir(self.path(folder))?;
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }
}
