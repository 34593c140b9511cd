mod gallery;
mod hours;
mod news;
mod pause;
mod profile;

use serde_json::Value;
use store::testing::market::CompanyRow;

use crate::{
    routes::chat::chatapp_upload_media::{picture, upload},
    support::app::{Person, TestApp},
};

/// Returns a path of the company's page.
fn path(rest: &str) -> String {
    format!("/api/v1/userprofessional/store/{rest}")
}

/// Signs in the owner of Casa Azul (70), and the owner of another company.
pub async fn owners(app: &TestApp) -> (Person, Person) {
    let (chef, other) = (app.business("chef").await, app.business("spa").await);
    for (id, name, owner) in [(70, "Casa Azul", &chef), (71, "Spa", &other)] {
        let company = CompanyRow { owner: Some(owner.id), hours: Some(540..720), ..CompanyRow::new(id, name) };
        company.insert(&app.state().db).await;
    }
    (chef, other)
}

/// Uploads a picture and returns its id.
pub async fn uploaded(app: &TestApp, who: &Person) -> Value {
    let sent = upload(app, who, "terrace.png", &picture(64, 48, image::ImageFormat::Png)).await;
    assert_eq!(sent.status, 201, "{}", sent.json);
    sent.data()["id"].clone()
}
