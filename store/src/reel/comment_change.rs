//! Commands on comments: write, like and delete.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    ReelCounts, Refusal, Result,
    comment::{Comment, Live, find, live_of},
    comment_text::{checked, mentioned},
    reaction::{self, Counter},
    view,
};
use crate::{
    Db, company, on,
    security::rate_limit::{self, Quota},
    types::{
        ids::{CommentId, CompanyId, ReelId, UserId},
        request_key::{self, KeyReused, request_hash},
        timestamp::Timestamp,
    },
};

/// Comments of an account within a minute.
const RATE: Quota = Quota { times: 30, period: Timestamp::MINUTE };

/// Comment to write.
#[derive(Clone, Debug)]
pub struct NewComment<'a> {
    pub id: CommentId,
    pub reel: ReelId,
    pub parent: Option<CommentId>,
    pub author: UserId,
    pub text: &'a str,
    /// Idempotency key of the author: a repeat returns the first comment, another one with it is refused.
    pub client_id: Option<&'a str>,
    pub at: Timestamp,
}

/// Written comment, and the accounts that hear of it.
#[derive(Clone, Debug)]
pub struct Written {
    pub comment: Comment,
    pub counts: ReelCounts,
    pub company: CompanyId,
    /// Author of the comment that is answered, unless one who wrote for the company and left.
    pub answered: Option<UserId>,
    pub mentioned: Vec<UserId>,
    pub live: Live,
    /// It was written before. Nobody hears of it again.
    pub is_repeat: bool,
}

/// Writes a comment. An answer to an answer becomes one to the same comment.
pub async fn write(db: &Db, new: &NewComment<'_>) -> Result<Written> {
    let text = checked(new.text)?;
    let company = view::company(db, new.reel, new.author).await?;
    let hash = request_hash(&(new.reel, new.parent, text));
    let known = match new.client_id {
        Some(key) => on!(db.read(), at => sqlx::query_as(KNOWN)
            .bind(new.author).bind(key).fetch_optional(at).await)?,
        None => None,
    };
    if let Some(known) = repeated(known, &hash)? {
        return repeat(db, known, company, new).await;
    }
    let answered = match new.parent {
        Some(parent) => Some(parent_of(db, parent, new).await?),
        None => None,
    };
    if rate_limit::take(db, &format!("reel-comment:{}", new.author), RATE, new.at).await?.is_err() {
        return Err(Refusal::Conflict("reel.too_many_comments", "You comment too often. Wait a minute.").into());
    }
    let mentioned = mentioned(db, text, new.author).await?;
    let parent = answered.map(|(parent, _)| parent);
    let listed = serde_json::to_string(&mentioned)?;
    let mut tx = db.begin().await?;
    reaction::lock(&mut tx, new.reel).await?;
    // The same request may have come at the same time.
    let known = match new.client_id {
        Some(key) => on!(tx.at(), at => sqlx::query_as(KNOWN)
            .bind(new.author).bind(key).fetch_optional(at).await)?,
        None => None,
    };
    if let Some(known) = repeated(known, &hash)? {
        drop(tx);
        return repeat(db, known, company, new).await;
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_comment (id, reel_id, parent_id, author_id, by_company, text, mentions, at, client_id, request_hash)
         VALUES ($1, $2, $3, $4, EXISTS (SELECT 1 FROM company_member m WHERE m.company_id = $8 AND m.account_id = $4),
            $5, $6, $7, $9, $10)")
        .bind(new.id).bind(new.reel).bind(parent).bind(new.author).bind(text)
        .bind(listed).bind(new.at).bind(company).bind(new.client_id).bind(new.client_id.map(|_| &hash))
        .execute(at).await.map(drop))?;
    if let Some(parent) = parent {
        on!(tx.at(), at => sqlx::query("UPDATE reel_comment SET replies = replies + 1 WHERE id = $1 RETURNING id")
            .bind(parent).fetch_one(at).await.map(drop))?;
    }
    let counts = reaction::count(&mut tx, new.reel, Counter { comments: 1, ..Counter::default() }).await?;
    tx.commit().await?;
    let comment = find(db, new.id, new.author).await?;
    let live = live_of(db, comment.by_company, new.author).await?;
    let answered = answered.and_then(|(_, author)| author);
    Ok(Written { comment, counts, company, answered, mentioned, live, is_repeat: false })
}

/// Comment of an author under an idempotency key.
const KNOWN: &str = "SELECT id, request_hash FROM reel_comment WHERE author_id = $1 AND client_id = $2";

fn repeated(known: Option<(CommentId, Option<String>)>, hash: &str) -> Result<Option<CommentId>, Refusal> {
    let reused = |KeyReused| Refusal::Field("client_id", "This key belongs to another request.");
    request_key::repeated(known, hash).map_err(reused)
}

async fn repeat(db: &Db, id: CommentId, company: CompanyId, new: &NewComment<'_>) -> Result<Written> {
    let comment = find(db, id, new.author).await?;
    let live = live_of(db, comment.by_company, new.author).await?;
    let counts = view::counts(db, new.reel).await?;
    Ok(Written { comment, counts, company, answered: None, mentioned: Vec::new(), live, is_repeat: true })
}

/// Returns the top comment of the thread and the author of the answered comment, unless one who wrote for the company and
/// left.
async fn parent_of(db: &Db, parent: CommentId, new: &NewComment<'_>) -> Result<(CommentId, Option<UserId>)> {
    let found: Option<(CommentId, Option<UserId>)> = on!(db.read(), at => sqlx::query_as(
        "SELECT COALESCE(k.parent_id, k.id), CASE WHEN NOT k.by_company OR EXISTS (SELECT 1 FROM company_member m
                JOIN reel r ON r.company_id = m.company_id WHERE r.id = k.reel_id AND m.account_id = k.author_id)
            THEN k.author_id END
         FROM reel_comment k WHERE k.id = $1 AND k.reel_id = $2 AND (k.by_company
            OR NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = k.author_id AND b.blocked_id = $3))")
        .bind(parent).bind(new.reel).bind(new.author).fetch_optional(at).await)?;
    found.ok_or_else(|| Refusal::Field("parent", "This comment was deleted.").into())
}

/// Likes of a comment after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CommentLikes)]
pub struct Likes {
    #[serde(skip)]
    pub reel: ReelId,
    pub comment_id: CommentId,
    pub liked: bool,
    pub likes: i64,
}

/// Likes a comment or ends it. Without `liked`, the opposite of the current state.
pub async fn like(db: &Db, id: CommentId, account: UserId, liked: Option<bool>) -> Result<Likes> {
    let comment = find(db, id, account).await?;
    view::company(db, comment.reel_id, account).await?;
    let liked = liked.unwrap_or(!comment.liked);
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query("UPDATE reel_comment SET likes = likes WHERE id = $1 RETURNING id")
        .bind(id).fetch_one(at).await.map(drop))?;
    let changed = if liked {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO reel_comment_like (comment_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(id).bind(account).execute(at).await.map(|done| done.rows_affected()))?
    } else {
        on!(tx.at(), at => sqlx::query("DELETE FROM reel_comment_like WHERE comment_id = $1 AND account_id = $2")
            .bind(id).bind(account).execute(at).await.map(|done| done.rows_affected()))?
    };
    let change: i64 = match changed {
        0 => 0,
        _ if liked => 1,
        _ => -1,
    };
    let (likes,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_comment SET likes = likes + $2 WHERE id = $1 RETURNING likes")
        .bind(id).bind(change).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(Likes { reel: comment.reel_id, comment_id: id, liked, likes })
}

/// Deleted comment, its reel and the counters after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deleted {
    pub reel: ReelId,
    pub parent: Option<CommentId>,
    pub counts: ReelCounts,
    /// It and its answers, of which the newest [`ANSWERS_NAMED`] are named.
    pub comments: Vec<CommentId>,
    /// Accounts that may have heard of them.
    pub notified: Vec<UserId>,
}

/// Maximum answers of a deleted comment whose notifications are taken back.
const ANSWERS_NAMED: i64 = 200;

/// Deletes a comment with its answers. Its author, unless it is the company's, and members of the company may do so.
pub async fn delete(db: &Db, id: CommentId, account: UserId) -> Result<Deleted> {
    let found: Found = on!(db.read(), at => sqlx::query_as(
        "SELECT k.reel_id, r.company_id, k.parent_id FROM reel_comment k JOIN reel r ON r.id = k.reel_id
         WHERE k.id = $1 AND ((k.author_id = $2 AND NOT k.by_company) OR EXISTS (SELECT 1 FROM company_member m
            WHERE m.company_id = r.company_id AND m.account_id = $2))")
        .bind(id).bind(account).fetch_one(at).await)?;
    delete_of(db, id, found).await
}

/// Deletes a comment with its answers for an operator.
pub(super) async fn delete_any(db: &Db, id: CommentId) -> Result<Deleted> {
    let found: Found = on!(db.read(), at => sqlx::query_as(
        "SELECT k.reel_id, r.company_id, k.parent_id FROM reel_comment k JOIN reel r ON r.id = k.reel_id WHERE k.id = $1")
        .bind(id).fetch_one(at).await)?;
    delete_of(db, id, found).await
}

/// Comment to delete.
#[derive(sqlx::FromRow)]
struct Found {
    reel_id: ReelId,
    company_id: CompanyId,
    parent_id: Option<CommentId>,
}

async fn delete_of(db: &Db, id: CommentId, found: Found) -> Result<Deleted> {
    let Found { reel_id: reel, company_id, parent_id: parent } = found;
    let mut tx = db.begin().await?;
    reaction::lock(&mut tx, reel).await?;
    let known: Vec<(CommentId, UserId, String)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, author_id, mentions FROM reel_comment WHERE id IN ($1, $2) OR parent_id = $1
         ORDER BY CASE WHEN id IN ($1, $2) THEN 0 ELSE 1 END, id DESC LIMIT $3")
        .bind(id).bind(parent).bind(2 + ANSWERS_NAMED).fetch_all(at).await)?;
    let answers = on!(tx.at(), at => sqlx::query("DELETE FROM reel_comment WHERE parent_id = $1")
        .bind(id).execute(at).await.map(|done| done.rows_affected()))?;
    on!(tx.at(), at => sqlx::query("DELETE FROM reel_comment WHERE id = $1 RETURNING id")
        .bind(id).fetch_one(at).await.map(drop))?;
    if let Some(parent) = parent {
        on!(tx.at(), at => sqlx::query("UPDATE reel_comment SET replies = replies - 1 WHERE id = $1")
            .bind(parent).execute(at).await.map(drop))?;
    }
    let gone = 1 + i64::try_from(answers).unwrap_or(i64::MAX - 1);
    let counts = reaction::count(&mut tx, reel, Counter { comments: -gone, ..Counter::default() }).await?;
    tx.commit().await?;
    let mut notified: BTreeSet<UserId> = company::members(db, company_id).await?.into_iter().collect();
    for (_, author, mentions) in &known {
        notified.insert(*author);
        notified.extend(serde_json::from_str::<Vec<UserId>>(mentions)?);
    }
    let comments = known.into_iter().map(|(comment, ..)| comment).filter(|comment| Some(*comment) != parent).collect();
    Ok(Deleted { reel, parent, counts, comments, notified: notified.into_iter().collect() })
}
