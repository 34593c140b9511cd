//! Demo reels: clips shown by companies of their category, with likes, views, comments, folders of favourites and results.
//! Counters equal the rows that they count.

mod clips;
mod results;
mod rows;
mod texts;

use std::{collections::HashMap, io};

use self::{
    clips::{CLIPS, Clip},
    rows::{Reaction, Rows},
};
use super::{Size, random::SeededRng};
use crate::{
    Db, Result, account, media,
    notification::{Kind, Notice, notify},
    on,
    types::{
        ids::{CompanyId, Ids, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

const SEED: u64 = 16;
/// Published reels, small and full.
const REELS: [usize; 2] = [20, 600];
/// Greatest likes of a reel, small and full.
const LIKES: [u32; 2] = [14, 90];
/// Reels of the company whose owner is a demo account.
const OWN_REELS: usize = 4;

/// A company that may show reels.
struct Site {
    id: CompanyId,
    owner: UserId,
    team: Vec<i64>,
    categories: Vec<String>,
    position: Option<(f64, f64)>,
    offerings: Vec<(OfferingId, String)>,
}

/// Adds the reels to a filled database. Calls `keep` with the key and bytes of each file.
pub(super) async fn add(
    db: &Db,
    ids: &Ids,
    size: Size,
    now: Timestamp,
    keep: &mut impl AsyncFnMut(&str, &'static [u8]) -> io::Result<()>,
) -> io::Result<()> {
    let sites = sites(db).await.map_err(io::Error::other)?;
    let people = people(db).await.map_err(io::Error::other)?;
    let Some(chef) = account::find_by_login(db, "chef").await.map_err(io::Error::other)?.map(|found| found.id) else {
        return Ok(());
    };
    let mut random = SeededRng(SEED);
    let mut rows = Rows::new(now);
    let mut files = HashMap::new();
    for clip in CLIPS {
        let keys = [media::new_key(), media::new_key()];
        keep(&keys[0], clip.video).await?;
        keep(&keys[1], clip.poster).await?;
        files.insert(clip.name, rows.clip(clip, keys, chef, ids));
    }
    let count = REELS[usize::from(size == Size::Full)];
    let shown = plan(&sites, chef, count, &mut random);
    let most = LIKES[usize::from(size == Size::Full)];
    for (place, (site, clip)) in shown.iter().enumerate() {
        let number = i64::try_from(place + 1).unwrap_or(i64::MAX);
        let at = published_at(place, shown.len(), now);
        let Some(files) = files.get(clip.name) else { continue };
        let reel = rows.reel(site, clip, *files, Some(number), at, ids, &mut random);
        let mut crowd = people.clone();
        let views = random.between(most / 4, most + most / 2);
        random.thin(&mut crowd, usize::try_from(views).unwrap_or(0));
        rows.reactions(reel, &crowd, at, &mut random);
        rows.comments(reel, site, &crowd, at, ids, &mut random);
    }
    if let Some((site, clip)) = shown.iter().find(|(site, _)| site.owner == chef)
        && let Some(files) = files.get(clip.name)
    {
        rows.reel(site, clip, *files, None, now.plus(-Timestamp::HOUR), ids, &mut random);
    }
    rows.folders(db, ids, &mut random).await.map_err(io::Error::other)?;
    rows.insert(db, i64::try_from(shown.len()).unwrap_or(0)).await.map_err(io::Error::other)?;
    results::add(db).await.map_err(io::Error::other)?;
    notices(db, &rows, chef, now).await.map_err(io::Error::other)
}

/// Returns the time of publication, older ones first: over sixty days, the last an hour ago.
fn published_at(place: usize, count: usize, now: Timestamp) -> Timestamp {
    let left = i64::try_from(count - place).unwrap_or(1);
    let step = 60 * Timestamp::DAY / i64::try_from(count.max(1)).unwrap_or(1);
    now.plus(-Timestamp::HOUR - (left - 1) * step)
}

/// Chooses the company and the clip of each reel, in order of publication. A company shows clips of its own categories.
fn plan<'a>(sites: &'a [Site], chef: UserId, count: usize, random: &mut SeededRng) -> Vec<(&'a Site, &'static Clip)> {
    let clips = |site: &Site| -> Vec<&'static Clip> {
        CLIPS.iter().filter(|clip| site.categories.iter().any(|key| key == clip.category)).collect()
    };
    let able: Vec<_> = sites.iter().map(|site| (site, clips(site))).filter(|(_, clips)| !clips.is_empty()).collect();
    if able.is_empty() {
        return Vec::new();
    }
    let own: Vec<_> = able.iter().filter(|(site, _)| site.owner == chef).collect();
    let mut plan = Vec::with_capacity(count);
    for place in 0..count {
        // The demo company's reels are among the newest.
        let is_own = count - place <= 2 * OWN_REELS && place % 2 == 0;
        let chosen = if is_own { own.first().copied() } else { None };
        let (site, clips) = chosen.unwrap_or(&able[(place + random.below(3)) % able.len()]);
        if let Some(clip) = clips.get((place / able.len() + random.below(clips.len())) % clips.len()) {
            plan.push((*site, *clip));
        }
    }
    plan
}

#[derive(sqlx::FromRow)]
struct SiteRow {
    id: CompanyId,
    owner_id: UserId,
    latitude: Option<f64>,
    longitude: Option<f64>,
    categories: Option<String>,
}

async fn sites(db: &Db) -> Result<Vec<Site>> {
    let rows: Vec<SiteRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.owner_id, c.latitude, c.longitude,
            (SELECT string_agg(k.category, ',') FROM company_category k WHERE k.company_id = c.id) AS categories
         FROM company c ORDER BY c.id").fetch_all(at).await)?;
    let offerings: Vec<(OfferingId, CompanyId, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, company_id, category FROM offering WHERE state = 'active' AND sold_out = FALSE
         ORDER BY company_id, position, id").fetch_all(at).await)?;
    let members: Vec<(CompanyId, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id, account_id FROM company_member ORDER BY company_id, account_id").fetch_all(at).await)?;
    let mut offered: HashMap<CompanyId, Vec<(OfferingId, String)>> = HashMap::new();
    for (id, company, category) in offerings {
        offered.entry(company).or_default().push((id, category));
    }
    let mut teams: HashMap<CompanyId, Vec<i64>> = HashMap::new();
    for (company, account) in members {
        teams.entry(company).or_default().push(account);
    }
    let site = |row: SiteRow| Site {
        id: row.id,
        owner: row.owner_id,
        team: teams.remove(&row.id).unwrap_or_default(),
        categories: row.categories.iter().flat_map(|all| all.split(',')).map(str::to_owned).collect(),
        position: row.latitude.zip(row.longitude),
        offerings: offered.remove(&row.id).unwrap_or_default(),
    };
    Ok(rows.into_iter().map(site).collect())
}

async fn people(db: &Db) -> Result<Vec<i64>> {
    let rows: Vec<(i64,)> = on!(db.read(), at => sqlx::query_as("SELECT id FROM account WHERE kind = 'regular' ORDER BY id")
        .fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Adds notifications of the newest likes and comments on the demo company's reels.
async fn notices(db: &Db, rows: &Rows, chef: UserId, now: Timestamp) -> Result<()> {
    for Reaction { kind, event, reel, actor, at } in rows.newest_reactions(chef) {
        let notice = Notice::new(kind, event).by(UserId(actor)).about(reel);
        notify(db, &[chef], &notice, at).await?;
    }
    let Some(alice) = account::find_by_login(db, "alice").await?.map(|found| found.id) else { return Ok(()) };
    if let Some((reel, comment, author)) = rows.newest_answer() {
        let notice = Notice::new(Kind::ReelReply, comment).by(UserId(author)).about(reel);
        notify(db, &[alice], &notice, now.plus(-Timestamp::HOUR)).await?;
    }
    Ok(())
}
