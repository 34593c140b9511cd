//! Notifications that reels cause.

use std::{future::Future, sync::Arc};

use store::{
    Result,
    account::privacy,
    company,
    notification::{Kind, Notice},
    reel::{
        comment_change::Written,
        publication,
        review::{self, Decision},
    },
    types::{
        ids::{CompanyId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{app_state::AppState, http::extract::App};

/// Decisions that are told of at once.
const REVIEWS: i64 = 50;

/// Runs work that the answer does not wait for.
pub fn in_background<F: Future<Output = ()> + 'static>(app: &App, work: impl FnOnce(Arc<AppState>) -> F) {
    actix_web::rt::spawn(work(app.shared()));
}

/// Notifies the company, the author of the answered comment, and mentioned accounts of a comment. Each hears of it once,
/// and only those who may see the comment.
pub async fn commented(app: &AppState, written: Written, author: UserId) {
    let (reel, cause, company) = (written.comment.reel_id, written.comment.id, written.company);
    // The company speaks with one name, whoever of its team writes.
    let actor =
        async { if written.comment.by_company { company::account_of(&app.db, company).await } else { Ok(author) } };
    let found = async { Ok::<_, store::Error>((actor.await?, audiences(app, &written, author).await?)) };
    match found.await {
        Ok((actor, audiences)) => {
            for (kind, accounts) in audiences {
                app.notifier.notify(&accounts, Notice::new(kind, cause).by(actor).about(reel.0)).await;
            }
        }
        Err(cause) => tracing::warn!(%cause, "a notification is lost"),
    }
}

/// Returns the accounts that hear of a comment, by the kind of their notification.
async fn audiences(app: &AppState, written: &Written, author: UserId) -> Result<[(Kind, Vec<UserId>); 3]> {
    let Written { company, answered, mentioned, .. } = written;
    let members = store::company::members(&app.db, *company).await?;
    // The company speaks to everybody, and need not hear of itself.
    let is_company = members.contains(&author);
    let of_company = if is_company { Vec::new() } else { members };
    let answered: Vec<_> = answered.iter().copied().filter(|account| !mentioned.contains(account)).collect();
    let is_told = |member: &UserId| mentioned.contains(member) || answered.contains(member);
    let of_company: Vec<_> = of_company.into_iter().filter(|member| !is_told(member)).collect();
    let visible = async |accounts: Vec<UserId>| match is_company {
        true => Ok(accounts),
        false => privacy::activity_audience(&app.db, author, accounts).await,
    };
    let of_company = visible(of_company).await?;
    let answered = visible(answered).await?;
    Ok([
        (Kind::ReelMention, visible(mentioned.clone()).await?),
        (Kind::ReelReply, answered),
        (Kind::ReelComment, of_company),
    ])
}

/// Notifies the company of a like, unless the account shows its activity to others only.
pub async fn liked(app: &AppState, reel: ReelId, company: CompanyId, account: UserId) {
    // The same like again tells nobody anything new.
    let notice = Notice::new(Kind::ReelLike, format!("{reel}:{account}")).by(account).about(reel.0);
    let audience =
        async { privacy::activity_audience(&app.db, account, store::company::members(&app.db, company).await?).await };
    match audience.await {
        Ok(audience) => app.notifier.notify(&audience, notice).await,
        Err(cause) => tracing::warn!(%cause, "a notification is lost"),
    }
}

/// Tells companies and live pages of the decisions about reported reels.
pub async fn reviewed(app: &AppState) -> Result<()> {
    for review in review::untold(&app.db, REVIEWS).await? {
        let kind = match review.decision {
            Decision::Hidden => Kind::ReelHidden,
            Decision::Kept => Kind::ReelKept,
            Decision::Removed => Kind::ReelRemoved,
        };
        if review.decision != Decision::Kept {
            app.hub.reel_removed(review.reel);
        }
        let members = store::company::members(&app.db, review.company).await?;
        let notice = Notice::new(kind, format!("{}:{}", review.reel, review.at.0)).about(review.reel.0);
        app.notifier.notify(&members, notice).await;
        review::told(&app.db, &review, Timestamp::now()).await?;
    }
    Ok(())
}

/// Notifies the followers of a company of a new reel.
pub async fn published(app: &AppState, reel: ReelId, company: CompanyId) {
    let notice = Notice::new(Kind::ReelNew, reel).about(reel.0);
    let followers = async |after, limit| publication::audience(&app.db, company, after, limit).await;
    app.notifier.notify_many(notice, followers).await;
}
