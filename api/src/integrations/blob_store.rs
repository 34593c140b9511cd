//! Files on disk, by key: `data/media/<first two characters>/<key>`, and what stands beside them: smaller copies of
//! pictures as `<key>-<width>`, streams of videos as `<key>-<name>`.

use std::{
    fs::{self, File},
    io::{self, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use store::media::{is_key, stream::StreamFile};

use super::disk::DiskReserve;
use crate::media::image_upload::rendition::WIDTHS;

/// Bytes written to a file between two checks of the free space. A check takes some microseconds.
const SPACE_CHECK_BYTES: usize = 1024 * 1024;

pub struct Blobs {
    root: PathBuf,
    /// Folder of partial files, on the same disk, so that a rename can move them into place.
    parts: PathBuf,
    /// Folder of files that arrive in parts. They survive a restart.
    uploads: PathBuf,
    reserve: Arc<DiskReserve>,
}

impl Blobs {
    /// Opens the store in `root`, creating the folder if missing, and deletes partial files of an earlier run. New
    /// files leave `reserve` of the disk free. Below it writes fail as [`StorageFull`](io::ErrorKind::StorageFull).
    pub fn open(root: &Path, reserve: DiskReserve) -> io::Result<Self> {
        let parts = root.join("parts");
        if parts.exists() {
            fs::remove_dir_all(&parts)?;
        }
        fs::create_dir_all(&parts)?;
        let uploads = root.join("uploads");
        fs::create_dir_all(&uploads)?;
        Ok(Self { root: root.to_owned(), parts, uploads, reserve: Arc::new(reserve) })
    }

    /// Creates a file for unvalidated bytes. Dropping the part deletes the file.
    pub fn part(&self) -> io::Result<Part> {
        self.reserve.check()?;
        let path = self.parts.join(store::media::new_key());
        let file = File::options().write(true).create_new(true).open(&path)?;
        Ok(Part { path, file, reserve: Arc::clone(&self.reserve), unchecked: 0 })
    }

    /// Creates a file that holds `bytes`.
    pub fn part_of(&self, bytes: &[u8]) -> io::Result<Part> {
        let mut part = self.part()?;
        part.write(bytes)?;
        Ok(part)
    }

    /// Copies a complete part into the file of an upload from `offset`, creating the file if missing.
    pub fn add_to_upload(&self, key: &str, offset: u64, part: &Part) -> io::Result<()> {
        self.reserve.check()?;
        let mut file = File::options().write(true).create(true).truncate(false).open(self.upload_path(key)?)?;
        file.seek(SeekFrom::Start(offset))?;
        io::copy(&mut File::open(&part.path)?, &mut file).map(drop)
    }

    /// Returns the path of the file of an upload.
    pub fn upload_path(&self, key: &str) -> io::Result<PathBuf> {
        if is_key(key) { Ok(self.uploads.join(key)) } else { Err(io::Error::new(io::ErrorKind::NotFound, "not a key")) }
    }

    /// Takes the file of an upload, to be moved into place.
    pub fn part_of_upload(&self, key: &str) -> io::Result<Part> {
        let path = self.upload_path(key)?;
        let file = File::options().write(true).open(&path)?;
        Ok(Part { path, file, reserve: Arc::clone(&self.reserve), unchecked: 0 })
    }

    /// Deletes the file of an upload. A missing file is no error.
    pub fn remove_upload(&self, key: &str) -> io::Result<()> {
        remove_file(&self.upload_path(key)?)
    }

    /// Stores `bytes` under `key`. On return they are complete and survive a power failure.
    pub fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        self.adopt(key, &self.part_of(bytes)?)
    }

    /// Stores the content of `part` under `key`, as [`put`](Self::put) does.
    pub fn adopt(&self, key: &str, part: &Part) -> io::Result<()> {
        self.put_in_place(part, &self.place(key)?)
    }

    /// Stores the content of `part` as a rendition of the picture under `key`. Fails without leaving a file if the
    /// picture no longer exists.
    pub fn adopt_rendition(&self, key: &str, width: u32, part: &Part) -> io::Result<()> {
        self.adopt_beside(key, &width.to_string(), part)
    }

    /// Stores the content of `part` as a stream of the video under `key`. Fails without leaving a file if the video no
    /// longer exists.
    pub fn adopt_stream(&self, key: &str, file: StreamFile, part: &Part) -> io::Result<()> {
        self.adopt_beside(key, file.name(), part)
    }

    fn adopt_beside(&self, key: &str, name: &str, part: &Part) -> io::Result<()> {
        let place = self.place_beside(key, name)?;
        self.put_in_place(part, &place)?;
        // A removal deletes the main file first, so either it finds this file or this check finds no main file.
        if self.place(key)?.exists() { Ok(()) } else { remove_file(&place).and(Err(io::ErrorKind::NotFound.into())) }
    }

    fn put_in_place(&self, part: &Part, place: &Path) -> io::Result<()> {
        // Reopen: an external program that received the path may have replaced the file.
        File::open(&part.path)?.sync_all()?;
        let folder = place.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder)?;
        fs::rename(&part.path, place)?;
        File::open(folder)?.sync_all()
    }

    /// Opens the file under `key` for reading.
    pub fn file(&self, key: &str) -> io::Result<File> {
        File::open(self.place(key)?)
    }

    /// Opens the rendition with width `width` of the picture under `key` for reading.
    pub fn rendition(&self, key: &str, width: u32) -> io::Result<File> {
        File::open(self.place_beside(key, &width.to_string())?)
    }

    /// Opens a stream of the video under `key` for reading.
    pub fn stream(&self, key: &str, file: StreamFile) -> io::Result<File> {
        File::open(self.place_beside(key, file.name())?)
    }

    /// Deletes the file under `key`, its renditions and its streams. A missing file is no error.
    pub fn remove(&self, key: &str) -> io::Result<()> {
        remove_file(&self.place(key)?)?;
        WIDTHS.into_iter().try_for_each(|width| remove_file(&self.place_beside(key, &width.to_string())?))?;
        StreamFile::ALL.into_iter().try_for_each(|file| remove_file(&self.place_beside(key, file.name())?))
    }

    fn place_beside(&self, key: &str, name: &str) -> io::Result<PathBuf> {
        Ok(self.place(key)?.with_file_name(format!("{key}-{name}")))
    }

    fn place(&self, key: &str) -> io::Result<PathBuf> {
        if !is_key(key) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "not a key"));
        }
        Ok(self.root.join(&key[..2]).join(key))
    }
}

fn remove_file(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
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

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::{super::disk::Space, *};

    #[test]
    fn put_stores_file_and_rejects_foreign_paths() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path(), DiskReserve::none()).unwrap();
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
    fn renditions_are_deleted_with_their_picture() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path(), DiskReserve::none()).unwrap();
        let key = store::media::new_key();
        blobs.put(&key, b"picture").unwrap();
        let adopt = || blobs.adopt_rendition(&key, 320, &blobs.part_of(b"small").unwrap());
        adopt().unwrap();
        assert!(blobs.rendition(&key, 320).is_ok() && blobs.rendition(&key, 800).is_err());
        blobs.remove(&key).unwrap();
        assert!(blobs.rendition(&key, 320).is_err());
        assert_eq!(adopt().unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(fs::read_dir(folder.path().join(&key[..2])).unwrap().count(), 0);
    }

    #[test]
    fn streams_are_deleted_with_their_video() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path(), DiskReserve::none()).unwrap();
        let key = store::media::new_key();
        blobs.put(&key, b"video").unwrap();
        for file in StreamFile::ALL {
            blobs.adopt_stream(&key, file, &blobs.part_of(b"beside").unwrap()).unwrap();
            assert!(blobs.stream(&key, file).is_ok());
        }
        blobs.remove(&key).unwrap();
        assert_eq!(fs::read_dir(folder.path().join(&key[..2])).unwrap().count(), 0);
    }

    #[test]
    fn part_is_deleted_on_drop_and_on_restart() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path(), DiskReserve::none()).unwrap();
        let mut part = blobs.part().unwrap();
        part.write(b"half").unwrap();
        let path = part.path().to_owned();
        assert!(path.exists());
        drop(part);
        assert!(!path.exists());
        fs::write(&path, b"left over").unwrap();
        Blobs::open(folder.path(), DiskReserve::none()).unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn write_fails_when_disk_reserve_is_reached() {
        let folder = tempfile::tempdir().unwrap();
        // The folder's content reduces the free space.
        let free: fn(&Path) -> io::Result<Space> = |folder| {
            let sizes = fs::read_dir(folder.join("parts"))?.map(|file| Ok(file?.metadata()?.len()));
            Ok(Space { total: 64 << 20, free: (8 << 20) - sizes.sum::<io::Result<u64>>()? })
        };
        let blobs = Blobs::open(folder.path(), DiskReserve::new(folder.path(), Some(4 << 20), free)).unwrap();
        let mut part = blobs.part().unwrap();
        let full = (0..64).find_map(|_| part.write(&[0; 128 * 1024]).err()).unwrap();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert!(part.path.metadata().unwrap().len() <= 6 << 20);
        assert_eq!(blobs.part().err().unwrap().kind(), io::ErrorKind::StorageFull);
        drop(part);
        assert!(blobs.part().is_ok());
    }
}
