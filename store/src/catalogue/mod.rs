//! What companies offer: the categories and their subcategories.

pub mod category;
