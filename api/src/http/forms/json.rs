//! JSON bodies: an object split into fields before deserialization, with unique keys at every depth. serde_json alone
//! would keep the last of two equal keys, while a proxy in front of the server may read the first.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

use super::values::FieldValue;
use crate::error::{Error, Result};

/// Parses an object into its fields, in their order.
pub fn fields(body: &[u8]) -> Result<Vec<(String, FieldValue)>> {
    let parsed: Object = serde_json::from_slice(body).map_err(|cause| Error::Malformed(cause.to_string()))?;
    if let Some((name, _)) = parsed.0.iter().find(|(_, field)| field.has_equal_keys) {
        return Err(Error::field(name, "A key in this object came twice."));
    }
    Ok(parsed.0.into_iter().map(|(name, field)| (name, FieldValue::Json(field.value))).collect())
}

/// Fields of the body, including duplicates, which deserialization rejects.
struct Object(Vec<(String, Unique)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// Value, and a flag that is true if an object in it has two equal keys.
struct Unique {
    value: Value,
    has_equal_keys: bool,
}

impl From<Value> for Unique {
    fn from(value: Value) -> Self {
        Self { value, has_equal_keys: false }
    }
}

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Unique;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Unique, E> {
                Ok(Value::Null.into())
            }

            fn visit_bool<E>(self, value: bool) -> Result<Unique, E> {
                Ok(Value::Bool(value).into())
            }

            fn visit_i64<E>(self, value: i64) -> Result<Unique, E> {
                Ok(Value::Number(value.into()).into())
            }

            fn visit_u64<E>(self, value: u64) -> Result<Unique, E> {
                Ok(Value::Number(value.into()).into())
            }

            fn visit_f64<E>(self, value: f64) -> Result<Unique, E> {
                Ok(Number::from_f64(value).map_or(Value::Null, Value::Number).into())
            }

            fn visit_str<E>(self, text: &str) -> Result<Unique, E> {
                Ok(Value::String(text.to_owned()).into())
            }

            fn visit_string<E>(self, text: String) -> Result<Unique, E> {
                Ok(Value::String(text).into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Unique, A::Error> {
                let (mut items, mut has_equal_keys) = (Vec::new(), false);
                while let Some(item) = seq.next_element::<Unique>()? {
                    has_equal_keys |= item.has_equal_keys;
                    items.push(item.value);
                }
                Ok(Unique { value: Value::Array(items), has_equal_keys })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unique, A::Error> {
                let (mut fields, mut has_equal_keys) = (Map::new(), false);
                while let Some((name, field)) = map.next_entry::<String, Unique>()? {
                    has_equal_keys |= field.has_equal_keys | fields.insert(name, field.value).is_some();
                }
                Ok(Unique { value: Value::Object(fields), has_equal_keys })
            }
        }
        deserializer.deserialize_any(Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_keep_duplicate_names() {
        let names = |body: &str| -> Vec<String> {
            fields(body.as_bytes()).unwrap().into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names(r#"{"a": 1, "b": [{"c": null}], "a": 2.5}"#), ["a", "b", "a"]);
        assert!(names("{}").is_empty());
    }

    #[test]
    fn duplicate_keys_are_rejected_at_every_depth() {
        for body in [r#"{"a": {"x": 1, "x": 1}}"#, r#"{"a": [[{"y": {"x": 1, "\u0078": 2}}]]}"#] {
            let Err(Error::Validation(errors)) = fields(body.as_bytes()) else { panic!("{body}") };
            assert!(errors.contains_key("a"), "{body}");
        }
    }

    #[test]
    fn values_match_serde_json() {
        let body = r#"{"a": {"b": [1, -2, 3.5, 18446744073709551615, "x\n", true, false, null, {"c": {}}]}}"#;
        let Value::Object(expected) = serde_json::from_str(body).unwrap() else { panic!() };
        for (name, sent) in fields(body.as_bytes()).unwrap() {
            let FieldValue::Json(value) = sent else { panic!() };
            assert_eq!(expected[&name], value);
        }
        for wrong in ["[1]", "1", "", "{\"a\": 1} x", "{\"a\": NaN}"] {
            assert!(matches!(fields(wrong.as_bytes()), Err(Error::Malformed(_))), "{wrong}");
        }
    }
}
