//! Catalogue: companies, what they offer, and reviews. Open to visitors without an account.

mod company;
mod filter;
mod offerings;

use utoipa_actix_web::service_config::ServiceConfig;

pub fn routes(api: &mut ServiceConfig) {
    api.configure(company::routes) // pages of companies
        .configure(offerings::routes); // offerings and their lists
}
