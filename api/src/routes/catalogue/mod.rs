//! Catalogue: companies, what they offer, and reviews. Open to visitors without an account.

mod category;
mod company;
mod cruises;
pub(crate) mod filter;
mod follow;
mod hotels;
mod lists;
mod news;
mod offerings;

use utoipa_actix_web::service_config::ServiceConfig;

pub fn routes(api: &mut ServiceConfig) {
    api.configure(company::routes) // pages of companies
        .configure(follow::routes) // followers of companies
        .configure(news::routes) // news of companies
        .configure(offerings::routes) // offerings and their lists
        .configure(category::routes) // offerings of a company by category
        .configure(hotels::routes) // room types with the price of a stay
        .configure(cruises::routes) // cruises, cabins, ports
        .configure(lists::routes); // facilities, subcategories, booking options
}
