//! The data folder. Accessible to its owner only; used by a single server if the database is an SQLite file.

use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File, Permissions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _},
    path::Path,
};

/// Permission bits of group and others.
const OTHERS: u32 = 0o077;
/// Files and folders that identify a data folder.
const KNOWN: [&str; 3] = ["secrets", "media", "plaza.db"];

/// Restricts all files and folders that the process creates from now on to its owner.
#[allow(unsafe_code, reason = "a C function that takes a number")]
pub fn restrict_new_files() {
    // SAFETY: umask only sets the mask of the process.
    unsafe {
        libc::umask(OTHERS);
    }
}

/// Creates the data folder or restricts an existing one to its owner. Leaves a folder with other contents unchanged and
/// logs if others may read it.
pub fn open(folder: &Path) -> io::Result<()> {
    if !folder.exists() {
        return DirBuilder::new().recursive(true).mode(0o700).create(folder);
    }
    let is_empty = fs::read_dir(folder)?.next().is_none();
    if is_empty || KNOWN.iter().any(|name| folder.join(name).exists()) {
        restrict(folder);
    } else if folder.metadata()?.mode() & OTHERS != 0 {
        tracing::warn!(folder = %folder.display(), "data folder is readable by other users: chmod 700");
    }
    Ok(())
}

/// Restricts a file or folder to its owner, if it exists.
pub fn restrict(path: &Path) {
    let Ok(found) = path.metadata() else { return };
    // A folder with the sticky bit, such as /tmp, is shared: others may create files there.
    if found.mode() & OTHERS == 0 || found.mode() & 0o1000 != 0 {
        return;
    }
    let mode = found.mode() & 0o7777 & !OTHERS;
    if let Err(cause) = fs::set_permissions(path, Permissions::from_mode(mode)) {
        tracing::warn!(path = %path.display(), %cause, "permissions could not be restricted to the owner");
    }
}

/// Locks the SQLite database in `file` for this process. The system releases the lock when the process ends.
pub fn lock(file: &Path) -> Result<File, String> {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push("-lock");
    let failed = |cause: io::Error| format!("{} cannot be locked: {cause}", Path::new(&name).display());
    let lock = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(format!(
            "another server already uses the database {}: stop it, or give this one its own data folder (PLAZA_DATA), or \
             let several share a PostgreSQL database (DATABASE_URL=postgres://…)",
            file.display()
        )),
        Err(TryLockError::Error(cause)) => Err(failed(cause)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().mode() & 0o7777
    }

    #[test]
    fn open_restricts_only_data_folders() {
        let parent = tempfile::tempdir().unwrap();
        let (new, empty, old, other) = (
            parent.path().join("a/new"),
            parent.path().join("empty"),
            parent.path().join("old"),
            parent.path().join("other"),
        );
        for folder in [&empty, &old, &other] {
            fs::create_dir(folder).unwrap();
            fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
        }
        fs::create_dir(old.join("secrets")).unwrap();
        fs::write(other.join("letter.txt"), "not ours").unwrap();
        for folder in [&new, &empty, &old, &other] {
            open(folder).unwrap();
        }
        assert_eq!([&new, &empty, &old, &other].map(|folder| mode(folder)), [0o700, 0o700, 0o700, 0o755]);
    }

    #[test]
    fn second_lock_fails_until_first_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plaza.db");
        let held = lock(&file).unwrap();
        let says = lock(&file).unwrap_err();
        assert!(says.contains("another server already uses the database") && says.contains("PLAZA_DATA"), "{says}");
        drop(held);
        lock(&file).unwrap();
    }
}
