//! Files that are being made: on local disk, whatever holds the complete ones.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::integrations::disk::DiskReserve;

/// Bytes written to a file between two checks of the free space. A check takes some microseconds.
const SPACE_CHECK_BYTES: usize = 1024 * 1024;

/// Folder of partial files.
pub struct Scratch {
    folder: PathBuf,
    pub reserve: Arc<DiskReserve>,
}

impl Scratch {
    /// Opens the folder, creating it if missing, and deletes partial files of an earlier run. New files leave `reserve`
    /// of the disk free. Below it writes fail as [`StorageFull`](io::ErrorKind::StorageFull).
    pub fn open(folder: PathBuf, reserve: DiskReserve) -> io::Result<Self> {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, reserve: Arc::new(reserve) })
    }

    /// Creates a file for unvalidated bytes. Dropping the part deletes the file.
    pub fn part(&self) -> io::Result<Part> {
        self.reserve.check()?;
        let path = self.folder.join(store::media::new_key());
        let file = File::options().write(true).create_new(true).open(&path)?;
        Ok(Part { path, file, reserve: Arc::clone(&self.reserve), unchecked: 0 })
    }

    /// Makes a part of the bytes of a file that stays under its own name.
    pub fn linked(&self, original: &Path) -> io::Result<Part> {
        let path = self.folder.join(store::media::new_key());
        fs::hard_link(original, &path)?;
        let file = File::options().write(true).open(&path)?;
        Ok(Part { path, file, reserve: Arc::clone(&self.reserve), unchecked: 0 })
    }
}

/// File that is deleted with its last owner, unless it was moved into place.
pub struct Part {
    path: PathBuf,
    file: File,
    reserve: Arc<DiskReserve>,
    /// Bytes written since the last check of the free space.
    unchecked: usize,
}

impl Part {
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.unchecked += bytes.len();
        if self.unchecked >= SPACE_CHECK_BYTES {
            self.reserve.check()?;
            self.unchecked = 0;
        }
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

/// Complete file of an upload, on this machine.
pub enum LocalUpload {
    /// The file stays until the upload is removed.
    InPlace(PathBuf),
    Copied(Part),
}

impl LocalUpload {
    pub fn path(&self) -> &Path {
        match self {
            Self::InPlace(path) => path,
            Self::Copied(part) => part.path(),
        }
    }
}
