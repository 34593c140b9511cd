//! A company with offerings, for tests of the catalogue.

use store::{
    testing::market::{CompanyRow, OfferingRow},
    types::ids::CompanyId,
};

use crate::support::app::TestApp;

/// Creates the restaurant `casa-azul` (70) in Madrid, open day and night, with a soup (1) of 9.00.
pub async fn restaurant(app: &TestApp) -> CompanyId {
    let company = CompanyRow {
        features: vec!["halal"],
        position: Some((40.4168, -3.7038)),
        hours: Some(0..24 * 60),
        ..CompanyRow::new(70, "Casa Azul")
    };
    let company = company.insert(&app.state().db).await;
    OfferingRow { price: 900, ..OfferingRow::new(1, company, "Soup") }.insert(&app.state().db).await;
    company
}
