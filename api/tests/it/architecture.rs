//! Architecture rules of the repository, as checks.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::support::import_circles::circles;

/// Workspace crates that each workspace crate may use.
const MAY_USE: [(&str, &[&str]); 5] =
    [("store", &[]), ("hub", &["store"]), ("pictures", &[]), ("api", &["hub", "pictures", "store"]), ("loadtest", &[])];

/// Allowed top-level entries beside dotfiles.
const TOP: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "Makefile",
    "README.md",
    "LICENSE",
    "api",
    "hub",
    "loadtest",
    "migrations",
    "pictures",
    "store",
    "web",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Returns every `.rs` file below a folder.
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
fn crates_use_only_crates_below_them() {
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
fn sql_appears_only_in_the_store() {
    for krate in ["hub", "pictures", "api", "loadtest"] {
        for file in sources(&root().join(krate).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            for sign in ["sqlx::", "SELECT ", "INSERT INTO", "UPDATE ", "DELETE FROM"] {
                assert!(!text.contains(sign), "{}: {sign}", file.display());
            }
        }
    }
}

#[test]
fn only_the_seam_and_tests_import_drivers() {
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
fn fallible_values_are_never_unwrapped() {
    for krate in ["store", "hub", "pictures", "api", "loadtest"] {
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
fn every_module_has_a_module_comment() {
    for krate in ["store", "hub", "pictures", "api", "loadtest"] {
        for file in sources(&root().join(krate).join("src")) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("//!"), "{} begins with a //!", file.display());
        }
    }
}

#[test]
fn top_level_holds_only_listed_entries() {
    for entry in fs::read_dir(root()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let is_known = TOP.contains(&name.as_str()) || name.starts_with('.');
        // Artefacts of a build or a run are not part of the repository.
        assert!(is_known || ["target", "data"].contains(&name.as_str()), "{name} does not belong at the top");
    }
}

#[test]
fn name_writes_update_search_key() {
    for file in sources(&root().join("store/src")) {
        let text = fs::read_to_string(&file).unwrap();
        let writes = text.split(['"', ';']).filter(|text| {
            text.contains("UPDATE account") && text.contains("first_name = $") || text.contains("INSERT INTO account ")
        });
        for statement in writes {
            assert!(statement.contains("search_key"), "{}: {statement}", file.display());
        }
    }
}

/// Rust sources of all crates, with tests and examples.
fn all_sources() -> Vec<PathBuf> {
    ["store", "hub", "pictures", "api", "loadtest"]
        .iter()
        .flat_map(|krate| ["src", "tests", "examples"].map(|folder| root().join(krate).join(folder)))
        .filter(|folder| folder.exists())
        .flat_map(|folder| sources(&folder))
        .collect()
}

#[test]
fn comments_open_with_subject_and_verb() {
    const WORDS: [&str; 9] = ["What", "Who", "Whoever", "Whom", "Whose", "Whether", "How", "Where", "Has"];
    /// May only become fewer.
    const MAX_LEFT: usize = 10;
    let opens = |line: &str| {
        let comment = line.trim_start().strip_prefix("//")?.trim_start_matches(['/', '!', ' ']);
        comment.split(|c: char| !c.is_alphanumeric()).next().map(|word| WORDS.contains(&word))
    };
    let texts = all_sources().into_iter().map(|file| fs::read_to_string(file).unwrap());
    let left: usize = texts.map(|text| text.lines().filter(|line| opens(line) == Some(true)).count()).sum();
    assert!(left <= MAX_LEFT, "{left} comments open with a question word");
}

#[test]
fn types_have_no_forbidden_names() {
    const FORBIDDEN: [&str; 10] =
        ["Told", "Said", "Heard", "Letter", "Paper", "Herald", "Teller", "Door", "Entered", "Onlookers"];
    for file in all_sources() {
        let text = fs::read_to_string(&file).unwrap();
        for kind in ["struct", "enum", "trait", "type"] {
            for name in FORBIDDEN {
                let declaration = format!("{kind} {name}");
                let declared = text.split(&declaration).skip(1);
                let whole =
                    declared.filter(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')).count();
                assert_eq!(whole, 0, "{}: {kind} {name}", file.display());
            }
        }
    }
}

#[test]
fn test_names_have_at_most_60_characters() {
    for file in all_sources() {
        let text = fs::read_to_string(&file).unwrap();
        let mut is_test = false;
        for line in text.lines().map(str::trim_start) {
            if line.starts_with("#[") {
                is_test |= ["#[test", "#[tokio::test", "#[actix::test", "#[actix_web::test"]
                    .iter()
                    .any(|a| line.starts_with(a));
                continue;
            }
            if let Some((_, rest)) = line.split_once("fn ").filter(|_| is_test) {
                let name = rest.split('(').next().unwrap_or_default();
                assert!(name.len() <= 60, "{}: {name}", file.display());
            }
            is_test = false;
        }
    }
}

#[test]
fn public_tables_are_written_in_transactions() {
    let watched = fs::read_to_string(root().join("store/src/db/changes.rs")).unwrap();
    let list = watched.split("const WATCHED").nth(1).unwrap().split("];").next().unwrap();
    let tables: Vec<_> = list.split('"').skip(1).step_by(2).collect();
    assert!(tables.len() > 10, "{tables:?}");
    let outside =
        |file: &PathBuf| !["store/src/seed", "store/src/testing"].iter().any(|of| file.starts_with(root().join(of)));
    for file in sources(&root().join("store/src")).into_iter().filter(outside) {
        let text = fs::read_to_string(&file).unwrap();
        for statement in text.split("db.write()").skip(1) {
            let words: Vec<_> =
                statement.split_whitespace().take(12).map(|word| word.trim_start_matches('"')).collect();
            let written = words.windows(3).find_map(|three| match three {
                ["INSERT", "INTO", table] | ["DELETE", "FROM", table] | ["UPDATE", table, _] => Some(*table),
                _ => None,
            });
            // A transaction names what it changes; a single statement cannot.
            assert!(!written.is_some_and(|table| tables.contains(&table)), "{}: {words:?}", file.display());
        }
    }
}

#[test]
fn import_circles_only_shrink() {
    /// Modules in the circles of each crate. The aim is none; a number here may only become smaller.
    const LEFT: [(&str, usize); 4] = [("store", 9), ("hub", 9), ("api", 10), ("loadtest", 0)];
    for (krate, left) in LEFT {
        let found = circles(&root().join(krate).join("src"));
        assert!(found.iter().flatten().count() <= left, "{krate}: {found:?}");
    }
}
