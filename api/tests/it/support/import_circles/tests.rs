//! Rules of the reader, on crates made for it.

use super::*;

/// Graph of a crate with these files.
fn crate_of(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("circles-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn found(name: &str, files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = crate_of(name, files);
    let found = circles(&folder);
    fs::remove_dir_all(folder).unwrap();
    found
}

const ROOT: (&str, &str) = ("lib.rs", "mod a;\npub mod b;\npub(crate) mod c;\n");

#[test]
fn mutual_imports_are_a_circle() {
    let files = [ROOT, ("a.rs", "use crate::b::B;"), ("b.rs", "use crate::{a::A, c};"), ("c.rs", "")];
    assert_eq!(found("mutual", &files), [["a", "b"]]);
}

#[test]
fn longer_circle_is_one_group() {
    let files =
        [ROOT, ("a.rs", "use crate::b;"), ("b.rs", "fn f() { crate::c::g() }"), ("c.rs", "type T = super::a::T;")];
    assert_eq!(found("longer", &files), [["a", "b", "c"]]);
}

#[test]
fn chain_has_no_circle() {
    let files = [ROOT, ("a.rs", "use crate::b::{self, B};"), ("b.rs", "use crate::c::*;"), ("c.rs", "use std::fmt;")];
    assert!(found("chain", &files).is_empty());
}

#[test]
fn comments_strings_and_tests_do_not_count() {
    let b = "/// See [`crate::a::A`].\n/* use crate::a; */ // crate::a::x()\nconst S: &str = \"crate::a::A\"; const R: &str = r#\"\"crate::a\"#;\n\
             fn f<'a>(c: char) -> bool { c == '\"' || c == '\\'' }\n#[cfg(test)]\nmod tests {\n use crate::a::A;\n fn f() { if true {} }\n}\n\
             #[cfg(test)]\nuse crate::a::A;\n";
    let files = [ROOT, ("a.rs", "use crate::b::B;"), ("b.rs", b), ("c.rs", "")];
    assert!(found("comments", &files).is_empty());
}

#[test]
fn code_after_test_items_counts() {
    let b = "#[cfg(test)]\nmod tests;\n#[cfg(test)]\nuse std::{fmt, io};\nuse crate::a::A;";
    let files = [ROOT, ("a.rs", "use crate::b::B;"), ("b.rs", b), ("b/tests.rs", ""), ("c.rs", "")];
    assert_eq!(found("after", &files), [["a", "b"]]);
}

#[test]
fn files_of_test_modules_do_not_count() {
    let files = [
        ROOT,
        ("a.rs", "use crate::b::B;"),
        ("b.rs", "#[cfg(test)]\nmod tests;"),
        ("b/tests.rs", "use crate::a::A;"),
        ("c.rs", ""),
    ];
    assert!(found("test-files", &files).is_empty());
}

#[test]
fn inner_modules_count_for_their_top_module() {
    let files = [
        ROOT,
        ("a/mod.rs", "mod x;\n"),
        ("a/x.rs", "use super::super::b;"),
        ("b.rs", "mod y;"),
        ("b/y.rs", "use crate::a;"),
        ("c.rs", ""),
    ];
    assert_eq!(found("inner", &files), [["a", "b"]]);
}

#[test]
fn super_within_a_module_is_no_import() {
    let files = [
        ROOT,
        ("a.rs", "mod b;\nuse self::b::X;"),
        ("a/b.rs", "use super::Y;"),
        ("b.rs", "use crate::a;"),
        ("c.rs", "mod i { use super::f; }"),
    ];
    assert!(found("super", &files).is_empty());
}

#[test]
fn reexport_of_the_root_counts_for_its_module() {
    let root = ("lib.rs", "mod a;\nmod b;\npub use a::{A, x::Y as Z};");
    assert_eq!(found("reexport", &[root, ("a.rs", "use crate::b;"), ("b.rs", "use crate::Z;")]), [["a", "b"]]);
    let root = ("main.rs", "mod a;\nmod b;\nuse crate::a::A;");
    assert_eq!(found("root-use", &[root, ("a.rs", "use crate::b;"), ("b.rs", "use crate::A;")]), [["a", "b"]]);
}

#[test]
fn macro_paths_count() {
    let files =
        [ROOT, ("a.rs", "macro_rules! m { () => { $crate::b::f() } }"), ("b.rs", "use crate::a;"), ("c.rs", "")];
    assert_eq!(found("macros", &files), [["a", "b"]]);
}

#[test]
fn two_circles_are_two_groups() {
    let root = ("lib.rs", "mod a; mod b; mod c; mod d; mod e;");
    let files = [
        root,
        ("a.rs", "use crate::b;"),
        ("b.rs", "use crate::{a, c};"),
        ("c.rs", "use crate::d;"),
        ("d.rs", "use crate::c;"),
        ("e.rs", "use crate::a;"),
    ];
    assert_eq!(found("two", &files), [["a", "b"], ["c", "d"]]);
}
