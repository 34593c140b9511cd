//! Every operation with a JSON body refuses fields that it does not know, values of another type and missing fields, and
//! names them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{
    app::{Answer, TestApp},
    market,
    schema::DOCUMENT,
};

const UNKNOWN: &str = "no_such_field";
/// Operations that read the thing in this field before the rest of their body.
const READ_FIRST: &[(&str, &str)] = &[
    ("chatapp-block-unblock-users", "chat_id"),
    ("chatapp-report-users", "chat_id"),
    ("share-user-profile", "user_id"),
];

/// Operation with a JSON body.
struct Operation {
    method: String,
    path: String,
    fields: Vec<(String, Value)>,
    required: BTreeSet<String>,
}

fn resolved(schema: &Value) -> &Value {
    match schema["$ref"].as_str() {
        Some(link) => resolved(DOCUMENT.pointer(link.trim_start_matches('#')).unwrap()),
        None => schema,
    }
}

/// Adds the fields of a schema and of those that it contains.
fn collect(schema: &Value, operation: &mut Operation) {
    let schema = resolved(schema);
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        operation.fields.push((name.clone(), field.clone()));
    }
    operation
        .required
        .extend(schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).map(Into::into));
    schema["allOf"].as_array().into_iter().flatten().for_each(|part| collect(part, operation));
}

fn operations() -> Vec<Operation> {
    let mut all = Vec::new();
    for (path, item) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, described) in item.as_object().unwrap() {
            let schema = &described["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            // Nothing has the id 1.
            let path = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
            let path = path.collect::<Vec<_>>().join("/");
            let mut operation =
                Operation { method: method.to_uppercase(), path, fields: Vec::new(), required: BTreeSet::new() };
            collect(schema, &mut operation);
            all.push(operation);
        }
    }
    all
}

/// Returns a value that the field cannot take.
fn wrong(field: &Value) -> Value {
    if resolved(field)["type"] == "object" { json!("x") } else { json!({"a": [1]}) }
}

/// Fails unless the answer names one of the fields, or what the path names does not exist.
fn names(answer: &Answer, fields: &[&str], operation: &Operation) {
    let Operation { method, path, .. } = operation;
    if answer.status == 404 {
        return;
    }
    assert_eq!(answer.status, 422, "{method} {path}, {fields:?}: {}", answer.json);
    let errors = answer.json["errors"].as_object().unwrap();
    let read_first = READ_FIRST.iter().any(|(part, first)| path.contains(part) && errors.contains_key(*first));
    let is_named = errors.keys().any(|name| name.split('.').next().is_some_and(|name| fields.contains(&name)));
    assert!(is_named || read_first, "{method} {path}, {fields:?}: {}", answer.json);
}

#[actix_web::test]
async fn wrong_unknown_and_missing_fields_are_named() {
    let app = TestApp::with(&["--sign-in-rate", "0"]).await;
    let ann = app.person("ann").await;
    let owner = market::hotel(&app).await.owner;
    let operations = operations();
    assert!(operations.len() > 150, "{}", operations.len());
    for operation in &operations {
        let is_business = operation.path.contains("rofessional") || operation.path.contains("/admin/");
        let caller = if is_business { &owner } else { &ann };
        let call = async |body: Value| app.call(&operation.method, &operation.path).as_(caller).json(body).await;
        names(&call(json!({ UNKNOWN: 1 })).await, &[UNKNOWN], operation);
        for (name, field) in &operation.fields {
            names(&call(json!({ name: wrong(field) })).await, &[name], operation);
        }
        if !operation.required.is_empty() {
            let required: Vec<_> = operation.required.iter().map(String::as_str).collect();
            names(&call(json!({})).await, &required, operation);
        }
    }
}
