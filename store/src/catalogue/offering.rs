//! Offerings in lists.

use crate::{catalogue::category, types::fold::word_key};

/// Returns the words that an offering is found by: its name and the labels of its category and subcategory.
pub fn search_key(name: &str, category: &str, subcategory: Option<&str>) -> String {
    let mut words = name.to_owned();
    if let Some(category) = category::find(category) {
        for label in category.labels().chain(subcategory.into_iter().flat_map(|key| category.subcategory_labels(key))) {
            words.push(' ');
            words.push_str(label);
        }
    }
    word_key(&words)
}
