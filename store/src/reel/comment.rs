//! Comments on reels, with one level of answers.
//!
//! Everyone who may see a reel sees its comments, but not those of accounts that block the viewer or are blocked, and
//! not those of accounts that show their activity to others only. Live pages show fewer: see [`Live`].

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Result, view};
use crate::{
    Db, Error,
    account::{AccountKind, UserCard, privacy},
    each, on,
    types::{
        ids::{CommentId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Reports of different accounts after which a comment is hidden. `comments!` has the same number.
pub(crate) const HIDDEN_AFTER: i64 = 5;
/// Maximum accounts from whom a live comment is hidden because of a block.
const MAX_HIDDEN_FROM: i64 = 1_000;

/// Comment on a reel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReelComment)]
pub struct Comment {
    pub id: CommentId,
    pub reel_id: ReelId,
    /// Comment that this one answers.
    pub parent_id: Option<CommentId>,
    /// The company of the reel, if one of its members wrote for it.
    pub author: UserCard,
    /// The company of the reel wrote it.
    pub by_company: bool,
    pub text: String,
    /// Accounts that the text mentions by `@` and their user name.
    pub mentions: Vec<UserCard>,
    pub likes: i64,
    /// The caller likes it.
    pub liked: bool,
    /// Number of answers.
    pub replies: i64,
    pub at: Timestamp,
    /// The caller may delete it: the author and the company.
    pub can_delete: bool,
}

/// Audience of a comment on live pages.
///
/// A room sends one frame to all watchers, and knows the blocks of an author but not the author's friends. A comment that
/// only some watchers may see therefore goes to none of them. REST returns it to friends. Less than the audience is safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Live {
    /// Everyone but these accounts, which block the author or are blocked.
    AllBut(Vec<UserId>),
    /// Nobody, friends and the author included: the author shows activity to some people only.
    Nobody,
}

impl Live {
    /// Returns true if live pages show the comment to a viewer.
    pub fn admits(&self, viewer: UserId) -> bool {
        match self {
            Self::AllBut(hidden_from) => !hidden_from.contains(&viewer),
            Self::Nobody => false,
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CommentId,
    reel_id: ReelId,
    parent_id: Option<CommentId>,
    author_id: UserId,
    shown_id: UserId,
    kind: AccountKind,
    user_name: String,
    first_name: String,
    last_name: String,
    picture: Option<String>,
    by_company: bool,
    text: String,
    mentions: String,
    likes: i64,
    liked: bool,
    replies: i64,
    at: Timestamp,
    can_delete: bool,
}

/// Selects comments for the account `$2`. What a member wrote for the company is the company's, also after the member left.
macro_rules! comments {
    ($condition:expr) => {
        concat!(
            "SELECT k.id AS id, k.reel_id, k.parent_id, k.author_id, a.id AS shown_id, a.kind, a.user_name, a.first_name,
                a.last_name, a.picture, k.text, k.mentions, k.likes, k.replies, k.at, k.by_company,
                EXISTS (SELECT 1 FROM reel_comment_like l WHERE l.comment_id = k.id AND l.account_id = $2) AS liked,
                (k.author_id = $2 AND NOT k.by_company) OR EXISTS (SELECT 1 FROM company_member m
                    WHERE m.company_id = c.id AND m.account_id = $2) AS can_delete
             FROM reel_comment k JOIN reel r ON r.id = k.reel_id JOIN company c ON c.id = r.company_id
                JOIN account a ON a.id = CASE WHEN k.by_company THEN c.account_id ELSE k.author_id END
             WHERE NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = $2 AND b.blocked_id = a.id)
                AND NOT EXISTS (SELECT 1 FROM block b WHERE b.blocker_id = a.id AND b.blocked_id = $2)
                AND (k.reports < 5 OR k.author_id = $2) AND ",
            $condition
        )
    };
}

/// Page of comments. It may be short because of comments that the viewer does not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentPage {
    pub comments: Vec<Comment>,
    /// Cursor of the next page.
    pub next: Option<CommentId>,
}

/// Returns the comments on a reel, the newest first, from before `cursor`.
pub async fn list(db: &Db, reel: ReelId, viewer: UserId, cursor: Option<CommentId>, limit: i64) -> Result<CommentPage> {
    view::company(db, reel, viewer).await?;
    let before = cursor.unwrap_or(CommentId(i64::MAX));
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        comments!("k.reel_id = $1 AND k.parent_id IS NULL AND k.id < $3 ORDER BY k.id DESC LIMIT $4"))
        .bind(reel).bind(viewer).bind(before).bind(limit + 1).fetch_all(at).await)?;
    page(db, rows, viewer, limit).await
}

/// Returns the answers to a comment, the oldest first, from after `cursor`.
pub async fn replies(
    db: &Db,
    parent: CommentId,
    viewer: UserId,
    cursor: Option<CommentId>,
    limit: i64,
) -> Result<CommentPage> {
    let (reel,): (ReelId,) = on!(db.read(), at => sqlx::query_as("SELECT reel_id FROM reel_comment WHERE id = $1")
        .bind(parent).fetch_one(at).await)?;
    view::company(db, reel, viewer).await?;
    let after = cursor.unwrap_or(CommentId(0));
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        comments!("k.parent_id = $1 AND k.id > $3 ORDER BY k.id LIMIT $4"))
        .bind(parent).bind(viewer).bind(after).bind(limit + 1).fetch_all(at).await)?;
    page(db, rows, viewer, limit).await
}

async fn page(db: &Db, mut rows: Vec<Row>, viewer: UserId, limit: i64) -> Result<CommentPage> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(|last| last.id);
    Ok(CommentPage { comments: shown(db, rows, viewer).await?, next })
}

/// Returns the comments of rows whose authors show their activity to the viewer.
async fn shown(db: &Db, mut rows: Vec<Row>, viewer: UserId) -> crate::Result<Vec<Comment>> {
    let authors: Vec<_> = rows.iter().map(|row| row.author_id).collect::<BTreeSet<_>>().into_iter().collect();
    let settings = privacy::of(db, &authors).await?;
    let is_open = |author: &UserId| settings.get(author).is_none_or(|one| one.activity_visibility.admits_strangers());
    let relations = match authors.iter().all(is_open) {
        true => HashMap::new(),
        false => privacy::relations(db, viewer, &authors).await?,
    };
    let may_see = |row: &Row| {
        let relation = relations.get(&row.author_id).copied().unwrap_or_default();
        row.by_company || settings.get(&row.author_id).is_none_or(|one| one.may_see_activity(&relation))
    };
    rows.retain(may_see);
    described(db, rows).await
}

/// Returns the comments of rows with the accounts that they mention.
async fn described(db: &Db, rows: Vec<Row>) -> crate::Result<Vec<Comment>> {
    let mentions = |row: &Row| serde_json::from_str::<Vec<UserId>>(&row.mentions).unwrap_or_default();
    let named: BTreeSet<_> = rows.iter().flat_map(mentions).collect();
    let cards = cards(db, &named.into_iter().collect::<Vec<_>>()).await?;
    let show = |row: Row| Comment {
        mentions: mentions(&row).iter().filter_map(|id| cards.get(id).cloned()).collect(),
        id: row.id,
        reel_id: row.reel_id,
        parent_id: row.parent_id,
        author: UserCard {
            id: row.shown_id,
            kind: row.kind,
            user_name: row.user_name,
            first_name: row.first_name,
            last_name: row.last_name,
            picture: row.picture,
        },
        by_company: row.by_company,
        text: row.text,
        likes: row.likes,
        liked: row.liked,
        replies: row.replies,
        at: row.at,
        can_delete: row.can_delete,
    };
    Ok(rows.into_iter().map(show).collect())
}

async fn cards(db: &Db, ids: &[UserId]) -> crate::Result<HashMap<UserId, UserCard>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id, kind, user_name, first_name, last_name, picture FROM account
         WHERE deleted_at IS NULL AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let named = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let cards: Vec<UserCard> = on!(at, at => sqlx::query_as(sql).bind(named).fetch_all(at).await)?;
    Ok(cards.into_iter().map(|card| (card.id, card)).collect())
}

/// Comment with the one that it answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReelCommentThread)]
pub struct Thread {
    /// Comment without a parent.
    pub comment: Comment,
    /// Set if an answer was asked for.
    pub reply: Option<Comment>,
}

/// Returns a comment, and the one that it answers, on a reel that the viewer may see.
pub async fn thread(db: &Db, id: CommentId, viewer: UserId) -> Result<Thread> {
    let found = find(db, id, viewer).await?;
    view::company(db, found.reel_id, viewer).await?;
    Ok(match found.parent_id {
        Some(parent) => Thread { comment: find(db, parent, viewer).await?, reply: Some(found) },
        None => Thread { comment: found, reply: None },
    })
}

/// Returns a comment as the viewer sees it.
pub async fn find(db: &Db, id: CommentId, viewer: UserId) -> crate::Result<Comment> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(comments!("k.id = $1"))
        .bind(id).bind(viewer).fetch_all(at).await)?;
    shown(db, rows, viewer).await?.pop().ok_or(Error::NotFound)
}

/// Returns the audience on live pages of what an author wrote.
pub(super) async fn live_of(db: &Db, by_company: bool, author: UserId) -> crate::Result<Live> {
    match by_company {
        // The stream of a reel turns away whoever has a block with its company.
        true => Ok(Live::AllBut(Vec::new())),
        false => live(db, author).await,
    }
}

/// Returns the audience of an author's own comments on live pages.
pub async fn live(db: &Db, author: UserId) -> crate::Result<Live> {
    let settings = privacy::of(db, &[author]).await?.remove(&author).unwrap_or_default();
    if !settings.activity_visibility.admits_strangers() {
        return Ok(Live::Nobody);
    }
    let blocks: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT blocked_id FROM block WHERE blocker_id = $1 UNION SELECT blocker_id FROM block WHERE blocked_id = $1
         LIMIT $2")
        .bind(author).bind(MAX_HIDDEN_FROM + 1).fetch_all(at).await)?;
    if i64::try_from(blocks.len()).unwrap_or(i64::MAX) > MAX_HIDDEN_FROM {
        return Ok(Live::Nobody);
    }
    Ok(Live::AllBut(blocks.into_iter().map(|(id,)| id).collect()))
}

/// Returns the newest comments on a reel with their live audience, the newest first. Includes those without an audience:
/// their authors may widen it.
pub async fn newest(db: &Db, reel: ReelId, limit: i64) -> crate::Result<Vec<(Comment, Live)>> {
    let nobody = UserId(0);
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        comments!("k.reel_id = $1 AND k.parent_id IS NULL ORDER BY k.id DESC LIMIT $3"))
        .bind(reel).bind(nobody).bind(limit).fetch_all(at).await)?;
    let authors: HashMap<_, _> = rows.iter().map(|row| (row.id, row.author_id)).collect();
    let mut newest = Vec::new();
    for comment in described(db, rows).await? {
        let author = authors.get(&comment.id).copied().unwrap_or(comment.author.id);
        let live = live_of(db, comment.by_company, author).await?;
        newest.push((comment, live));
    }
    Ok(newest)
}

/// Returns those of these reels that an account has commented on for itself.
pub async fn commented_by(db: &Db, author: UserId, reels: &[ReelId]) -> crate::Result<Vec<ReelId>> {
    if reels.is_empty() {
        return Ok(Vec::new());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT DISTINCT reel_id FROM reel_comment
         WHERE author_id = $2 AND NOT by_company AND reel_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let named = serde_json::to_string(&reels.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let found: Vec<(ReelId,)> = on!(at, at => sqlx::query_as(sql).bind(named).bind(author).fetch_all(at).await)?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}
