//! Files of users by key, in a folder or in a bucket of an S3 service: `<first two characters>/<key>`, and what stands
//! beside them: smaller copies of pictures as `<key>-<width>`, streams of videos as `<key>-<name>`.
//!
//! Files are made on local disk and stored when they are complete. They never change.

pub mod bucket;
mod folder;
mod part;
mod source;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use actix_rt::task::spawn_blocking;
use futures_util::future::try_join_all;
use pictures::rendition::WIDTHS;
use store::media::{is_key, stream::StreamFile};

use self::{bucket::Bucket, folder::Folder, part::Scratch, source::Object};
pub use self::{
    part::{LocalUpload, Part},
    source::{Blob, Source},
};
use super::disk::DiskReserve;

/// Folder of files that arrive in parts. They survive a restart.
const UPLOADS: &str = "uploads";
/// Bytes per read when an object is copied to disk: a part of an upload.
const COPY_BYTES: u64 = 4 * 1024 * 1024;

pub struct Blobs {
    scratch: Scratch,
    storage: Storage,
}

/// Place of complete files.
#[derive(Clone)]
enum Storage {
    Folder(Folder),
    Bucket(Arc<Bucket>),
}

impl Blobs {
    /// Opens the store. Files lie in `bucket`, or without one in `root`, which holds the files in progress in both
    /// cases. New files leave `reserve` of the disk free. Below it writes fail as
    /// [`StorageFull`](io::ErrorKind::StorageFull).
    pub fn open(root: &Path, reserve: DiskReserve, bucket: Option<Bucket>) -> io::Result<Self> {
        let scratch = Scratch::open(root.join("parts"), reserve)?;
        let storage = match bucket {
            Some(bucket) => Storage::Bucket(Arc::new(bucket)),
            None => Storage::Folder(Folder::open(root)?),
        };
        Ok(Self { scratch, storage })
    }

    /// Creates a file for unvalidated bytes. Dropping the part deletes the file.
    pub fn part(&self) -> io::Result<Part> {
        self.scratch.part()
    }

    /// Creates a file that holds `bytes`.
    pub fn part_of(&self, bytes: &[u8]) -> io::Result<Part> {
        let mut part = self.part()?;
        part.write(bytes)?;
        Ok(part)
    }

    /// Stores a complete part of an upload, which begins at the byte `offset` of its file.
    pub async fn add_to_upload(&self, key: &str, offset: u64, part: Part) -> io::Result<()> {
        let name = upload_name(key)?;
        match &self.storage {
            Storage::Folder(folder) => {
                self.scratch.reserve.check()?;
                let folder = folder.clone();
                blocking(move || folder.write_at(&name, offset, &part)).await
            }
            // Any node may receive a part, and another may join them. The names are in the order of the offsets.
            Storage::Bucket(bucket) => bucket.put(&format!("{name}/{offset:012}"), part.path()).await,
        }
    }

    /// Returns the file of an upload, all of whose parts are stored.
    pub async fn local_upload(&self, key: &str) -> io::Result<LocalUpload> {
        let name = upload_name(key)?;
        let bucket = match &self.storage {
            Storage::Folder(folder) => return Ok(LocalUpload::InPlace(folder.path(&name))),
            Storage::Bucket(bucket) => bucket,
        };
        let (mut whole, mut end) = (self.part()?, 0);
        for name in bucket.list(&format!("{name}/")).await? {
            if !name.ends_with(&format!("/{end:012}")) {
                return Err(io::Error::other("a part of an upload is missing in the bucket"));
            }
            end += copy(bucket, &name, &mut whole).await?;
        }
        Ok(LocalUpload::Copied(whole))
    }

    /// Takes the file of an upload, to be moved into place.
    pub fn part_of_upload(&self, upload: LocalUpload) -> io::Result<Part> {
        match upload {
            LocalUpload::InPlace(path) => self.scratch.linked(&path),
            LocalUpload::Copied(part) => Ok(part),
        }
    }

    /// Deletes the file of an upload. A missing file is no error.
    pub async fn remove_upload(&self, key: &str) -> io::Result<()> {
        let name = upload_name(key)?;
        match &self.storage {
            Storage::Folder(_) => self.storage.delete(name).await,
            Storage::Bucket(bucket) => {
                let parts = bucket.list(&format!("{name}/")).await?;
                try_join_all(parts.into_iter().map(|part| self.storage.delete(part))).await.map(drop)
            }
        }
    }

    /// Returns the keys of the uploads that have a file.
    pub async fn uploads(&self) -> io::Result<Vec<String>> {
        let names = match &self.storage {
            Storage::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || folder.names(UPLOADS)).await?
            }
            Storage::Bucket(bucket) => bucket.list(&format!("{UPLOADS}/")).await?,
        };
        let key = |name: &str| name.trim_start_matches("uploads/").split('/').next().unwrap_or_default().to_owned();
        let mut keys: Vec<String> = names.iter().map(|name| key(name)).filter(|key| is_key(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        Ok(keys)
    }

    /// Stores `bytes` under `key`. On return they are complete and survive a power failure.
    pub async fn put(&self, key: &str, bytes: &[u8]) -> io::Result<()> {
        self.adopt(key, &self.part_of(bytes)?).await
    }

    /// Stores the content of `part` under `key`, as [`put`](Self::put) does.
    pub async fn adopt(&self, key: &str, part: &Part) -> io::Result<()> {
        self.storage.put(name(key)?, part.path()).await
    }

    /// Stores the content of `part` as a rendition of the picture under `key`. Fails without leaving a file if the
    /// picture no longer exists.
    pub async fn adopt_rendition(&self, key: &str, width: u32, part: &Part) -> io::Result<()> {
        self.adopt_beside(key, &width.to_string(), part).await
    }

    /// Stores the content of `part` as a stream of the video under `key`. Fails without leaving a file if the video no
    /// longer exists.
    pub async fn adopt_stream(&self, key: &str, file: StreamFile, part: &Part) -> io::Result<()> {
        self.adopt_beside(key, file.name(), part).await
    }

    async fn adopt_beside(&self, key: &str, suffix: &str, part: &Part) -> io::Result<()> {
        let beside = name_beside(key, suffix)?;
        self.storage.put(beside.clone(), part.path()).await?;
        // A removal deletes the main file first, so either it finds this file or this check finds no main file.
        match self.storage.open(name(key)?, None).await {
            Ok(_) => Ok(()),
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                self.storage.delete(beside).await.and(Err(io::ErrorKind::NotFound.into()))
            }
            Err(cause) => Err(cause),
        }
    }

    /// Opens the file under `key`. From a bucket the first bytes from `start` are read at once.
    pub async fn open_file(&self, key: &str, start: Option<u64>) -> io::Result<Blob> {
        self.storage.open(name(key)?, start).await
    }

    /// Opens the rendition with width `width` of the picture under `key`.
    pub async fn open_rendition(&self, key: &str, width: u32, start: Option<u64>) -> io::Result<Blob> {
        self.storage.open(name_beside(key, &width.to_string())?, start).await
    }

    /// Opens a stream of the video under `key`.
    pub async fn open_stream(&self, key: &str, file: StreamFile, start: Option<u64>) -> io::Result<Blob> {
        self.storage.open(name_beside(key, file.name())?, start).await
    }

    /// Opens the file under `key` for programs that need it on disk. An object is copied there.
    pub async fn local_file(&self, key: &str) -> io::Result<File> {
        let name = name(key)?;
        match &self.storage {
            Storage::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || folder.open_file(&name)).await.map(|(file, _)| file)
            }
            Storage::Bucket(bucket) => {
                let mut part = self.part()?;
                copy(bucket, &name, &mut part).await?;
                // The system keeps the file until it is closed.
                File::open(part.path())
            }
        }
    }

    /// Deletes the file under `key`, its renditions and its streams. A missing file is no error.
    pub async fn remove(&self, key: &str) -> io::Result<()> {
        self.storage.delete(name(key)?).await?;
        let suffixes = WIDTHS.iter().map(ToString::to_string);
        let suffixes = suffixes.chain(StreamFile::ALL.iter().map(|file| file.name().to_owned()));
        let names: Vec<String> = suffixes.map(|suffix| name_beside(key, &suffix)).collect::<io::Result<_>>()?;
        match &self.storage {
            Storage::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || names.iter().try_for_each(|name| folder.delete(name))).await
            }
            Storage::Bucket(bucket) => try_join_all(names.iter().map(|name| bucket.delete(name))).await.map(drop),
        }
    }
}

impl Storage {
    async fn put(&self, name: String, part: &Path) -> io::Result<()> {
        match self {
            Self::Folder(folder) => {
                let (folder, part): (_, PathBuf) = (folder.clone(), part.to_owned());
                blocking(move || folder.adopt(&name, &part)).await
            }
            Self::Bucket(bucket) => bucket.put(&name, part).await,
        }
    }

    async fn open(&self, name: String, start: Option<u64>) -> io::Result<Blob> {
        match self {
            Self::Folder(folder) => {
                let folder = folder.clone();
                let (file, length) = blocking(move || folder.open_file(&name)).await?;
                Ok(Blob { source: Source::File(file), length })
            }
            Self::Bucket(bucket) => Object::open(bucket, name, start).await,
        }
    }

    async fn delete(&self, name: String) -> io::Result<()> {
        match self {
            Self::Folder(folder) => {
                let folder = folder.clone();
                blocking(move || folder.delete(&name)).await
            }
            Self::Bucket(bucket) => bucket.delete(&name).await,
        }
    }
}

/// Appends an object to a part. Returns its length.
async fn copy(bucket: &Bucket, name: &str, part: &mut Part) -> io::Result<u64> {
    let mut from = 0;
    loop {
        let bucket::Range { bytes, total } = bucket.read(name, from, COPY_BYTES).await?;
        part.write(&bytes)?;
        from += bytes.len() as u64;
        if from >= total {
            return Ok(total);
        }
        if bytes.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}

fn name(key: &str) -> io::Result<String> {
    checked(key).map(|key| format!("{}/{key}", &key[..2]))
}

fn name_beside(key: &str, suffix: &str) -> io::Result<String> {
    name(key).map(|name| format!("{name}-{suffix}"))
}

fn upload_name(key: &str) -> io::Result<String> {
    checked(key).map(|key| format!("{UPLOADS}/{key}"))
}

/// Rejects what is no key, so that no path leads elsewhere.
fn checked(key: &str) -> io::Result<&str> {
    if is_key(key) { Ok(key) } else { Err(io::Error::new(io::ErrorKind::NotFound, "not a key")) }
}
