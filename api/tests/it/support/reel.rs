//! A company with a published reel on a test server.

use serde_json::{Value, json};
use store::{
    testing::market::{self, CompanyRow, OfferingRow, ReelRow},
    types::{
        ids::{CompanyId, OfferingId, ReelId, UploadId},
        timestamp::Timestamp,
    },
};

use super::app::{Answer, Person, TestApp};

pub struct Studio {
    pub company: CompanyId,
    pub owner: Person,
    pub offering: OfferingId,
    pub reel: ReelId,
}

/// Opens a company with an offering and a published reel.
pub async fn studio(app: &TestApp) -> Studio {
    let owner = app.business("studio").await;
    let (state, now) = (app.state(), Timestamp::now());
    let id = state.ids.next(now);
    let position = Some((40.4168, -3.7038));
    let row = CompanyRow { owner: Some(owner.id), position, ..CompanyRow::new(id, "Studio") };
    let company = row.insert(&state.db).await;
    let offering = OfferingRow::new(id / 10, company, "Haircut").insert(&state.db).await;
    let reel = ReelRow { at: now, ..ReelRow::new(id / 100, company) }.insert(&state.db).await;
    Studio { company, owner, offering, reel }
}

impl Studio {
    /// Returns an upload whose video is encoded.
    pub async fn upload(&self, app: &TestApp) -> UploadId {
        let (state, now) = (app.state(), Timestamp::now());
        market::ready_upload(&state.db, state.ids.next(now) / 100, self.company, now).await
    }

    /// Comments on the reel. Returns the comment.
    pub async fn comment(&self, app: &TestApp, author: &Person, text: &str, parent: Option<i64>) -> Value {
        let body = json!({"reel_id": self.reel, "comment": text, "parent": parent});
        let answer = app.post("/api/v1/userprofessional/comments-reel/").as_(author).json(body).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        answer.data().clone()
    }

    /// Reads the comments as `viewer` sees them.
    pub async fn comments(&self, app: &TestApp, viewer: &Person, query: &str) -> Answer {
        let path = format!("/api/v1/userprofessional/get-comments-reel/{}/{query}", self.reel);
        app.get(&path).as_(viewer).send().await
    }

    pub async fn like(&self, app: &TestApp, person: &Person) -> Answer {
        app.post("/api/v1/userprofessional/reel-like/").as_(person).json(json!({"reel_id": self.reel})).await
    }
}

/// Creates a folder of favourites and returns its id.
pub async fn folder(app: &TestApp, owner: &Person, name: &str) -> i64 {
    let answer = app.post("/api/v1/userprofessional/folder/create/").as_(owner).json(json!({"name": name})).await;
    assert_eq!(answer.status, 201, "{}", answer.json);
    answer.data()["folder_id"].as_i64().unwrap()
}

/// Reads the notifications of reels until there are `count`, since they follow the answer.
pub async fn notifications(app: &TestApp, person: &Person, count: usize) -> Vec<Value> {
    loop {
        let answer = app.get("/api/v1/userprofessional/reel-notifications/").as_(person).send().await;
        let all = answer.data().as_array().unwrap().clone();
        if all.len() >= count {
            return all;
        }
        actix_web::rt::task::yield_now().await;
    }
}
