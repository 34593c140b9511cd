//! Free space of the disk that holds the files of users.
//!
//! A full disk stops the database too, and with it every message. So user files leave a reserve.

use std::{
    io,
    path::{Path, PathBuf},
};

/// Default reserve in bytes, and the share of a small disk that suffices.
const DEFAULT_BYTES: u64 = 1024 * 1024 * 1024;
const DEFAULT_SHARE: u64 = 20;

/// Bytes of a file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub total: u64,
    /// Bytes that a process without privileges may still write.
    pub free: u64,
}

/// Bytes of a disk that user files may not take.
pub struct DiskReserve {
    folder: PathBuf,
    /// Bytes; `None`: the default.
    bytes: Option<u64>,
    measure: fn(&Path) -> io::Result<Space>,
}

impl DiskReserve {
    /// Reserves `bytes` of the disk that holds `folder`, or 1 GiB, or a twentieth of the disk if that is less.
    pub fn new(folder: &Path, bytes: Option<u64>, measure: fn(&Path) -> io::Result<Space>) -> Self {
        Self { folder: folder.to_owned(), bytes, measure }
    }

    /// Reserves nothing.
    #[cfg(test)]
    pub fn none() -> Self {
        Self::new(Path::new("/"), Some(0), |_| Ok(Space { total: 0, free: 0 }))
    }

    /// Fails as [`StorageFull`](io::ErrorKind::StorageFull) when less than the reserve is free.
    pub fn check(&self) -> io::Result<()> {
        let Space { total, free } = (self.measure)(&self.folder)?;
        let reserve = self.bytes.unwrap_or_else(|| DEFAULT_BYTES.min(total / DEFAULT_SHARE));
        if free >= reserve {
            return Ok(());
        }
        let says = format!("{} MiB of the disk are free, {} MiB are reserved", free >> 20, reserve >> 20);
        Err(io::Error::new(io::ErrorKind::StorageFull, says))
    }
}

/// Measures the file system that holds `folder`.
pub fn measure(folder: &Path) -> io::Result<Space> {
    let told = rustix::fs::statvfs(folder)?;
    Ok(Space { total: told.f_blocks.saturating_mul(told.f_frsize), free: told.f_bavail.saturating_mul(told.f_frsize) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserve_is_one_gib_or_a_twentieth_of_a_small_disk() {
        const GIB: u64 = 1 << 30;
        fn large(_: &Path) -> io::Result<Space> {
            Ok(Space { total: 1_000 * GIB, free: GIB - 1 })
        }
        fn small(_: &Path) -> io::Result<Space> {
            Ok(Space { total: 4 * GIB, free: GIB / 4 })
        }
        let check =
            |bytes, measure| DiskReserve::new(Path::new("/"), bytes, measure).check().map_err(|full| full.kind());
        assert_eq!(check(None, large), Err(io::ErrorKind::StorageFull));
        assert_eq!(check(Some(GIB - 1), large), Ok(()));
        assert_eq!(check(None, small), Ok(()));
        assert_eq!(check(Some(GIB), small), Err(io::ErrorKind::StorageFull));
    }

    #[test]
    fn free_space_of_folder_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        let space = measure(folder.path()).unwrap();
        assert!(space.total > 0 && space.free <= space.total, "{space:?}");
    }
}
