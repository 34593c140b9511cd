//! Migrated databases that later tests copy. They are kept between runs, because the migrations take ten times as long as
//! a copy.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start must stop, and say where")]

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
    time::Duration,
};

use tempfile::TempDir;

const PREFIX: &str = "plaza-test-databases-";
/// Age at which the databases of other migrations are deleted.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

/// Returns the kept folder `name` for today's migrations. Calls `make` with a path to create if it does not exist.
pub(super) async fn folder(name: &str, make: impl AsyncFnOnce(&Path)) -> PathBuf {
    let all = std::env::temp_dir().join(format!("{PREFIX}{:016x}", migrations()));
    let kept = all.join(name);
    if kept.exists() {
        return kept;
    }
    delete_old(&all);
    fs::create_dir_all(&all).unwrap();
    let making = TempDir::new_in(&all).unwrap();
    let fresh = making.path().join(name);
    make(&fresh).await;
    // The first rename wins; other processes use the existing folder.
    let _ = fs::rename(&fresh, &kept);
    assert!(kept.exists(), "{} could not be made", kept.display());
    kept
}

/// Digest of all migrations.
fn migrations() -> u64 {
    let each = [
        sqlx::migrate!("../migrations"),
        sqlx::migrate!("../migrations/postgres"),
        sqlx::migrate!("../migrations/sqlite"),
    ];
    let mut digest = DefaultHasher::new();
    each.iter().flat_map(|migrator| migrator.iter()).for_each(|migration| migration.checksum.hash(&mut digest));
    digest.finish()
}

fn delete_old(current: &Path) {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let is_kept = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let age = entry.metadata().and_then(|meta| meta.modified()).ok().and_then(|at| at.elapsed().ok());
        if is_kept && entry.path() != current && age.is_some_and(|age| age > KEPT) {
            // Another test may delete it at the same moment.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
