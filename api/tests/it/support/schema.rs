//! Validates responses against the OpenAPI document. Required properties are present, undescribed properties are absent,
//! and each has the described type. The generated types of the web app therefore match the responses.

use std::sync::LazyLock;

use serde_json::Value;

/// The committed document, which a test compares with the routes. Each test is a process: it is read in less than half of
/// the time in which it is generated.
pub static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../openapi.json")).unwrap());

/// Panics unless the document describes this response for this operation.
pub fn check(method: &str, path: &str, status: u16, body: &Value) {
    let path = format!("{}/", path.split('?').next().unwrap().trim_end_matches('/'));
    let Some(item) = DOCUMENT["paths"].as_object().unwrap().iter().find(|(pattern, _)| fits(pattern, &path)) else {
        return;
    };
    let operation = &item.1[method.to_lowercase()];
    if operation.is_null() {
        return;
    }
    let responses = &operation["responses"];
    let described = responses.get(status.to_string()).or_else(|| responses.get("default").filter(|_| status >= 400));
    let described = described.unwrap_or_else(|| panic!("{method} {path} is not described to answer {status}: {body}"));
    let schema = &described["content"]["application/json"]["schema"];
    if let Err(says) = matches(schema, body, "body") {
        panic!("{method} {path} answered {status} with something else than described: {says}\n{body:#}");
    }
}

fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len() && pattern.iter().zip(&path).all(|(want, got)| want == got || want.starts_with('{'))
}

fn matches(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    if let Some(link) = schema["$ref"].as_str() {
        let target = DOCUMENT.pointer(link.trim_start_matches('#')).ok_or_else(|| format!("{at}: no {link}"))?;
        return matches(target, value, at);
    }
    for several in ["oneOf", "anyOf"] {
        if let Some(all) = schema[several].as_array() {
            let any = all.iter().any(|one| matches(one, value, at).is_ok());
            return if any { Ok(()) } else { Err(format!("{at}: none of {all:?}")) };
        }
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    if !kinds.contains(&kind) {
        return Err(format!("{at}: {kind} instead of {kinds:?}"));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!("{at}: {value} is none of {values:?}"));
    }
    if let Some(items) = value.as_array() {
        for (index, item) in items.iter().enumerate() {
            matches(&schema["items"], item, &format!("{at}[{index}]"))?;
        }
    }
    let Some(fields) = value.as_object() else { return Ok(()) };
    for required in schema["required"].as_array().into_iter().flatten() {
        if !fields.contains_key(required.as_str().unwrap()) {
            return Err(format!("{at}: {required} is missing"));
        }
    }
    for (name, field) in fields {
        let described = schema["properties"].get(name).or_else(|| schema.get("additionalProperties"));
        let described = described.ok_or_else(|| format!("{at}: {name} is not described"))?;
        matches(described, field, &format!("{at}.{name}"))?;
    }
    Ok(())
}
