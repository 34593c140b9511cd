//! Accounts of the people of the market.

use serde_json::{Value, json};

use super::super::market::PersonScript;
use crate::{account::AccountKind, types::timestamp::Timestamp};

/// Returns the row of an account, in the column order of the demo's other accounts.
pub fn account(id: i64, kind: AccountKind, person: &PersonScript, hash: &str, times: [Timestamp; 2]) -> Value {
    let user_name = person.user_name.as_str();
    json!([
        id,
        kind,
        user_name,
        format!("{user_name}@plaza.example"),
        hash,
        person.first_name,
        person.last_name,
        person.dob,
        person.gender,
        person.city,
        person.city,
        person.country,
        Value::Null,
        times[0].0,
        times[1].0,
        crate::account::skeleton(user_name),
        crate::social::search_key(user_name, &person.first_name, &person.last_name)
    ])
}
