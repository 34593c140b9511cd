mod export;
mod folders;
mod import;
mod occurrences {
    mod occurrence_id;
}
mod offerings;
mod ports;
mod resources;
mod terms;
mod variants {
    mod variant_id;
}

use serde_json::{Value, json};
use store::{testing::market::CompanyRow, types::ids::OfferingId};

use crate::support::app::{Person, TestApp};

/// Returns a path of the catalogue.
pub fn path(rest: &str) -> String {
    format!("/api/v1/userprofessional/catalogue/{rest}")
}

/// Signs in the owner of a new salon with a shop, and the owner of another one.
pub async fn owners(app: &TestApp) -> (Person, Person) {
    let (owner, other) = (app.business("salon").await, app.business("spa").await);
    for (id, owner) in [(1, &owner), (2, &other)] {
        let name = if id == 1 { "Salon" } else { "Spa" };
        let company = CompanyRow {
            owner: Some(owner.id),
            categories: vec!["beauty", "shops", "music", "hotels"],
            ..CompanyRow::new(id, name)
        };
        company.insert(&app.state().db).await;
    }
    (owner, other)
}

fn facial() -> Value {
    json!({
        "category": "beauty", "kind": "service", "name": "Facial", "duration_minutes": 60, "vat_rate": 2100,
        "variants": [{"price": 4500}],
    })
}

/// Creates an offering and returns its id.
async fn create(app: &TestApp, owner: &Person, offering: Value) -> OfferingId {
    let answer = app.post(&path("offerings/")).as_(owner).json(offering).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    OfferingId(answer.data()["id"].as_i64().unwrap())
}
