//! Rows of the demo's reels. The database receives each table in one statement.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::{
    Site,
    clips::{self, Clip},
    texts,
};
use crate::{
    Db, Result, account, each,
    notification::Kind,
    on,
    reel::feed::cell,
    seed::{random::SeededRng, run},
    types::{
        fold::fold,
        ids::{Ids, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

/// Comments of a reel, at most.
const COMMENTS: usize = 7;
/// Folders of the demo users with favourites.
const FOLDERS: &[(&str, &[&str])] = &[("alice", &["Weekend", "Try soon", "With the family"]), ("bruno", &["Saved"])];
/// Items of a folder.
const ITEMS: usize = 5;

/// Like of a reel, or comment on it.
pub struct Reaction {
    pub kind: Kind,
    /// Distinguishes the reactions of one kind, as in a [`Notice`](crate::notification::Notice).
    pub event: String,
    pub reel: i64,
    pub actor: i64,
    pub at: Timestamp,
}

pub struct Rows {
    now: Timestamp,
    media: Vec<Value>,
    reels: Vec<Reel>,
    offerings: Vec<Value>,
    subtitles: Vec<Value>,
    likes: Vec<Value>,
    views: Vec<Value>,
    comments: Vec<Comment>,
    folders: Vec<Value>,
    items: Vec<Value>,
    /// Offerings that reels link, for favourites.
    linked: Vec<i64>,
}

struct Reel {
    id: i64,
    owner: UserId,
    columns: Value,
    at: Timestamp,
    is_published: bool,
    likes: i64,
    comments: i64,
    saves: i64,
    views: i64,
    watched_ms: i64,
    plays: i64,
    finished: i64,
    duration_ms: i64,
    fans: Vec<i64>,
}

struct Comment {
    id: i64,
    reel: i64,
    parent: Option<i64>,
    author: i64,
    text: &'static str,
    replies: i64,
    at: Timestamp,
}

impl Rows {
    pub fn new(now: Timestamp) -> Self {
        Self {
            now,
            media: Vec::new(),
            reels: Vec::new(),
            offerings: Vec::new(),
            subtitles: Vec::new(),
            likes: Vec::new(),
            views: Vec::new(),
            comments: Vec::new(),
            folders: Vec::new(),
            items: Vec::new(),
            linked: Vec::new(),
        }
    }

    /// Adds the files of a clip. Returns the ids of video and poster.
    pub fn clip(&mut self, clip: &Clip, [video, poster]: [String; 2], owner: UserId, ids: &Ids) -> (i64, i64) {
        let (video_id, poster_id) = (ids.next(self.now), ids.next(self.now));
        let (width, height, at) = (clips::WIDTH, clips::HEIGHT, self.now.0);
        let video_bytes = clip.video.len();
        self.media.push(json!([
            video_id,
            video,
            owner,
            "video",
            clips::MIME,
            width,
            height,
            video_bytes,
            clip.duration_ms,
            at,
            clip.colour
        ]));
        let poster_bytes = clip.poster.len();
        self.media.push(json!([
            poster_id,
            poster,
            owner,
            "image",
            clips::POSTER_MIME,
            width,
            height,
            poster_bytes,
            null,
            at,
            clip.colour
        ]));
        (video_id, poster_id)
    }

    /// Adds a reel, a draft without a number. Returns its place.
    #[allow(clippy::too_many_arguments, reason = "a row has many columns")]
    pub fn reel(
        &mut self,
        site: &Site,
        clip: &Clip,
        (video, poster): (i64, i64),
        number: Option<i64>,
        at: Timestamp,
        ids: &Ids,
        random: &mut SeededRng,
    ) -> usize {
        let id = ids.next(self.now);
        let caption = random.pick(texts::captions(clip.category)).copied().unwrap_or_default();
        let cell = site.position.and_then(|(north, east)| Position::new(north, east)).map(cell::of);
        let state = if number.is_some() { "published" } else { "draft" };
        let published = number.map(|_| at.0);
        let columns = json!([id, site.id, state, video, poster, caption, "US", number, published, cell, at.0]);
        let mut sold: Vec<_> = site.offerings.iter().filter(|(_, category)| category == clip.category).collect();
        let links = usize::try_from(links(random)).unwrap_or(1);
        random.thin(&mut sold, links);
        for (place, (offering, _)) in sold.iter().enumerate() {
            self.offerings.push(json!([id, offering, place]));
            self.linked.push(offering.0);
        }
        self.subtitles.extend(clip.subtitles.iter().map(|(language, text)| json!([id, language, text])));
        self.reels.push(Reel {
            id,
            owner: site.owner,
            columns,
            at,
            is_published: number.is_some(),
            likes: 0,
            comments: 0,
            saves: 0,
            views: 0,
            watched_ms: 0,
            plays: 0,
            finished: 0,
            duration_ms: clip.duration_ms,
            fans: Vec::new(),
        });
        self.reels.len() - 1
    }

    /// Adds views of a crowd, and likes of some of it.
    pub fn reactions(&mut self, reel: usize, crowd: &[i64], at: Timestamp, random: &mut SeededRng) {
        let reel = &mut self.reels[reel];
        let liking = random.between(20, 70);
        for account in crowd {
            let watched = i64::from(random.between(500, 17_000));
            let seen_at = at.plus((self.now.0 - at.0) * i64::from(random.upto(100)) / 101).0;
            let (plays, finished) = (1 + watched % 3, i64::from(100 * watched >= 95 * reel.duration_ms));
            self.views.push(json!([account, reel.id, watched, i64::from(watched < 1_200), seen_at, plays, finished]));
            reel.views += 1;
            reel.watched_ms += watched;
            reel.plays += plays;
            reel.finished += finished;
            if random.chance(liking) {
                self.likes.push(json!([reel.id, account, seen_at]));
                reel.likes += 1;
                reel.fans.push(*account);
            }
        }
    }

    /// Adds comments of a crowd, some answered by the company.
    pub fn comments(
        &mut self,
        reel: usize,
        site: &Site,
        crowd: &[i64],
        at: Timestamp,
        ids: &Ids,
        random: &mut SeededRng,
    ) {
        let reel = &mut self.reels[reel];
        let span = (self.now.0 - at.0).max(1);
        let count = random.below(COMMENTS + 1);
        let mut times: Vec<i64> = (0..count).map(|_| span * i64::from(random.upto(100)) / 101).collect();
        times.sort_unstable();
        for passed in times {
            let (Some(author), Some(text)) = (random.pick(crowd), random.pick(texts::COMMENTS)) else { continue };
            let said_at = at.plus(passed);
            let id = ids.next(self.now);
            reel.comments += 1;
            let is_answered = random.chance(40) && !site.team.is_empty();
            let comment = Comment {
                id,
                reel: reel.id,
                parent: None,
                author: *author,
                text,
                replies: i64::from(is_answered),
                at: said_at,
            };
            self.comments.push(comment);
            if is_answered && let (Some(agent), Some(text)) = (site.team.first(), random.pick(texts::ANSWERS)) {
                let at = said_at.plus(20 * Timestamp::MINUTE).min(self.now);
                let id = ids.next(self.now);
                let parent = self.comments.last().map(|comment| comment.id);
                reel.comments += 1;
                self.comments.push(Comment { id, reel: reel.id, parent, author: *agent, text, replies: 0, at });
            }
        }
    }

    /// Adds folders of the demo users with reels and offerings.
    pub async fn folders(&mut self, db: &Db, ids: &Ids, random: &mut SeededRng) -> Result<()> {
        for (user_name, names) in FOLDERS {
            let Some(owner) = account::find_by_login(db, user_name).await?.map(|found| found.id) else { continue };
            let mut reels: Vec<usize> = (0..self.reels.len()).filter(|at| self.reels[*at].is_published).collect();
            random.thin(&mut reels, names.len() * ITEMS);
            let mut offerings = self.linked.clone();
            offerings.sort_unstable();
            offerings.dedup();
            random.thin(&mut offerings, names.len() * ITEMS / 2);
            let (mut reels, mut offerings) = (reels.into_iter(), offerings.into_iter());
            for (age, name) in (1_i64..).zip(*names) {
                let id = ids.next(self.now);
                let at = self.now.plus(-age * Timestamp::DAY).0;
                let before = self.items.len();
                for place in reels.by_ref().take(ITEMS) {
                    self.reels[place].saves += 1;
                    self.items.push(json!([owner, "reel", self.reels[place].id, id, at]));
                }
                let some = offerings.by_ref().take(ITEMS / 2);
                self.items.extend(some.map(|offering| json!([owner, "offering", offering, id, at])));
                self.folders.push(json!([id, owner, name, fold(name), self.items.len() - before, at]));
            }
        }
        Ok(())
    }

    /// Returns the newest likes and comments on reels of a company's owner.
    pub fn newest_reactions(&self, owner: UserId) -> Vec<Reaction> {
        let own: HashMap<i64, &Reel> =
            self.reels.iter().filter(|reel| reel.owner == owner).map(|reel| (reel.id, reel)).collect();
        let commented =
            self.comments.iter().filter(|comment| comment.parent.is_none() && own.contains_key(&comment.reel));
        let mut newest: Vec<_> = commented
            .map(|comment| Reaction {
                kind: Kind::ReelComment,
                event: comment.id.to_string(),
                reel: comment.reel,
                actor: comment.author,
                at: comment.at,
            })
            .collect();
        for reel in own.values() {
            newest.extend(reel.fans.iter().take(3).map(|fan| Reaction {
                kind: Kind::ReelLike,
                event: format!("{}:{fan}", reel.id),
                reel: reel.id,
                actor: *fan,
                at: reel.at.plus(Timestamp::HOUR),
            }));
        }
        newest.retain(|reaction| reaction.at <= self.now);
        newest.sort_by_key(|reaction| (reaction.at.0, reaction.reel, reaction.actor));
        newest.split_off(newest.len().saturating_sub(12))
    }

    /// Returns the reel, id and author of the newest answer.
    pub fn newest_answer(&self) -> Option<(i64, i64, i64)> {
        let answer =
            self.comments.iter().filter(|comment| comment.parent.is_some()).max_by_key(|comment| comment.at)?;
        Some((answer.reel, answer.id, answer.author))
    }

    pub async fn insert(&self, db: &Db, published: i64) -> Result<()> {
        let mut tx = db.begin().await?;
        tx.changes(crate::db::Aggregate::All);
        macro_rules! insert {
            ($rows:expr, $sql:literal) => {{
                let at = tx.at();
                let sql = each!(at, $sql, "");
                run(&mut tx, sql, $rows).await?;
            }};
        }
        insert!(
            &self.media,
            "INSERT INTO media (id, key, owner_id, kind, mime, width, height, bytes, duration_ms, created_at,
                placeholder, used)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), value->>3, value->>4,
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT),
                CAST(value->>8 AS BIGINT), CAST(value->>9 AS BIGINT), value->>10, TRUE FROM "
        );
        let reels: Vec<_> = self.reels.iter().map(Reel::row).collect();
        insert!(
            &reels,
            "INSERT INTO reel (id, company_id, state, video_id, poster_id, caption, language, number, published_at, cell,
                created_at, updated_at, likes, comments, saves, views, watched_ms, plays, finished, revision)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT), value->>5, value->>6, CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT),
                CAST(value->>9 AS BIGINT), CAST(value->>10 AS BIGINT), CAST(value->>10 AS BIGINT),
                CAST(value->>11 AS BIGINT), CAST(value->>12 AS BIGINT), CAST(value->>13 AS BIGINT),
                CAST(value->>14 AS BIGINT), CAST(value->>15 AS BIGINT), CAST(value->>16 AS BIGINT),
                CAST(value->>17 AS BIGINT), 1 FROM "
        );
        insert!(
            &self.offerings,
            "INSERT INTO reel_offering (reel_id, offering_id, position)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM "
        );
        insert!(
            &self.subtitles,
            "INSERT INTO reel_subtitle (reel_id, language, text)
             SELECT CAST(value->>0 AS BIGINT), value->>1, value->>2 FROM "
        );
        insert!(
            &self.likes,
            "INSERT INTO reel_like (reel_id, account_id, at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM "
        );
        insert!(
            &self.views,
            "INSERT INTO reel_view (account_id, reel_id, watched_ms, skipped, at, plays, finished)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT) <> 0, CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT),
                CAST(value->>6 AS BIGINT) <> 0 FROM "
        );
        let comments: Vec<_> = self.comments.iter().map(Comment::row).collect();
        insert!(
            &comments,
            // The company writes all answers.
            "INSERT INTO reel_comment (id, reel_id, parent_id, author_id, by_company, text, replies, at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT),
                CAST(value->>3 AS BIGINT), value->>2 IS NOT NULL, value->>4, CAST(value->>5 AS BIGINT),
                CAST(value->>6 AS BIGINT) FROM "
        );
        insert!(
            &self.folders,
            "INSERT INTO favourite_folder (id, owner_id, name, name_key, items, created_at, updated_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3,
                CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT), CAST(value->>5 AS BIGINT) FROM "
        );
        insert!(
            &self.items,
            "INSERT INTO favourite_item (owner_id, kind, item_id, folder_id, at)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT) FROM "
        );
        on!(tx.at(), at => sqlx::query("UPDATE reel_publication SET number = $1 WHERE id = 1")
            .bind(published).execute(at).await.map(drop))?;
        tx.commit().await
    }
}

/// Offerings that a reel links: mostly one.
fn links(random: &mut SeededRng) -> u32 {
    if random.chance(70) { 1 } else { random.between(2, 3) }
}

impl Reel {
    fn row(&self) -> Value {
        let counters = [self.likes, self.comments, self.saves, self.views, self.watched_ms, self.plays, self.finished];
        let mut row = self.columns.as_array().cloned().unwrap_or_default();
        row.extend(counters.map(Value::from));
        Value::Array(row)
    }
}

impl Comment {
    fn row(&self) -> Value {
        json!([self.id, self.reel, self.parent, self.author, self.text, self.replies, self.at.0])
    }
}
