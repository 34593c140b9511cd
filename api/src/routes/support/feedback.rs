//! Feedback of users about the product.

use actix_web::post;
use serde::{Deserialize, Serialize};
use store::{
    support::feedback::{self, NewFeedback},
    types::{ids::FeedbackId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use super::form::IMAGE;
use crate::{
    error::Result,
    http::{
        extract::{App, Registered, StreamingForm},
        openapi::ServiceConfig,
        response::Confirmation,
    },
    media::attachment,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(send_feedback);
}

#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FeedbackForm {
    /// Less than 100 characters.
    #[schema(max_length = 99)]
    title: String,
    /// Less than 1,000 characters.
    #[schema(max_length = 999)]
    description: String,
    /// A file: a picture of at most 10 MB.
    image: Option<String>,
}

/// Send feedback about Plaza
#[utoipa::path(
    tag = "support", operation_id = "support_send_feedback",
    request_body(content((FeedbackForm = "multipart/form-data"))),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/users/feedback/")]
async fn send_feedback(app: App, user: Registered, form: StreamingForm) -> Result<Confirmation> {
    let received = form.receive::<FeedbackForm>(&app, user.user, &IMAGE).await?;
    let form = received.form;
    feedback::checked(&form.title, &form.description)?;
    let files = attachment::store(&app.shared(), user.user, received.files).await?;
    let at = Timestamp::now();
    let new = NewFeedback {
        id: FeedbackId(app.ids.next(at)),
        account: user.user,
        title: &form.title,
        description: &form.description,
        image: files.first().copied(),
        at,
    };
    feedback::send(&app.db, &new).await?;
    Ok(Confirmation::new("Thank you for your feedback."))
}
