//! Catalogue of offers: categories and subcategories.

pub mod category;
