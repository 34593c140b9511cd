use super::{owners, path};
use crate::support::app::TestApp;

#[actix_web::test]
async fn all_ports_are_listed_by_name() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let ports = app.get(&path("ports/")).as_(&owner).send().await;
    let ports = ports.data().as_array().unwrap();
    let names: Vec<_> = ports.iter().map(|port| port["name"].as_str().unwrap()).collect();
    assert!(names.len() > 100 && names[0] == "A Coruña");
    assert!(ports.iter().any(|port| port["code"] == "HRSPU" && port["name"] == "Split" && port["country"] == "HR"));
    let guest = app.guest().await;
    app.get(&path("ports/")).as_(&guest).send().await.refused(403, "not_allowed");
}
