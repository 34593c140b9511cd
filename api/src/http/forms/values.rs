//! Deserializes form and JSON fields into structs. Errors name the invalid field.
//!
//! Form values are texts and are converted to the field's type. JSON values keep their type.

use std::{cell::RefCell, collections::HashSet};

use serde::{
    Deserializer,
    de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess, Visitor, value::StringDeserializer},
    forward_to_deserialize_any,
};
use serde_json::{Error as Cause, Value};

use super::card_number::has_card_number;

use crate::error::{Error, Fields};

/// Deserializes a present text, which may be empty or null. Both differ from a missing field.
pub fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    struct Text;

    impl serde::de::Visitor<'_> for Text {
        type Value = Option<String>;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a text")
        }

        fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(text.to_owned()))
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Some(String::new()))
        }
    }
    deserializer.deserialize_any(Text)
}

/// Raw value of a field.
pub enum FieldValue {
    Text(String),
    Json(Value),
}

impl FieldValue {
    fn has_nul(&self) -> bool {
        fn within(value: &Value) -> bool {
            match value {
                Value::String(text) => text.contains('\0'),
                Value::Array(items) => items.iter().any(within),
                Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || within(value)),
                Value::Null | Value::Bool(_) | Value::Number(_) => false,
            }
        }
        match self {
            Self::Text(text) => text.contains('\0'),
            Self::Json(value) => within(value),
        }
    }
}

/// Parses a form or a query: `a=1&b=2`.
pub fn read_form<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    let pairs: Vec<(String, String)> =
        serde_urlencoded::from_bytes(text).map_err(|cause| Error::Malformed(cause.to_string()))?;
    read(pairs.into_iter().map(|(name, text)| (name, FieldValue::Text(text))).collect())
}

/// Deserializes fields into `T`. Names the first field that is invalid, missing, unknown or repeated.
pub fn read<T: DeserializeOwned>(fields: Vec<(String, FieldValue)>) -> Result<T, Error> {
    let mut names = HashSet::with_capacity(fields.len());
    if let Some((name, _)) = fields.iter().find(|(name, _)| !names.insert(name)) {
        return Err(Error::field(name, "This field came twice."));
    }
    // PostgreSQL cannot store NUL, and no keyboard produces it.
    if let Some((name, _)) = fields.iter().find(|(_, value)| value.has_nul()) {
        return Err(Error::field(name, "A text must not contain the character NUL."));
    }
    let current = RefCell::new(None);
    let all = AllFields { rest: fields.into_iter(), value: None, current: &current };
    T::deserialize(serde::de::value::MapAccessDeserializer::new(all)).map_err(|cause| {
        let says = cause.to_string();
        // serde offers no other way to distinguish the two.
        if let Some(name) = says.strip_prefix("missing field `").and_then(|rest| rest.split('`').next()) {
            return Error::field(name, "This is required.");
        }
        let field = current.into_inner().unwrap_or_default();
        if says.starts_with("unknown field") {
            return Error::Validation(Fields::from([(field, vec!["There is no such field.".to_owned()])]));
        }
        // serde repeats the value.
        if has_card_number(&says) {
            return Error::field(&field, "Never send a card number.");
        }
        Error::field(&field, capital(&plain(says)))
    })
}

/// Names of types: those of serde, and plain ones.
const TYPES: [(&[&str], &str); 6] = [
    (&["i8", "i16", "i32", "i64", "isize"], "a whole number"),
    (&["u8", "u16", "u32", "u64", "usize"], "a whole number from 0"),
    (&["f32", "f64"], "a number"),
    (&["a string"], "a text"),
    (&["a boolean"], "true or false"),
    (&["a sequence"], "a list"),
];

/// Replaces the name of a type that serde expected.
fn plain(says: String) -> String {
    let Some((before, expected)) = says.rsplit_once("expected ") else { return says };
    let known = TYPES.iter().find(|(names, _)| names.contains(&expected));
    known.map_or_else(|| says.clone(), |(_, name)| format!("{before}expected {name}"))
}

/// Capitalizes serde's error message and adds the full stop.
fn capital(says: &str) -> String {
    let mut letters = says.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let stop = if says.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

struct AllFields<'a> {
    rest: std::vec::IntoIter<(String, FieldValue)>,
    value: Option<FieldValue>,
    /// Name of the field that is being read.
    current: &'a RefCell<Option<String>>,
}

impl<'de> MapAccess<'de> for AllFields<'_> {
    type Error = Cause;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Cause> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        *self.current.borrow_mut() = Some(name.clone());
        self.value = Some(value);
        let name: StringDeserializer<Cause> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Cause> {
        match self.value.take() {
            Some(FieldValue::Json(value)) => seed.deserialize(value),
            Some(FieldValue::Text(text)) => seed.deserialize(TextValue(text)),
            None => Err(serde::de::Error::custom("value without a field")),
        }
    }
}

/// Form text, converted to a number or boolean where the field needs it. An empty text is `None` for an optional field:
/// browsers send every field of a form.
struct TextValue(String);

macro_rules! parsed {
    ($($deserialize:ident => $visit:ident, $expected:literal;)*) => {
        $(fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Cause> {
            match self.0.trim().parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => Err(serde::de::Error::custom(concat!("expected ", $expected))),
            }
        })*
    };
}

impl<'de> serde::Deserializer<'de> for TextValue {
    type Error = Cause;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Cause> {
        visitor.visit_string(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Cause> {
        if self.0.is_empty() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Cause> {
        match self.0.trim() {
            "true" | "1" | "on" | "yes" => visitor.visit_bool(true),
            "false" | "0" | "off" | "no" | "" => visitor.visit_bool(false),
            _ => Err(serde::de::Error::custom("expected true or false")),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Cause> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Cause> {
        let text: StringDeserializer<Cause> = self.0.into_deserializer();
        text.deserialize_enum(name, variants, visitor)
    }

    parsed! {
        deserialize_i8 => visit_i8, "a whole number";
        deserialize_i16 => visit_i16, "a whole number";
        deserialize_i32 => visit_i32, "a whole number";
        deserialize_i64 => visit_i64, "a whole number";
        deserialize_u8 => visit_u8, "a whole number";
        deserialize_u16 => visit_u16, "a whole number";
        deserialize_u32 => visit_u32, "a whole number";
        deserialize_u64 => visit_u64, "a whole number";
        deserialize_f32 => visit_f32, "a number";
        deserialize_f64 => visit_f64, "a number";
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Form {
        name: String,
        age: Option<u8>,
        #[serde(default)]
        agreed: bool,
    }

    fn form(text: &str) -> Result<Form, (String, String)> {
        read_form(text.as_bytes()).map_err(named)
    }

    fn json(value: Value) -> Result<Form, (String, String)> {
        let Value::Object(map) = value else { panic!("an object") };
        read(map.into_iter().map(|(name, value)| (name, FieldValue::Json(value))).collect()).map_err(named)
    }

    fn named(error: Error) -> (String, String) {
        let Error::Validation(fields) = error else { panic!("{error:?}") };
        let (field, says) = fields.into_iter().next().unwrap();
        (field, says.join(" "))
    }

    #[test]
    fn form_texts_are_converted_to_field_types() {
        let ann = |age, agreed| Ok(Form { name: "Ann".to_owned(), age, agreed });
        assert_eq!(form("name=Ann&age=7&agreed=true"), ann(Some(7), true));
        assert_eq!(form("name=Ann&age=&agreed=on"), ann(None, true));
        assert_eq!(form("name=Ann"), ann(None, false));
        assert_eq!(json(serde_json::json!({"name": "Ann", "age": 7, "agreed": true})), ann(Some(7), true));
        assert_eq!(json(serde_json::json!({"name": "Ann", "age": null})), ann(None, false));
    }

    #[test]
    fn error_names_invalid_field() {
        let field = |read: Result<Form, (String, String)>| read.unwrap_err().0;
        assert_eq!(field(form("age=7")), "name");
        assert_eq!(field(form("name=Ann&age=x")), "age");
        assert_eq!(field(form("name=Ann&age=300")), "age");
        assert_eq!(field(form("name=Ann&agreed=perhaps")), "agreed");
        assert_eq!(field(form("name=Ann&admin=true")), "admin");
        assert_eq!(field(form("name=Ann&name=Ben")), "name");
        assert_eq!(field(json(serde_json::json!({"name": 7}))), "name");
        assert_eq!(field(json(serde_json::json!({"name": "Ann", "age": "7"}))), "age");
        assert_eq!(field(json(serde_json::json!({"name": "Ann", "age": {"a": 1}}))), "age");
        let (_, says) = form("name=Ann&age=x").unwrap_err();
        assert_eq!(says, "Expected a whole number.");
    }

    #[test]
    fn expected_types_have_plain_names() {
        for (value, expected) in [
            (serde_json::json!({"name": 7}), "Invalid type: integer `7`, expected a text."),
            (
                serde_json::json!({"name": "Ann", "age": -1}),
                "Invalid value: integer `-1`, expected a whole number from 0.",
            ),
            (serde_json::json!({"name": "Ann", "agreed": 1}), "Invalid type: integer `1`, expected true or false."),
        ] {
            assert_eq!(json(value).unwrap_err().1, expected);
        }
    }
}
