//! Notifications that reels cause.

use std::{future::Future, sync::Arc};

use store::{
    Result,
    account::privacy,
    company,
    notification::{self, BY_COMMENT, Kind, Notice},
    reel::{
        comment_change::{Deleted, Written},
        publication, reaction,
        review::{self, Decision},
    },
    security::rate_limit::{self, Quota},
    types::{
        ids::{CompanyId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{app_state::AppState, http::extract::App};

/// Decisions that are told of at once.
const REVIEWS: i64 = 50;
/// Looks at a like that changes again and again.
const LIKE_TURNS: usize = 4;
/// Likes of a reel by an account whose notifications are taken back.
const UNLIKES: Quota = Quota { times: 5, period: Timestamp::DAY };

/// Runs work that the answer does not wait for.
pub fn in_background<F: Future<Output = ()> + 'static>(app: &App, work: impl FnOnce(Arc<AppState>) -> F) {
    actix_web::rt::spawn(work(app.shared()));
}

/// Notifies the company, the author of the answered comment, and mentioned accounts of a comment. Each hears of it once,
/// and only those who may see the comment.
pub async fn commented(app: &AppState, written: Written, author: UserId) {
    if let Err(cause) = notify_of_comment(app, written, author).await {
        tracing::warn!(%cause, "a notification is lost");
    }
}

async fn notify_of_comment(app: &AppState, written: Written, author: UserId) -> Result<()> {
    let (reel, cause) = (written.comment.reel_id, written.comment.id);
    // The company speaks with one name, whoever of its team writes.
    let actor = if written.comment.by_company { company::account_of(&app.db, written.company).await? } else { author };
    for (kind, accounts) in audiences(app, written, author).await? {
        app.notifier.notify(&accounts, Notice::new(kind, cause).by(actor).about(reel.0)).await;
    }
    Ok(())
}

/// Takes back the notifications of a deleted comment and its answers.
pub async fn comment_deleted(app: &AppState, deleted: &Deleted) {
    let causes = deleted.comments.iter().flat_map(|id| BY_COMMENT.map(|kind| notification::cause(kind, id)));
    app.notifier.retract_causes(&deleted.notified, &causes.collect::<Vec<_>>()).await;
}

/// Returns the accounts that hear of a comment, by the kind of their notification.
async fn audiences(app: &AppState, written: Written, author: UserId) -> Result<[(Kind, Vec<UserId>); 3]> {
    let Written { comment, company, answered, mentioned, .. } = written;
    // The company speaks to everybody, and need not hear of itself.
    let of_company = if comment.by_company { Vec::new() } else { company::members(&app.db, company).await? };
    let answered: Vec<_> = answered.into_iter().filter(|account| !mentioned.contains(account)).collect();
    let is_told = |member: &UserId| mentioned.contains(member) || answered.contains(member);
    let of_company: Vec<_> = of_company.into_iter().filter(|member| !is_told(member)).collect();
    let visible = async |accounts: Vec<UserId>| match comment.by_company {
        true => Ok(accounts),
        false => privacy::activity_audience(&app.db, author, accounts).await,
    };
    let of_company = visible(of_company).await?;
    let answered = visible(answered).await?;
    Ok([(Kind::ReelMention, visible(mentioned).await?), (Kind::ReelReply, answered), (Kind::ReelComment, of_company)])
}

/// Tells the company of a like, or takes that back, whichever holds now.
pub async fn like_changed(app: &AppState, reel: ReelId, company: CompanyId, account: UserId) {
    if let Err(cause) = tell_like(app, reel, company, account).await {
        tracing::warn!(%cause, "a notification is lost");
    }
}

async fn tell_like(app: &AppState, reel: ReelId, company: CompanyId, account: UserId) -> Result<()> {
    // Changes that follow each other are told at the same time: what is told is compared with what holds after it.
    for _ in 0..LIKE_TURNS {
        let is_liked = reaction::is_liked(&app.db, reel, account).await?;
        match is_liked {
            true => liked(app, reel, company, account).await?,
            false => unliked(app, reel, company, account).await?,
        }
        if reaction::is_liked(&app.db, reel, account).await? == is_liked {
            break;
        }
    }
    Ok(())
}

/// Notifies the company of a like, unless the account shows its activity to others only.
async fn liked(app: &AppState, reel: ReelId, company: CompanyId, account: UserId) -> Result<()> {
    // The same like again tells nobody anything new.
    let notice = Notice::new(Kind::ReelLike, like_event(reel, account)).by(account).about(reel.0);
    let members = company::members(&app.db, company).await?;
    let audience = privacy::activity_audience(&app.db, account, members).await?;
    app.notifier.notify(&audience, notice).await;
    Ok(())
}

/// Takes the notifications of a like back. After some times they stay, so that the next like notifies nobody anew.
async fn unliked(app: &AppState, reel: ReelId, company: CompanyId, account: UserId) -> Result<()> {
    let event = like_event(reel, account);
    let taken = rate_limit::take(&app.db, &format!("reel-unlike:{event}"), UNLIKES, Timestamp::now()).await?;
    if taken.is_ok() {
        let members = company::members(&app.db, company).await?;
        app.notifier.retract_causes(&members, &[notification::cause(Kind::ReelLike, event)]).await;
    }
    Ok(())
}

fn like_event(reel: ReelId, account: UserId) -> String {
    format!("{reel}:{account}")
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
        let members = company::members(&app.db, review.company).await?;
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
