//! Reports about chats and users.

use actix_web::{get, post, web};
use serde::{Deserialize, Serialize};
use store::{
    chat,
    social::report::{self, COMMENT_MAX, DAILY, NewReport, Reason, ReportResult},
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, Registered},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
    routes::chat::seat,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(report_reasons).service(report_chat).service(report_person);
}

/// A report reason.
#[derive(Serialize, ToSchema)]
pub struct ReasonOffered {
    key: Reason,
    label: &'static str,
}

/// List report reasons
///
/// In display order. Labels are English; keys are stable.
#[utoipa::path(tag = "chat", operation_id = "reports_list_reasons", responses((status = 200, body = Envelope<Vec<ReasonOffered>>)))]
#[get("/users/report-reasons/")]
async fn report_reasons() -> Result<Envelope<Vec<ReasonOffered>>> {
    Ok(Envelope::ok(report::REASONS.iter().map(|(key, label)| ReasonOffered { key: *key, label }).collect()))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReportedChat {
    chat_id: ChatId,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportForm {
    reason: Reason,
    /// At most 1,000 characters.
    comment: Option<String>,
    /// Reported member of the chat. In a direct chat always the other user.
    user_id: Option<UserId>,
    /// Reported message. The report is then about its sender.
    seq: Option<i64>,
    /// Also block the user.
    #[serde(default)]
    block: bool,
}

/// Report a chat
///
/// Optionally one of its members or messages. The last messages visible to the caller are stored with the report.
#[utoipa::path(
    tag = "chat", operation_id = "reports_report_chat",
    params(ReportedChat),
    request_body = ReportForm,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[post("/chat/chatapp-report-users/")]
async fn report_chat(
    app: App,
    user: Registered,
    chat: Query<ReportedChat>,
    form: Body<ReportForm>,
) -> Result<Confirmation> {
    let ReportForm { reason, comment, user_id, seq, block } = form.0;
    let told = ReportContent { reason, comment, block };
    let reporter = seat(&app, &user, chat.0.chat_id).await?;
    file(&app, reporter, (Some(chat.0.chat_id), user_id, seq), told).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonReport {
    reason: Reason,
    /// At most 1,000 characters.
    comment: Option<String>,
    /// Also block the user.
    #[serde(default)]
    block: bool,
}

/// Report a user
///
/// Works with or without a shared chat. The user's last messages to the caller are stored with the report.
#[utoipa::path(
    tag = "people", operation_id = "reports_report_user",
    params(("user_id" = UserId, Path)),
    request_body = PersonReport,
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[post("/users/{user_id}/report/")]
async fn report_person(
    app: App,
    user: Registered,
    id: web::Path<UserId>,
    form: Body<PersonReport>,
) -> Result<Confirmation> {
    let PersonReport { reason, comment, block } = form.0;
    file(&app, user.user, (None, Some(id.into_inner()), None), ReportContent { reason, comment, block }).await
}

/// Content of a report.
struct ReportContent {
    reason: Reason,
    comment: Option<String>,
    block: bool,
}

/// Stores a report about a chat, a user or a message.
async fn file(
    app: &App,
    reporter: UserId,
    (chat, about, seq): (Option<ChatId>, Option<UserId>, Option<i64>),
    told: ReportContent,
) -> Result<Confirmation> {
    let now = Timestamp::now();
    let comment = told.comment.unwrap_or_default().trim().to_owned();
    if comment.chars().count() > COMMENT_MAX || comment.contains('\0') {
        return Err(Error::field("comment", "Enter at most 1,000 characters."));
    }
    let id = app.ids.next(now);
    let new = NewReport { id, reporter, chat, user: about, seq, reason: told.reason, comment, at: now };
    let ReportResult::Done(reported) = report::file(&app.db, &new).await? else {
        return Err(Error::field("reason", format!("You have reported {DAILY} times today. Come back tomorrow.")));
    };
    if let Some(other) = reported.filter(|_| told.block) {
        chat::set_block(&app.db, reporter, other, true, now).await?;
        app.hub.blocked(reporter, other, true).await?;
        app.notifier.separate(reporter, other).await;
    }
    Ok(Confirmation::new("Thank you. We will look at it."))
}
