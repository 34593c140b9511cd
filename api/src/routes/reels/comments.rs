//! Comments on reels.

use actix_web::{delete, get, post, web};
use serde::Deserialize;
use store::{
    reel::{
        ReelCounts,
        comment::{self, Comment, CommentPage, Thread},
        comment_change::{self, Likes, NewComment},
        comment_report::{self, NewCommentReport},
    },
    social::report::Reason,
    types::{
        ids::{CommentId, ReelId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::notices;
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, OptionalAuth, Query, Registered},
        openapi::ServiceConfig,
        request_key::checked_key,
        response::{Confirmation, CursorPage, Envelope},
    },
};

/// Default page size.
const COMMENTS: i64 = 20;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_comments)
        .service(show_comment)
        .service(write_comment)
        .service(delete_comment)
        .service(like_comment)
        .service(report_comment);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CommentsQuery {
    /// Comment whose answers are listed, the oldest first.
    parent: Option<CommentId>,
    /// `next` of the previous page.
    #[param(minimum = 1)]
    cursor: Option<CommentId>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the comments on a reel
///
/// The newest first, without answers; `parent` lists the answers to a comment.
#[utoipa::path(
    tag = "reels", operation_id = "reels_list_comments",
    params(("reel_id" = ReelId, Path), CommentsQuery),
    responses((status = 200, body = CursorPage<Comment>)), security((), ("bearer" = []))
)]
#[get("/userprofessional/get-comments-reel/{reel_id}/")]
async fn list_comments(
    app: App,
    caller: OptionalAuth,
    reel: web::Path<ReelId>,
    query: Query<CommentsQuery>,
) -> Result<CursorPage<Comment>> {
    let CommentsQuery { parent, cursor, per_page } = query.0;
    let limit = per_page.unwrap_or(COMMENTS);
    if !(1..=100).contains(&limit) {
        return Err(Error::field("per_page", "Expected a number from 1 to 100."));
    }
    let (reel, viewer) = (reel.into_inner(), caller.0.map_or(UserId(0), |caller| caller.user));
    let CommentPage { comments, next } = match parent {
        Some(parent) => comment::replies(&app.db, parent, viewer, cursor, limit).await?,
        None => comment::list(&app.db, reel, viewer, cursor, limit).await?,
    };
    if comments.iter().any(|comment| comment.reel_id != reel) {
        return Err(Error::NotFound);
    }
    Ok(CursorPage::new(comments, next.map(|next| next.0)))
}

/// Get a comment on a reel
///
/// With the comment that it answers, if it is an answer.
#[utoipa::path(
    tag = "reels", operation_id = "reels_show_comment",
    params(("comment_id" = CommentId, Path)),
    responses((status = 200, body = Envelope<Thread>)), security((), ("bearer" = []))
)]
#[get("/userprofessional/comments-reel/{comment_id}/")]
async fn show_comment(app: App, caller: OptionalAuth, id: web::Path<CommentId>) -> Result<Envelope<Thread>> {
    let viewer = caller.0.map_or(UserId(0), |caller| caller.user);
    Ok(Envelope::ok(comment::thread(&app.db, id.into_inner(), viewer).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WriteComment {
    reel_id: ReelId,
    /// At most 1,000 characters. `@` and a user name mention an account.
    comment: String,
    /// Comment to answer.
    parent: Option<CommentId>,
    /// Idempotency key, 1 to 64 characters: a repeat returns the first comment.
    client_id: Option<String>,
}

/// Comment on a reel
#[utoipa::path(
    tag = "reels", operation_id = "reels_write_comment", request_body = WriteComment,
    responses((status = 201, body = Envelope<Comment>)), security(("bearer" = []))
)]
#[post("/userprofessional/comments-reel/")]
async fn write_comment(app: App, caller: OptionalAuth, form: Body<WriteComment>) -> Result<Envelope<Comment>> {
    let caller = caller.0.ok_or(Error::TokenMissing)?;
    if caller.kind == store::account::AccountKind::Guest {
        return Err(Error::GuestRefused);
    }
    let WriteComment { reel_id, comment: text, parent, client_id } = form.0;
    let client_id = checked_key(client_id.as_deref())?;
    let (author, now) = (caller.user, Timestamp::now());
    let id = CommentId(app.ids.next(now));
    let new = NewComment { id, reel: reel_id, parent, author, text: &text, client_id, at: now };
    let written = comment_change::write(&app.db, &new).await?;
    if written.is_repeat {
        return Ok(Envelope::created(written.comment));
    }
    app.hub.reel_counted(reel_id, written.counts);
    app.hub.reel_commented(&written.comment, &written.live);
    let comment = written.comment.clone();
    notices::in_background(&app, move |app| async move { notices::commented(&app, written, author).await });
    Ok(Envelope::created(comment))
}

/// Delete a comment
///
/// With its answers. The author and the company of the reel may do so.
#[utoipa::path(
    tag = "reels", operation_id = "reels_delete_comment",
    params(("comment_id" = CommentId, Path)),
    responses((status = 200, body = Envelope<ReelCounts>)), security(("bearer" = []))
)]
#[delete("/userprofessional/comments-reel/{comment_id}/")]
async fn delete_comment(app: App, user: Registered, id: web::Path<CommentId>) -> Result<Envelope<ReelCounts>> {
    let id = id.into_inner();
    let gone = comment_change::delete(&app.db, id, user.user).await?;
    app.hub.reel_counted(gone.reel, gone.counts);
    app.hub.reel_comment_removed(gone.reel, id, gone.parent);
    let counts = gone.counts;
    notices::in_background(&app, async move |app| notices::comment_deleted(&app, &gone).await);
    Ok(Envelope::ok(counts))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LikeComment {
    comment_id: CommentId,
    /// Like it or not. Without it, the opposite of the present state.
    liked: Option<bool>,
}

/// Like a comment on a reel, or end it
#[utoipa::path(
    tag = "reels", operation_id = "reels_like_comment", request_body = LikeComment,
    responses((status = 200, body = Envelope<Likes>)), security(("bearer" = []))
)]
#[post("/userprofessional/like-comment/")]
async fn like_comment(app: App, user: Registered, form: Body<LikeComment>) -> Result<Envelope<Likes>> {
    let likes = comment_change::like(&app.db, form.0.comment_id, user.user, form.0.liked).await?;
    app.hub.reel_comment_liked(likes.reel, likes.comment_id, likes.likes);
    Ok(Envelope::ok(likes))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CommentReport {
    comment_id: CommentId,
    reason: Reason,
    /// At most 1,000 characters.
    comment: Option<String>,
}

/// Report a comment on a reel
///
/// A repeat has no effect. A comment that several accounts report is hidden until it is reviewed.
#[utoipa::path(
    tag = "reels", operation_id = "reels_report_comment", request_body = CommentReport,
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/users/report-comment/")]
async fn report_comment(app: App, user: Registered, form: Body<CommentReport>) -> Result<Confirmation> {
    let CommentReport { comment_id, reason, comment } = form.0;
    let now = Timestamp::now();
    let details = comment.unwrap_or_default();
    let id = app.ids.next(now);
    let new = NewCommentReport { id, comment: comment_id, reporter: user.user, reason, details: &details, now };
    if let Some(hidden) = comment_report::file(&app.db, &new).await? {
        app.hub.reel_comment_removed(hidden.reel, comment_id, hidden.parent);
    }
    Ok(Confirmation::new("Thank you. We will look at it."))
}
