//! Known vulnerabilities of dependencies. Test machines do not reach the RustSec database, so the relevant advisories
//! are kept in `advisories.toml`.

use std::{fs, path::Path};

use serde::Deserialize;

#[derive(Deserialize)]
struct Advisories {
    advisory: Vec<Advisory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advisory {
    id: String,
    #[serde(rename = "crate")]
    name: String,
    fixed: Option<String>,
    unreachable: Option<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

impl Advisory {
    fn affects(&self, package: &Package) -> bool {
        self.name == package.name && self.fixed.as_ref().is_none_or(|fixed| numbers(&package.version) < numbers(fixed))
    }
}

/// Parses `1.2.3-rc.1` into numbers that compare like versions, up to the dash.
fn numbers(version: &str) -> Vec<u64> {
    let release = version.split(['-', '+']).next().unwrap_or_default();
    release.split('.').map(|part| part.parse().unwrap()).collect()
}

#[test]
fn locked_crates_have_no_reachable_advisory() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
    let lock: Lock = toml::from_str(&read("../Cargo.lock")).unwrap();
    let advisories: Advisories = toml::from_str(&read("tests/it/advisories.toml")).unwrap();
    for advisory in advisories.advisory {
        let affected: Vec<_> = lock.package.iter().filter(|package| advisory.affects(package)).collect();
        let (id, name) = (&advisory.id, &advisory.name);
        match advisory.unreachable {
            Some(reason) => {
                assert!(!affected.is_empty(), "{id}: {name} is not affected any more, so that the reason can go");
                assert!(reason.len() > 40, "{id}: a reason says why the fault cannot be reached");
            }
            None => assert!(affected.is_empty(), "{id}: update {name}, or say why the fault cannot be reached"),
        }
    }
}
