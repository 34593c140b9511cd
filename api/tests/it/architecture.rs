//! The rules that keep the tree in order, as checks.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Which of our crates each of our crates may use.
const MAY_USE: [(&str, &[&str]); 4] =
    [("store", &[]), ("hub", &["store"]), ("api", &["hub", "store"]), ("loadtest", &[])];

/// All that may stand at the top, beside what begins with a dot.
const TOP: [&str; 11] = [
    "Cargo.toml",
    "Cargo.lock",
    "Makefile",
    "README.md",
    "LICENSE",
    "api",
    "hub",
    "loadtest",
    "migrations",
    "store",
    "web",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Every file below a folder that ends in `.rs`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn a_crate_uses_only_those_below_it() {
    let ours = MAY_USE.map(|(name, _)| name);
    for (name, allowed) in MAY_USE {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let used = manifest.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        for dependency in used.filter(|dependency| ours.contains(dependency) && *dependency != name) {
            assert!(allowed.contains(&dependency), "{name} must not use {dependency}");
        }
    }
}

#[test]
fn sql_stands_in_the_store_only() {
    for krate in ["hub", "api", "loadtest"] {
        for file in sources(&root().join(krate).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            for sign in ["sqlx::", "SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"] {
                assert!(!text.contains(sign), "{}: {sign}", file.display());
            }
        }
    }
}

#[test]
fn only_the_seam_and_the_tests_know_the_drivers() {
    for file in sources(&root().join("store/src")) {
        let name = file.strip_prefix(root().join("store/src")).unwrap().to_string_lossy().into_owned();
        if ["db/", "chat/search/", "testing/"].iter().any(|folder| name.starts_with(folder)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for driver in ["SqlitePool", "PgPool", "sqlx::sqlite", "sqlx::postgres", "Dialect::Sqlite", "Dialect::Pg"] {
            assert!(!text.contains(driver), "{name}: {driver}");
        }
    }
}

#[test]
fn nothing_that_can_fail_is_unwrapped() {
    for krate in ["store", "hub", "api", "loadtest"] {
        for file in sources(&root().join(krate).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            let is_test =
                |part: &std::ffi::OsStr| ["tests", "tests.rs", "fuzz", "fuzz.rs"].iter().any(|name| part == *name);
            let is_test = file.components().any(|part| is_test(part.as_os_str()));
            if is_test || text.contains("#![allow(clippy::unwrap_used") {
                continue;
            }
            let product = text.split("#[cfg(test)]").next().unwrap_or_default();
            for call in [".unwrap()", ".expect("] {
                assert!(!product.contains(call), "{}: {call}", file.display());
            }
        }
    }
}

#[test]
fn every_module_says_what_lives_in_it() {
    for krate in ["store", "hub", "api", "loadtest"] {
        for file in sources(&root().join(krate).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("//!"), "{} begins with a //!", file.display());
        }
    }
}

#[test]
fn the_top_level_is_closed() {
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let is_known = TOP.contains(&name.as_str()) || name.starts_with('.');
        // What a build or a run leaves behind is not part of the tree.
        assert!(is_known || ["target", "data"].contains(&name.as_str()), "{name} does not belong at the top");
    }
}

#[test]
fn whoever_writes_a_name_writes_what_it_is_found_by() {
    for file in sources(&root().join("store/src")) {
        let text = fs::read_to_string(&file).unwrap();
        let writes = text
            .split(['"', ';'])
            .filter(|text| text.contains("first_name = $") || text.contains("INSERT INTO account "));
        for statement in writes {
            assert!(statement.contains("search_key"), "{}: {statement}", file.display());
        }
    }
}
