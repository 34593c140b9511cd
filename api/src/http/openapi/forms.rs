//! Request bodies in the OpenAPI document: form content types, optional bodies and non-empty strings.

use std::collections::BTreeMap;

use utoipa::openapi::{
    Content, RefOr, Required, Schema,
    request_body::RequestBody,
    schema::{SchemaType, Type},
};

const JSON: &str = "application/json";
const FORMS: [&str; 2] = ["application/x-www-form-urlencoded", "multipart/form-data"];

pub type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Adds form content types where a form can carry the body: no lists and no objects. Operations that read lists from
/// forms declare forms themselves. A body of an `Option` is optional.
pub fn complete(body: &mut RequestBody, schemas: &Schemas) {
    if body.required.is_none() {
        body.required = Some(Required::False);
    }
    let [(kind, content)] = &mut body.content.iter_mut().collect::<Vec<_>>()[..] else { return };
    let RefOr::T(content) = content else { return };
    let Some(schema) = &mut content.schema else { return };
    if let Some(plain) = without_null(schema) {
        *schema = plain;
    }
    if kind.as_str() == JSON && is_flat(schema, schemas) {
        let content = content.clone();
        body.content.extend(FORMS.map(|kind| (kind.to_owned(), content.clone().into())));
    }
}

/// Returns the schema that an `Option` wraps.
fn without_null(schema: &RefOr<Schema>) -> Option<RefOr<Schema>> {
    let RefOr::T(Schema::OneOf(choice)) = schema else { return None };
    choice.items.iter().find(|item| matches!(item, RefOr::Ref(_))).cloned()
}

fn resolved<'a>(schema: &'a RefOr<Schema>, schemas: &'a Schemas) -> Option<&'a Schema> {
    match schema {
        RefOr::T(schema) => Some(schema),
        RefOr::Ref(link) => match schemas.get(link.ref_location.rsplit('/').next()?)? {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(_) => None,
        },
    }
}

fn is_flat(schema: &RefOr<Schema>, schemas: &Schemas) -> bool {
    match resolved(schema, schemas) {
        Some(Schema::Object(object)) => object.properties.values().all(|field| is_text(field, schemas)),
        _ => false,
    }
}

/// Returns true if a form can carry the value: a text, a number or a boolean.
fn is_text(schema: &RefOr<Schema>, schemas: &Schemas) -> bool {
    let is_scalar = |kind: &Type| !matches!(kind, Type::Object | Type::Array);
    match resolved(schema, schemas) {
        Some(Schema::Object(object)) => match &object.schema_type {
            SchemaType::Type(kind) => is_scalar(kind),
            SchemaType::Array(kinds) => kinds.iter().all(is_scalar),
            SchemaType::AnyValue => false,
        },
        Some(Schema::OneOf(choice)) => choice.items.iter().all(|item| is_text(item, schemas)),
        _ => false,
    }
}

/// Marks required strings as non-empty unless they declare a stricter length. Removes their default, which only serves
/// to report all missing fields at once.
pub fn require_texts(body: &RequestBody, schemas: &mut Schemas) {
    for content in body.content.values() {
        let RefOr::T(Content { schema: Some(RefOr::Ref(link)), .. }) = content else { continue };
        let Some(name) = link.ref_location.rsplit('/').next() else { continue };
        let Some(RefOr::T(Schema::Object(object))) = schemas.get_mut(name) else { continue };
        let required = object.required.clone();
        for (name, field) in &mut object.properties {
            let RefOr::T(Schema::Object(field)) = field else { continue };
            if !required.contains(name) || field.schema_type != SchemaType::Type(Type::String) {
                continue;
            }
            field.default = None;
            if field.enum_values.is_none() && field.pattern.is_none() {
                field.min_length.get_or_insert(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    /// Operations that read lists from forms (`extract::StreamingForm`).
    const LISTS_IN_FORMS: [&str; 5] = [
        "account_save_favourite_categories",
        "account_update_profile",
        "business_add_company",
        "business_register",
        "business_update_profile",
    ];

    fn each_body(mut check: impl FnMut(&str, &Value, &Value, &Value)) {
        let document = serde_json::to_value(crate::http::openapi::document()).unwrap();
        for item in document["paths"].as_object().unwrap().values() {
            for operation in item.as_object().unwrap().values().filter(|about| about["requestBody"].is_object()) {
                let body = &operation["requestBody"];
                let content = body["content"].as_object().unwrap().values().next().unwrap();
                // The bytes of a file have no fields.
                let Some(link) = content["schema"]["$ref"].as_str() else { continue };
                let link = link.trim_start_matches('#');
                check(operation["operationId"].as_str().unwrap(), body, document.pointer(link).unwrap(), &document);
            }
        }
    }

    /// Operations whose body carries files.
    const WITH_FILES: [&str; 9] = [
        "business_add_employee",
        "business_answer_ticket",
        "business_import_offerings",
        "chat_upload",
        "orders_upload_return_media",
        "support_contact",
        "support_create_ticket",
        "support_send_feedback",
        "support_write_message",
    ];

    #[test]
    fn forms_are_offered_when_body_is_flat() {
        each_body(|id, body, schema, document| {
            let nested = schema["properties"].as_object().unwrap().values().any(|field| {
                // A nullable field names its type among others.
                let link = [&field["$ref"], &field["oneOf"][0]["$ref"]].into_iter().find_map(Value::as_str);
                let target = link.and_then(|link| document.pointer(link.trim_start_matches('#')));
                let kind = &target.unwrap_or(field)["type"];
                ["array", "object"].iter().any(|nested| kind == nested || kind[0] == *nested)
            });
            let kinds: Vec<&str> = body["content"].as_object().unwrap().keys().map(String::as_str).collect();
            let expected: &[&str] = match () {
                () if WITH_FILES.contains(&id) => &["multipart/form-data"],
                () if nested && !LISTS_IN_FORMS.contains(&id) => &["application/json"],
                () => &["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
            };
            assert_eq!(kinds, expected, "{id}");
        });
    }

    #[test]
    fn optional_bodies_are_not_required() {
        let mut optional = Vec::new();
        each_body(|id, body, schema, _| {
            if body["required"] != true {
                assert!(schema["required"].as_array().is_none_or(Vec::is_empty), "{id} requires fields");
                optional.push(id.to_owned());
            }
        });
        let expected = [
            "account_delete",
            "account_update_privacy",
            "advertisements_count",
            "auth_logout",
            "business_invite_employee",
            "business_renew_invitation",
            "chat_change_settings",
            "chat_set_block",
        ];
        optional.sort_unstable();
        assert_eq!(optional, expected);
    }

    #[test]
    fn required_strings_are_declared_non_empty() {
        each_body(|id, _, schema, _| {
            for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                let field = &schema["properties"][name];
                if field["type"] == "string" && field["format"] != "binary" && id != "chat_save_draft" {
                    let says = field["minLength"].as_u64() >= Some(1) || field["pattern"].is_string();
                    assert!(says || field["enum"].is_array(), "{id}: {name}");
                    assert!(field["default"].is_null(), "{id}: {name}");
                }
            }
        });
    }
}
