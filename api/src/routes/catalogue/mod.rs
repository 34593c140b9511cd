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

use store::{company::public, db::Aggregate};

use crate::{
    error::Result,
    http::{extract::App, openapi::ServiceConfig},
};

/// Finds what an answer about the company with this id or handle is made from.
fn of_company<'a>(app: &'a App, key: &'a str) -> impl AsyncFnOnce() -> Result<Vec<Aggregate>> + use<'a> {
    async move || Ok(vec![Aggregate::Company(public::resolve(&app.db, key).await?)])
}

/// Returns what a list over several companies is made from.
async fn of_market() -> Result<Vec<Aggregate>> {
    Ok(vec![Aggregate::Market])
}

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
