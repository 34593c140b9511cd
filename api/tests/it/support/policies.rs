//! Companies and their policies.

use serde_json::{Value, json};
use store::types::ids::UserId;

use crate::{
    routes::userProfessionalRoutes::company_profiles::sign_up,
    support::app::{Person, TestApp},
};

/// Paths of the policies of a kind, below `/api/v1/userprofessional/`.
pub struct Paths {
    pub kind: &'static str,
    pub add: &'static str,
    pub list: &'static str,
    /// Method, and path without the id.
    pub update: (&'static str, &'static str),
    /// Path without the id.
    pub delete: &'static str,
}

pub const CANCELLATION: Paths = Paths {
    kind: "cancellation",
    add: "cancellation-policies/",
    list: "cancellation-policies/",
    update: ("PUT", "cancellation-policies/"),
    delete: "cancellation-policies/",
};
pub const RULE: Paths = Paths {
    kind: "rule",
    add: "my-company/rules/",
    list: "my-company/rules/",
    update: ("PUT", "my-company/rules/"),
    delete: "my-company/rules/",
};
pub const REFUND: Paths = Paths {
    kind: "refund",
    add: "company/refund-policies/",
    list: "company/refund-policies/",
    update: ("PATCH", "company/refund-policy/update-delete/"),
    delete: "company/refund-policy/update-delete/",
};
pub const PRIVACY: Paths = Paths {
    kind: "privacy",
    add: "company-privacy-policy/",
    list: "company-privacy-policy/list/",
    update: ("PATCH", "company-privacy-policy/update/"),
    delete: "company-privacy-policy/delete/",
};
pub const FACILITY: Paths = Paths {
    kind: "facility",
    add: "my-company/facilities/",
    list: "facilities-list/",
    update: ("PATCH", "my-company/facilities/"),
    delete: "my-company/facilities/",
};
pub const DIRECTIONS: Paths = Paths {
    kind: "directions",
    add: "how-to-get/company/",
    list: "how-to-get/company/",
    update: ("PUT", "how-to-get/"),
    delete: "how-to-get/",
};

pub fn place(path: &str) -> String {
    format!("/api/v1/userprofessional/{path}")
}

/// Signs up a company with the categories `food` and `shops`.
pub async fn owner(app: &TestApp, name: &str) -> Person {
    let made = app.post("/api/v1/userProfessionalRoutes/company-profiles").json(sign_up(name)).await;
    assert_eq!(made.status, 201, "{}", made.json);
    let data = made.data();
    let text = |field: &str| data[field].as_str().unwrap().to_owned();
    Person {
        id: UserId(data["user"]["id"].as_i64().unwrap()),
        user_name: name.to_owned(),
        access: text("access_token"),
        refresh: text("refresh_token"),
    }
}

impl Paths {
    /// Adds an entry and returns it.
    pub async fn added(&self, app: &TestApp, by: &Person, body: Value) -> Value {
        let added = app.post(&place(self.add)).as_(by).json(body).await;
        assert_eq!(added.status, 201, "{}", added.json);
        assert_eq!(added.data()["kind"], self.kind);
        added.data().clone()
    }

    /// Returns the whole list.
    pub async fn listed(&self, app: &TestApp, by: &Person) -> Value {
        let list = app.get(&place(self.list)).as_(by).send().await;
        assert_eq!((list.status, &list.json["per_page"]), (200, &json!(50)), "{}", list.json);
        list.data().clone()
    }

    pub fn entry_to_update(&self, entry: &Value) -> String {
        format!("{}{}/", place(self.update.1), entry["id"])
    }

    pub fn entry_to_delete(&self, entry: &Value) -> String {
        format!("{}{}/", place(self.delete), entry["id"])
    }

    /// Fails unless an entry can be added in every body format, and appears in its own company's list only.
    pub async fn adds_in_any_format(&self, app: &TestApp) {
        let (chef, hotel) = (owner(app, "chef").await, owner(app, "hotel").await);
        let text = "First line.\n<b>Second</b> line.";
        let full = json!({"title": " Good to know ", "text": text, "category": "food"});
        let first = self.added(app, &chef, full).await;
        for (field, value) in [
            ("title", json!("Good to know")),
            ("text", json!(text)),
            ("category", json!("food")),
            ("facility", Value::Null),
            ("position", json!(0)),
        ] {
            assert_eq!(first[field], value, "{field}");
        }
        let form = app.post(&place(self.add)).as_(&chef).form("title=Second&text=&category=&position=").await;
        let parts: [(&str, Option<&str>, &[u8]); 2] = [("title", None, b"Third"), ("position", None, b"0")];
        let multipart = app.post(&place(self.add)).as_(&chef).multipart(&parts).await;
        assert_eq!((form.status, multipart.status), (201, 201), "{} {}", form.json, multipart.json);
        assert_eq!((&form.data()["category"], &form.data()["text"]), (&Value::Null, &json!("")));
        assert_eq!(self.titles(app, &chef).await, ["Third", "Good to know", "Second"]);
        assert_eq!(self.listed(app, &hotel).await, json!([]));
    }

    pub async fn titles(&self, app: &TestApp, by: &Person) -> Vec<String> {
        let list = self.listed(app, by).await;
        list.as_array().unwrap().iter().map(|entry| entry["title"].as_str().unwrap().to_owned()).collect()
    }

    /// Fails unless invalid fields are named and nothing is added.
    pub async fn refuses_invalid_entries(&self, app: &TestApp) {
        let chef = owner(app, "chef").await;
        let post = async |body: Value| app.post(&place(self.add)).as_(&chef).json(body).await;
        let with = |field: &str, value: Value| {
            let mut body = json!({"title": "Rule"});
            body[field] = value;
            body
        };
        for (body, field) in [
            (json!({}), "title"),
            (json!({"title": " "}), "title"),
            (with("title", json!("x".repeat(121))), "title"),
            (with("title", json!("a\nb")), "title"),
            (with("title", json!(7)), "title"),
            (with("text", json!("x".repeat(5_001))), "text"),
            (with("category", json!("music")), "category"),
            (with("category", json!("gold")), "category"),
            (with("position", json!(50)), "position"),
            (with("position", json!(-1)), "position"),
            (with("position", json!("first")), "position"),
            (with("company_id", json!(1)), "company_id"),
            (with("kind", json!("rule")), "kind"),
        ] {
            post(body).await.refused_fields(&[field]);
        }
        if self.kind != "cancellation" {
            post(with("free_cancel_hours", json!(1))).await.refused_fields(&["free_cancel_hours"]);
        }
        if self.kind != "facility" {
            post(with("facility", json!("wifi"))).await.refused_fields(&["facility"]);
        }
        let all = json!({"title": "", "text": "x".repeat(5_001), "category": "music", "position": 99});
        let answer = post(all).await;
        answer.refused_fields(&["category", "position", "text", "title"]);
        assert_eq!(answer.json["errors"]["category"], json!(["Choose one of: food, shops."]));
        assert_eq!(self.listed(app, &chef).await, json!([]));
    }

    /// Fails unless `type` filters the list and refuses other values, and pages are counted.
    pub async fn filters_and_pages(&self, app: &TestApp) {
        let chef = owner(app, "chef").await;
        for category in ["food", "shops", ""] {
            self.added(app, &chef, json!({"title": "Rule", "category": category})).await;
        }
        let list = async |query: &str| app.get(&format!("{}?{query}", place(self.list))).as_(&chef).send().await;
        for (filter, total) in [(self.kind, 3), ("food", 2), ("shops", 2), ("music", 1), ("", 3)] {
            let found = list(&format!("type={filter}")).await;
            assert_eq!((found.status, &found.json["total"]), (200, &json!(total)), "{filter}");
        }
        let page = list("per_page=2&page=2").await;
        assert_eq!((page.data().as_array().unwrap().len(), &page.json["total"]), (1, &json!(3)));
        let refused = list("type=gold").await;
        refused.refused_fields(&["type"]);
        let says = refused.json["errors"]["type"][0].as_str().unwrap();
        assert!(says.starts_with(&format!("Choose one of: {}, food, hotels,", self.kind)), "{says}");
        list("per_page=101").await.refused_fields(&["per_page"]);
        list("kind=rule").await.refused_fields(&["kind"]);
    }

    /// Fails unless sent fields change and others stay.
    pub async fn updates_sent_fields(&self, app: &TestApp) {
        let chef = owner(app, "chef").await;
        let entry = self.added(app, &chef, json!({"title": "Old", "text": "Text", "category": "food"})).await;
        self.added(app, &chef, json!({"title": "Other"})).await;
        let (method, path) = (self.update.0, self.entry_to_update(&entry));
        let update = async |body: Value| {
            let answer = app.call(method, &path).as_(&chef).json(body).await;
            assert_eq!(answer.status, 200, "{}", answer.json);
            answer.data().clone()
        };
        let titled = update(json!({"title": "New"})).await;
        assert_eq!((&titled["title"], &titled["text"]), (&json!("New"), &json!("Text")));
        assert_eq!((&titled["category"], &titled["position"]), (&json!("food"), &json!(0)));
        let cleared = update(json!({"text": "", "category": null, "position": 1})).await;
        assert_eq!((&cleared["title"], &cleared["text"]), (&json!("New"), &json!("")));
        assert_eq!((&cleared["category"], &cleared["position"]), (&Value::Null, &json!(1)));
        assert_eq!(self.titles(app, &chef).await, ["Other", "New"]);
        let form = app.call(method, &path).as_(&chef).form("text=Form").await;
        assert_eq!((form.status, &form.data()["text"]), (200, &json!("Form")));
        for (body, field) in [
            (json!({"title": ""}), "title"),
            (json!({"text": "x".repeat(5_001)}), "text"),
            (json!({"category": "music"}), "category"),
            (json!({"id": 7}), "id"),
        ] {
            app.call(method, &path).as_(&chef).json(body).await.refused_fields(&[field]);
        }
        assert_eq!(self.listed(app, &chef).await[1], form.json["data"]);
    }

    /// Fails unless an entry is deleted once.
    pub async fn deletes_once(&self, app: &TestApp) {
        let chef = owner(app, "chef").await;
        let entry = self.added(app, &chef, json!({"title": "Old"})).await;
        self.added(app, &chef, json!({"title": "Other"})).await;
        let delete = async || app.call("DELETE", &self.entry_to_delete(&entry)).as_(&chef).send().await;
        assert_eq!(delete().await.status, 200);
        delete().await.refused(404, "not_found");
        let left = self.listed(app, &chef).await;
        assert_eq!((left.as_array().unwrap().len(), &left[0]["position"]), (1, &json!(0)));
    }

    /// Fails unless strangers and paths of another kind answer 404 or 403, and nothing changes.
    pub async fn hides_entries_of_others(&self, app: &TestApp) {
        let (chef, hotel) = (owner(app, "chef").await, owner(app, "hotel").await);
        let (ann, alone) = (app.person("ann").await, app.business("alone").await);
        let entry = self.added(app, &chef, json!({"title": "Mine"})).await;
        let other = if self.kind == "rule" { REFUND } else { RULE };
        let foreign = other.added(app, &chef, json!({"title": "Other kind"})).await;
        let before = self.listed(app, &chef).await;
        let change = json!({"title": "Taken"});
        let calls = [(self.update.0, self.entry_to_update(&entry)), ("DELETE", self.entry_to_delete(&entry))];
        for (method, path) in calls {
            let call = || app.call(method, &path);
            call().as_(&hotel).json(change.clone()).await.refused(404, "not_found");
            call().as_(&alone).json(change.clone()).await.refused(404, "not_found");
            call().as_(&ann).json(change.clone()).await.refused(403, "not_allowed");
            call().json(change.clone()).await.refused(401, "unauthenticated");
        }
        let wrong_kind = app.call(self.update.0, &self.entry_to_update(&foreign)).as_(&chef).json(change).await;
        wrong_kind.refused(404, "not_found");
        let wrong_kind = app.call("DELETE", &self.entry_to_delete(&foreign)).as_(&chef).send().await;
        wrong_kind.refused(404, "not_found");
        assert_eq!(self.listed(app, &chef).await, before);
        assert_eq!(other.titles(app, &chef).await, ["Other kind"]);
    }
}
