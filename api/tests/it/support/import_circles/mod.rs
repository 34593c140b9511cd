//! Import circles among the top-level modules of a crate, read from its sources.
//!
//! Reads `use` declarations and inline paths that start with `crate`, `self` or `super`. Ignores comments (and so doc links),
//! string literals, items under `#[cfg(test)]`, and files of modules declared so. A path counts for the top-level module it
//! names; what `lib.rs` or `main.rs` re-exports (`pub use session::Session`) counts for the module that defines it. Macro
//! bodies count like other code, with `$crate` as `crate`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// For each module, the modules that it uses.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// Groups of modules that reach each other: the strongly connected components of more than one module. Sorted.
pub fn circles(crate_src: &Path) -> Vec<Vec<String>> {
    components(&graph(crate_src))
}

/// The imports between the top-level modules of the crate whose sources are in `crate_src`.
pub fn graph(crate_src: &Path) -> Graph {
    let mut roots: Vec<_> =
        ["lib.rs", "main.rs"].map(|name| crate_src.join(name)).into_iter().filter(|root| root.exists()).collect();
    roots.sort();
    let texts: Vec<String> = roots.iter().map(|root| product(&fs::read_to_string(root).unwrap_or_default())).collect();
    let mut graph = Graph::new();
    let mut files = Vec::new();
    for text in &texts {
        for name in declared(text) {
            if graph.insert(name.clone(), BTreeSet::new()).is_none() {
                collect(crate_src, &name, &mut vec![name.clone()], &mut files);
            }
        }
    }
    let exports: BTreeMap<String, String> = texts.iter().flat_map(|text| exported(text, &graph)).collect();
    for (module, text) in &files {
        for path in paths(text, module) {
            let Some(first) = path.first() else { continue };
            let used = if graph.contains_key(first) { Some(first) } else { exports.get(first) };
            if let (Some(used), Some(edges)) =
                (used.filter(|used| **used != module[0]).cloned(), graph.get_mut(&module[0]))
            {
                edges.insert(used);
            }
        }
    }
    graph
}

/// Reads the file of a module and of the modules that it declares outside tests, as module path and stripped text.
fn collect(folder: &Path, name: &str, module: &mut Vec<String>, files: &mut Vec<(Vec<String>, String)>) {
    let candidates: [PathBuf; 2] = [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")];
    let Some(text) = candidates.iter().find_map(|path| fs::read_to_string(path).ok()) else { return };
    let text = product(&text);
    for child in declared(&text) {
        module.push(child.clone());
        collect(&folder.join(name), &child, module, files);
        module.pop();
    }
    files.push((module.clone(), text));
}

/// The text without comments, string and character literals, and items under `#[cfg(test)]`.
fn product(text: &str) -> String {
    without_tests(&code(text))
}

/// The text without comments and with empty literals.
fn code(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let in_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
        if rest.starts_with(b"//") {
            at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        } else if rest.starts_with(b"/*") {
            at += block_comment(rest);
        } else if let Some(length) = (!in_word).then(|| raw_string(rest)).flatten() {
            out.extend_from_slice(b"\"\"");
            at += length;
        } else if byte == b'"' {
            out.extend_from_slice(b"\"\"");
            at += quoted(rest, b'"');
        } else if byte == b'\'' && is_character(rest) {
            out.extend_from_slice(b"' '");
            at += quoted(rest, b'\'');
        } else {
            out.push(byte);
            at += 1;
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Length of the block comment at the start, which may be nested.
fn block_comment(bytes: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += 1;
        }
    }
    at
}

/// Length of the raw string at the start: `r"…"`, `r#"…"#`, `br"…"`.
fn raw_string(bytes: &[u8]) -> Option<usize> {
    let start = if bytes.starts_with(b"br") { 2 } else { usize::from(bytes.starts_with(b"r")) };
    let hashes = bytes.get(start..)?.iter().take_while(|byte| **byte == b'#').count();
    if start == 0 || bytes.get(start + hashes) != Some(&b'"') {
        return None;
    }
    let end = [&b"\""[..], &vec![b'#'; hashes]].concat();
    let body = start + hashes + 1;
    let length = bytes[body..].windows(end.len()).position(|window| window == end).unwrap_or(bytes.len() - body);
    Some((body + length + end.len()).min(bytes.len()))
}

/// Length of the literal at the start, up to the unescaped quote.
fn quoted(bytes: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Tells a character literal from a lifetime.
fn is_character(bytes: &[u8]) -> bool {
    if bytes.get(1) == Some(&b'\\') {
        return true;
    }
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(8)]);
    text.chars().nth(2) == Some('\'')
}

/// Removes each item that follows `#[cfg(test)]` or `#[cfg(all(test, …))]`, to its `;` or closing brace.
fn without_tests(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|sign| rest.find(sign)).min() {
        out.push_str(&rest[..start]);
        rest = &rest[start + item(&rest[start..])..];
    }
    out + rest
}

/// Length of the item at the start, with its attributes.
fn item(text: &str) -> usize {
    let mut depth = 0_i32;
    for (at, sign) in text.char_indices() {
        match sign {
            '{' | '(' | '[' => depth += 1,
            '}' => {
                depth -= 1;
                if depth <= 0 {
                    // `use a::{b};` ends with the semicolon, which is left behind and harmless.
                    return at + 1;
                }
            }
            ')' | ']' => depth -= 1,
            ';' | ',' if depth == 0 => return at + 1,
            _ => {}
        }
        if depth < 0 {
            return at;
        }
    }
    text.len()
}

/// Words, `::`, and single signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
        let length = if is_word(first) {
            rest.find(|sign| !is_word(sign)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

/// Names of the modules that a text declares: `mod name;`.
fn declared(text: &str) -> Vec<String> {
    tokens(text)
        .windows(3)
        .filter(|window| window[0] == "mod" && window[2] == ";")
        .map(|window| window[1].to_owned())
        .collect()
}

/// Names that the crate root exports or imports from a module, with that module.
fn exported(text: &str, graph: &Graph) -> Vec<(String, String)> {
    let tokens = tokens(text);
    let uses = tokens.iter().enumerate().filter(|(_, token)| **token == "use");
    uses.flat_map(|(at, _)| tree(&tokens[at + 1..]).0)
        .filter_map(|Leaf { mut path, name }| {
            if matches!(path.first().map(String::as_str), Some("crate" | "self")) {
                path.remove(0);
            }
            let module = path.first()?.clone();
            (path.len() > 1 && graph.contains_key(&module)).then_some((name, module))
        })
        .collect()
}

/// Path of a use tree and the name that it brings into scope.
struct Leaf {
    path: Vec<String>,
    name: String,
}

/// The leaves of the use tree at the start, and the number of its tokens.
fn tree(tokens: &[&str]) -> (Vec<Leaf>, usize) {
    let (mut path, mut at) = (Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        match *token {
            "::" => at += 1,
            "{" => {
                let mut leaves = Vec::new();
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    let (inner, length) = tree(&tokens[at..]);
                    at += length.max(1) + usize::from(tokens.get(at + length) == Some(&","));
                    leaves.extend(inner.into_iter().map(|leaf| {
                        let whole: Vec<String> =
                            path.iter().cloned().chain(leaf.path.into_iter().filter(|part| part != "self")).collect();
                        let name =
                            if leaf.name == "self" { path.last().cloned().unwrap_or_default() } else { leaf.name };
                        Leaf { path: whole, name }
                    }));
                }
                return (leaves, at + 1);
            }
            "as" => {
                let name = (*tokens.get(at + 1).unwrap_or(&"_")).to_owned();
                return (vec![Leaf { path, name }], at + 2);
            }
            "," | "}" | ";" => break,
            word => {
                path.push(word.to_owned());
                at += 1;
            }
        }
    }
    let name = path.last().cloned().unwrap_or_default();
    (if path.is_empty() { Vec::new() } else { vec![Leaf { path, name }] }, at)
}

/// All paths of a module's text that start with `crate`, `self` or `super`, without that start and relative to the root.
fn paths(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut inline: Vec<(usize, String)> = Vec::new();
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match *token {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2] == "mod" {
                    inline.push((depth, tokens[at - 1].to_owned()));
                }
            }
            "}" => {
                inline.retain(|(opened, _)| *opened != depth);
                depth = depth.saturating_sub(1);
            }
            "crate" | "self" | "super" if tokens.get(at + 1) == Some(&"::") && (at == 0 || tokens[at - 1] != "::") => {
                let here: Vec<String> =
                    module.iter().cloned().chain(inline.iter().map(|(_, name)| name.clone())).collect();
                found.extend(tree_or_path(&tokens[at..]).into_iter().filter_map(|path| absolute(&path, &here)));
            }
            _ => {}
        }
    }
    found
}

/// The paths at the start: of a use tree, or one inline path up to the first token that is none of its own.
fn tree_or_path(tokens: &[&str]) -> Vec<Vec<String>> {
    let mut length = 1;
    while tokens.get(length) == Some(&"::") {
        match tokens.get(length + 1) {
            Some(&"{") => return tree(tokens).0.into_iter().map(|leaf| leaf.path).collect(),
            Some(token) if token.chars().all(|sign| sign.is_alphanumeric() || sign == '_') => length += 2,
            _ => break,
        }
    }
    vec![tokens[..length].iter().filter(|token| **token != "::").map(|token| (*token).to_owned()).collect()]
}

/// The path from the root of the crate; `None` above it.
fn absolute(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let mut base = module.to_vec();
    let mut rest = path;
    loop {
        match rest.first().map(String::as_str) {
            Some("crate") => base.clear(),
            Some("super") => drop(base.pop()?),
            Some("self") => {}
            _ => break,
        }
        rest = &rest[1..];
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// Strongly connected components of more than one module, each sorted.
fn components(graph: &Graph) -> Vec<Vec<String>> {
    let reach: BTreeMap<&String, BTreeSet<&String>> = graph
        .keys()
        .map(|start| {
            let mut seen = BTreeSet::new();
            let mut open = vec![start];
            while let Some(module) = open.pop() {
                open.extend(graph.get(module).into_iter().flatten().filter(|next| seen.insert(*next)));
            }
            (start, seen)
        })
        .collect();
    let groups: BTreeSet<Vec<String>> = graph
        .keys()
        .filter(|module| reach[module].contains(module))
        .map(|module| {
            reach[module].iter().filter(|other| reach[**other].contains(module)).map(|other| (*other).clone()).collect()
        })
        .collect();
    groups.into_iter().collect()
}

mod tests;
