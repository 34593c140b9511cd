//! OpenAPI document as a single page of plain HTML without scripts or external resources.

use std::fmt::Write as _;

use serde_json::Value;

pub(super) const STYLE: &str = "
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 15%, transparent);
  --quiet: color-mix(in srgb, currentColor 65%, transparent); }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 6rem; }
h1 { font-size: 2rem; margin-block: 0 .5rem } h2 { margin-block: 3rem .5rem; text-transform: capitalize }
details { border: 1px solid var(--line); border-radius: 10px; margin-block: .6rem; padding-inline: 1rem }
summary { cursor: pointer; padding-block: .7rem; display: flex; gap: .8rem; align-items: baseline; flex-wrap: wrap }
code, .path { font: .92em/1.5 ui-monospace, monospace } .path { font-weight: 600; overflow-wrap: anywhere }
.method { font: 700 .75rem/1 ui-monospace, monospace; padding: .35rem .5rem; border-radius: 6px; color: #fff; background: #2d6a4f }
.method.post { background: #1d4ed8 } .method.delete { background: #b91c1c } .method.put, .method.patch { background: #92400e }
.quiet { color: var(--quiet) } table { border-collapse: collapse; width: 100%; margin-block: .4rem 1rem }
td, th { text-align: start; padding: .35rem .6rem .35rem 0; border-block-start: 1px solid var(--line); vertical-align: top }
h3 { font-size: .8rem; letter-spacing: .06em; text-transform: uppercase; margin-block: 1rem .2rem; color: var(--quiet) }
";

/// Renders the whole page.
pub fn page(document: &Value) -> String {
    let mut html = String::new();
    // Writing to a String cannot fail.
    let _ = write!(
        html,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>Plaza API</title><style>{STYLE}</style><h1>Plaza API</h1>\
         <p>{}</p><p><a href=\"/api/v1/openapi.json\">OpenAPI document</a> · <a href=\"/api/docs/live\">The live wire</a> · version {}</p>",
        prose(text(&document["info"]["description"])),
        escaped(text(&document["info"]["version"])),
    );
    for (tag, operations) in by_tag(document) {
        let _ = write!(html, "<h2>{}</h2>", escaped(&tag));
        for operation in operations {
            write_operation(&mut html, document, &operation);
        }
    }
    html.push_str("<h2>Types</h2>");
    for (name, schema) in object(&document["components"]["schemas"]) {
        let name = escaped(name);
        let _ = write!(html, "<details id=\"{name}\"><summary><span class=\"path\">{name}</span></summary>");
        let _ = write!(html, "<p>{}</p>", prose(text(&schema["description"])));
        write_fields(&mut html, schema);
        html.push_str("</details>");
    }
    html
}

struct Described<'a> {
    method: &'a str,
    path: &'a str,
    about: &'a Value,
}

fn by_tag(document: &Value) -> Vec<(String, Vec<Described<'_>>)> {
    let mut tags: Vec<(String, Vec<Described<'_>>)> = Vec::new();
    for (path, item) in object(&document["paths"]) {
        for (method, about) in object(item) {
            let tag = about["tags"].get(0).map_or("other", text).to_owned();
            let described = Described { method, path, about };
            match tags.iter_mut().find(|(known, _)| *known == tag) {
                Some((_, operations)) => operations.push(described),
                None => tags.push((tag, vec![described])),
            }
        }
    }
    tags
}

fn write_operation(html: &mut String, document: &Value, operation: &Described<'_>) {
    let Described { method, path, about } = operation;
    let lock = if about["security"].is_array() { " · <span class=\"quiet\">signed in</span>" } else { "" };
    let _ = write!(
        html,
        "<details><summary><span class=\"method {0}\">{1}</span><span class=\"path\">{2}</span>\
         <span class=\"quiet\">{3}</span></summary><p>{4}{lock}</p>",
        escaped(method),
        escaped(&method.to_uppercase()),
        escaped(path),
        escaped(text(&about["summary"])),
        prose(text(&about["description"])),
    );
    if let Some(parameters) = about["parameters"].as_array() {
        html.push_str("<h3>Parameters</h3><table>");
        for parameter in parameters {
            let required = parameter["required"] == true;
            write_field(
                html,
                text(&parameter["name"]),
                &parameter["schema"],
                required,
                text(&parameter["description"]),
            );
        }
        html.push_str("</table>");
    }
    if let Some((_, content)) = object(&about["requestBody"]["content"]).next() {
        html.push_str("<h3>Body</h3>");
        let kinds: Vec<String> = object(&about["requestBody"]["content"]).map(|(kind, _)| escaped(kind)).collect();
        let _ = write!(html, "<p class=\"quiet\">{}</p>", kinds.join(", "));
        write_fields(html, resolved(document, &content["schema"]));
    }
    html.push_str("<h3>Answers</h3><table>");
    for (status, answer) in object(&about["responses"]) {
        let schema = object(&answer["content"]).next().map_or(&Value::Null, |(_, content)| &content["schema"]);
        let _ = write!(html, "<tr><td><code>{}</code><td>{}", escaped(status), kind(schema));
    }
    html.push_str("</table></details>");
}

fn write_fields(html: &mut String, schema: &Value) {
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("<code>{}</code>", escaped(text(value)))).collect();
        let _ = write!(html, "<p>One of {}</p>", values.join(", "));
        return;
    }
    if !schema["properties"].is_object() {
        let _ = write!(html, "<p>{}</p>", kind(schema));
        return;
    }
    html.push_str("<table>");
    for (name, field) in object(&schema["properties"]) {
        let required = schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        write_field(html, name, field, required, text(&field["description"]));
    }
    html.push_str("</table>");
}

fn write_field(html: &mut String, name: &str, schema: &Value, required: bool, about: &str) {
    let optional = if required { "" } else { " <span class=\"quiet\">optional</span>" };
    let _ = write!(html, "<tr><td><code>{}</code>{optional}<td>{}<td>{}", escaped(name), kind(schema), prose(about),);
}

/// Describes the type of a value in a few words.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|link| link.rsplit('/').next()) {
        let name = escaped(name);
        return format!("<a href=\"#{name}\"><code>{name}</code></a>");
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(all) = schema[several].as_array() {
            return all.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => format!("list of {}", kind(&schema["items"])),
        Value::String(name) => format!("<code>{}</code>", escaped(name)),
        Value::Array(names) => {
            names.iter().map(|name| format!("<code>{}</code>", escaped(text(name)))).collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|link| document.pointer(link.trim_start_matches('#')));
    target.unwrap_or(schema)
}

fn object(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Escapes text and renders backquoted parts as `code`.
pub(super) fn prose(text: &str) -> String {
    let mut html = String::new();
    for (at, piece) in text.split('`').enumerate() {
        let piece = escaped(piece);
        html += &if at % 2 == 1 { format!("<code>{piece}</code>") } else { piece };
    }
    html
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_shows_every_operation_without_scripts() {
        let document = serde_json::to_value(crate::http::openapi::document()).unwrap();
        let html = page(&document);
        for path in document["paths"].as_object().unwrap().keys() {
            assert!(html.contains(path.as_str()), "{path}");
        }
        assert!(!html.contains("<script") && !html.contains("http://") && !html.contains("https://"));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(prose("a `<b>` & c"), "a <code>&lt;b&gt;</code> &amp; c");
    }
}
