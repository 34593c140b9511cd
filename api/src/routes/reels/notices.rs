//! Notifications that reels cause.

use std::{future::Future, sync::Arc};

use store::{
    notification::{Kind, Notice},
    reel::{comment_change::Written, publication},
    types::ids::{CompanyId, ReelId, UserId},
};

use crate::{app_state::AppState, http::extract::App};

/// Runs work that the answer does not wait for.
pub fn in_background<F: Future<Output = ()> + 'static>(app: &App, work: impl FnOnce(Arc<AppState>) -> F) {
    actix_web::rt::spawn(work(app.shared()));
}

/// Notifies the company, the author of the answered comment, and mentioned accounts of a comment. Each hears of it once.
pub async fn commented(app: &AppState, written: Written, author: UserId) {
    let Written { comment, company, answered, mentioned, .. } = written;
    let notice = |kind| Notice::new(kind, comment.id).by(author).about(comment.reel_id.0);
    app.notifier.notify(&mentioned, notice(Kind::ReelMention)).await;
    let answered: Vec<_> = answered.into_iter().filter(|account| !mentioned.contains(account)).collect();
    app.notifier.notify(&answered, notice(Kind::ReelReply)).await;
    match store::company::members(&app.db, company).await {
        Ok(members) => {
            let is_told = |member: &UserId| mentioned.contains(member) || answered.contains(member);
            // The company need not hear of itself.
            if members.contains(&author) {
                return;
            }
            let rest: Vec<_> = members.into_iter().filter(|member| !is_told(member)).collect();
            app.notifier.notify(&rest, notice(Kind::ReelComment)).await;
        }
        Err(cause) => tracing::warn!(%cause, "a notification is lost"),
    }
}

/// Notifies the followers of a company of a new reel.
pub async fn published(app: &AppState, reel: ReelId, company: CompanyId) {
    let notice = Notice::new(Kind::ReelNew, reel).about(reel.0);
    let followers = async |after, limit| publication::audience(&app.db, company, after, limit).await;
    app.notifier.notify_many(notice, followers).await;
}
