//! Sales of a company: dashboard, customers, promo codes, loyalty, invoices and reviews.

mod customers;
mod dashboard;
mod invoices;
mod loyalty;
mod promo_codes;
mod reviews;

use crate::{
    error::{Error, Result},
    http::openapi::ServiceConfig,
};

pub fn routes(api: &mut ServiceConfig) {
    dashboard::routes(api);
    customers::routes(api);
    promo_codes::routes(api);
    invoices::routes(api);
    loyalty::routes(api);
    reviews::routes(api);
}

/// Maximum characters of a search.
const QUERY_MAX: usize = 100;

fn checked_query(query: Option<String>) -> Result<String> {
    let text = query.unwrap_or_default();
    if text.chars().count() > QUERY_MAX {
        return Err(Error::field("query", format!("Enter at most {QUERY_MAX} characters.")));
    }
    Ok(text)
}
