//! Demo data: users, friendships and conversations, generated from a seed and text files.
//!
//! [`script`] is pure and describes the data; [`fill`] writes it to an empty database. The caller stores the bytes of
//! pictures.

mod advertisements;
mod bookings;
mod conversations;
mod interactions;
pub mod market;
mod market_rows;
mod notices;
mod orders;
mod people;
mod pictures;
mod policies;
mod random;
mod reels;
mod script;
mod shifts;
#[cfg(test)]
mod tests;
mod tickets;

pub use people::Person;
pub use pictures::Picture;
pub use script::{ChatScript, Line, Script, Size, script};

use std::{collections::HashMap, io};

use serde_json::{Value, json};

use self::{market::MarketScript, market_rows::MarketRows, shifts::Shifts};
use crate::{
    Db, Error, Result,
    account::{AccountKind, Password},
    chat::ChatKind,
    db::{Aggregate, Tx},
    each,
    media::{self, Media, MediaKind},
    on,
    security::password,
    types::{
        ids::{Ids, MediaId},
        timestamp::Timestamp,
    },
};

/// Password of every demo account.
pub const PASSWORD: &str = "Plaza-demo-1";
const SEED: u64 = 1;

/// Fills a database without accounts. Returns true if it did. Calls `keep` with the key and bytes of every file
/// before the first row that names one.
pub async fn fill(
    db: &Db,
    ids: &Ids,
    size: Size,
    now: Timestamp,
    mut keep: impl AsyncFnMut(&str, &'static [u8]) -> io::Result<()>,
) -> io::Result<bool> {
    if !is_empty(db).await.map_err(io::Error::other)? {
        return Ok(false);
    }
    let script = script(size, SEED).map_err(io::Error::other)?;
    let market = market::script(size, SEED).map_err(io::Error::other)?;
    let hash = tokio::task::spawn_blocking(|| {
        let password = PASSWORD.parse::<Password>().map_err(|why| Error::Corrupt(why.to_owned()))?;
        password::hash(&password)
    });
    let hash = hash.await?.map_err(io::Error::other)?;
    let rows = Rows::of(&script, &market, ids, now, &hash).map_err(io::Error::other)?;
    for (key, bytes) in &rows.files {
        keep(key, bytes).await?;
    }
    match rows.insert(db).await {
        Ok(()) => {
            policies::add(db, ids, now).await.map_err(io::Error::other)?;
            advertisements::add(db, ids, now).await.map_err(io::Error::other)?;
            bookings::add(db, ids, size, now).await.map_err(io::Error::other)?;
            orders::add(db, ids, size, now).await.map_err(io::Error::other)?;
            interactions::add(db, now).await.map_err(io::Error::other)?;
            notices::add(db, now).await.map_err(io::Error::other)?;
            tickets::add(db, ids, now).await.map_err(io::Error::other)?;
            reels::add(db, ids, size, now, &mut keep).await?;
            Ok(true)
        }
        // Another node filled the database first, with the same user names.
        Err(Error::Taken) => Ok(false),
        Err(cause) => Err(io::Error::other(cause)),
    }
}

/// Returns true if the demo filled this database.
pub async fn is_demo(db: &Db) -> Result<bool> {
    let mark: Option<(String,)> = on!(db.read(), at => sqlx::query_as("SELECT value FROM deployment WHERE name = 'demo'")
        .fetch_optional(at).await)?;
    Ok(mark.is_some())
}

async fn is_empty(db: &Db) -> Result<bool> {
    let any: Option<(i64,)> =
        on!(db.read(), at => sqlx::query_as("SELECT id FROM account LIMIT 1").fetch_optional(at).await)?;
    Ok(any.is_none())
}

/// Rows of the script by table. Each row is an array in the column order of its statement.
#[derive(Default)]
struct Rows {
    files: Vec<(String, &'static [u8])>,
    accounts: Vec<Value>,
    market: MarketRows,
    friendships: Vec<Value>,
    requests: Vec<Value>,
    media: Vec<Value>,
    chats: Vec<Value>,
    members: Vec<Value>,
    messages: Vec<Value>,
    shown: Vec<Value>,
}

impl Rows {
    fn of(script: &Script, market: &MarketScript, ids: &Ids, now: Timestamp, hash: &str) -> Result<Self> {
        let mut rows = Self::default();
        let began = now.plus(-400 * Timestamp::DAY);
        let mut accounts = HashMap::new();
        for person in &script.people {
            let id = ids.next(now);
            accounts.insert(person.user_name, id);
            let portrait = pictures::portrait(person.user_name).map(|picture| rows.picture(picture, id, ids, now).url);
            let email = format!("{}@plaza.example", person.user_name);
            rows.accounts.push(json!([
                id,
                person.kind,
                person.user_name,
                email,
                hash,
                person.first_name,
                person.last_name,
                person.dob,
                person.gender,
                person.address,
                person.city,
                person.country,
                portrait,
                began.0,
                now.0,
                crate::account::skeleton(person.user_name),
                crate::social::search_key(person.user_name, person.first_name, person.last_name)
            ]));
        }
        let staff = rows.add_market(market, &accounts, hash, ids, [began, now])?;
        for (a, b) in &script.friendships {
            if let (Some(a), Some(b)) = (accounts.get(a), accounts.get(b)) {
                rows.friendships.push(json!([a.min(b), a.max(b), began.0]));
            }
        }
        for (from, to, hours_ago) in &script.requests {
            if let (Some(from), Some(to)) = (accounts.get(from), accounts.get(to)) {
                rows.requests.push(json!([from, to, now.plus(-i64::from(*hours_ago) * Timestamp::HOUR).0]));
            }
        }
        let mut scenes = HashMap::new();
        for chat in &script.chats {
            rows.chat(chat, &accounts, &staff, &mut scenes, ids, now);
        }
        Ok(rows)
    }

    /// Adds the accounts, pictures and companies of the market.
    fn add_market(
        &mut self,
        market: &MarketScript,
        people: &HashMap<&'static str, i64>,
        hash: &str,
        ids: &Ids,
        [began, now]: [Timestamp; 2],
    ) -> Result<Shifts> {
        let mut accounts: HashMap<String, i64> = people.iter().map(|(name, id)| ((*name).to_owned(), *id)).collect();
        let managers = market.companies.iter().filter_map(|company| company.manager.as_ref());
        let managers = managers.map(|person| (AccountKind::Professional, person));
        let customers = market.people.iter().map(|person| (AccountKind::Regular, person));
        let employees = market.companies.iter().filter_map(|company| company.employee.as_ref());
        let employees = employees.map(|person| (AccountKind::Professional, person));
        for (hours_ago, (kind, person)) in (0..).zip(customers.chain(managers).chain(employees)) {
            let id = ids.next(now);
            let seen = now.plus(-(hours_ago % 240 + 1) * Timestamp::HOUR);
            self.accounts.push(market_rows::account(id, kind, person, hash, [began, seen]));
            accounts.insert(person.user_name.clone(), id);
        }
        // All companies share the pictures, so one account has them.
        let owner = people.get("chef").copied().unwrap_or_default();
        let mut shown = HashMap::new();
        for picture in market_rows::pictures(market).filter_map(market::PictureKey::picture) {
            if !shown.contains_key(picture.name) {
                shown.insert(picture.name, self.picture(picture, owner, ids, now).id);
            }
        }
        let known = market_rows::Known { accounts: &accounts, pictures: &shown, ids, now, began };
        self.market = MarketRows::of(market, &known)?;
        Ok(Shifts::of(market, &accounts, &self.market))
    }

    /// Adds a picture uploaded by this account.
    fn picture(&mut self, picture: &Picture, owner: i64, ids: &Ids, now: Timestamp) -> Media {
        let key = media::new_key();
        let known = Media {
            id: MediaId(ids.next(now)),
            kind: MediaKind::Image,
            url: media::url(&key),
            mime: pictures::MIME.to_owned(),
            name: None,
            width: Some(picture.width),
            height: Some(picture.height),
            bytes: i64::try_from(picture.bytes.len()).unwrap_or(i64::MAX),
            placeholder: Some(picture.colour.to_owned()),
            duration_ms: None,
            waveform: None,
            poster: None,
        };
        self.media.push(json!([
            known.id,
            key,
            owner,
            known.kind,
            pictures::MIME,
            known.width,
            known.height,
            known.bytes,
            known.placeholder,
            now.0
        ]));
        self.files.push((key, picture.bytes));
        known
    }

    fn chat(
        &mut self,
        chat: &ChatScript,
        accounts: &HashMap<&'static str, i64>,
        staff: &Shifts,
        scenes: &mut HashMap<(i64, &'static str), Media>,
        ids: &Ids,
        now: Timestamp,
    ) {
        let id = ids.next(now);
        let person = |name: &str| accounts.get(name).copied().unwrap_or_default();
        // A customer writes to the company, not to its owner.
        let is_direct = chat.kind == ChatKind::Direct;
        let of = |name: &str| staff.company(person(name)).filter(|_| is_direct).unwrap_or(person(name));
        let times = times(chat, now);
        for (at, (line, said_at)) in chat.messages.iter().zip(&times).enumerate() {
            let sender = of(line.from);
            let agent = (sender != person(line.from)).then(|| staff.agent(person(line.from), line.minutes_ago));
            let uploader = agent.unwrap_or(sender);
            let media: Vec<Media> = line
                .pictures
                .iter()
                .filter_map(|name| {
                    // A picture sent again reuses the upload.
                    if let Some(sent) = scenes.get(&(uploader, *name)) {
                        return Some(sent.clone());
                    }
                    let media = self.picture(pictures::scene(name)?, uploader, ids, *said_at);
                    scenes.insert((uploader, *name), media.clone());
                    Some(media)
                })
                .collect();
            self.shown.extend(media.iter().map(|file| json!([id, at + 1, file.id, file.kind])));
            let media = (!media.is_empty()).then(|| json!(media).to_string());
            let reply_to = line.reply_to.map(|index| index + 1);
            let client_id = ulid(*said_at, at);
            self.messages.push(json!([id, at + 1, sender, client_id, line.text, media, reply_to, said_at.0, agent]));
        }

        // The read marks follow the messages: one change per member.
        let last = chat.messages.len();
        let began = times.first().map_or(now, |at| at.plus(-Timestamp::MINUTE));
        for (place, (name, read)) in chat.members.iter().zip(&chat.read_upto).enumerate() {
            let role = if chat.kind == ChatKind::Group && place == 0 { "owner" } else { "member" };
            // Unread messages are still delivered.
            self.members.push(json!([id, of(name), role, read, last, last + place + 1, began.0]));
        }
        let pair: Vec<i64> = chat.members.iter().map(|name| of(name)).collect();
        let direct_key = match (chat.kind, &pair[..]) {
            (ChatKind::Direct, [a, b]) => Some(format!("{}:{}", a.min(b), a.max(b))),
            _ => None,
        };
        let epoch = format!("{:016x}", rand::random::<u64>());
        let updated = times.last().copied().unwrap_or(now);
        self.chats.push(json!([
            id,
            chat.kind,
            chat.title,
            direct_key,
            epoch,
            last + chat.members.len(),
            last,
            began.0,
            updated.0
        ]));
    }

    async fn insert(&self, db: &Db) -> Result<()> {
        let mut tx = db.begin().await?;
        tx.changes(Aggregate::All);
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO account (id, kind, user_name, user_name_key, user_name_look, email, email_key, password_hash,
                first_name, last_name, dob, gender, address, city, country, picture, terms_at, created_at, last_seen_at,
                search_key, email_verified_at)
             SELECT CAST(value->>0 AS BIGINT), value->>1, value->>2, lower(value->>2), value->>15, value->>3, lower(value->>3),
                value->>4, value->>5, value->>6, value->>7, value->>8, value->>9, value->>10, value->>11, value->>12,
                CAST(value->>13 AS BIGINT), CAST(value->>13 AS BIGINT), CAST(value->>14 AS BIGINT), value->>16,
                CAST(value->>13 AS BIGINT) FROM ",
            ""
        );
        run(&mut tx, sql, &self.accounts).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO friendship (low_id, high_id, since)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        run(&mut tx, sql, &self.friendships).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO friend_request (from_id, to_id, at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            ""
        );
        run(&mut tx, sql, &self.requests).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO media (id, key, owner_id, kind, mime, width, height, bytes, placeholder, created_at, used)
             SELECT CAST(value->>0 AS BIGINT), value->>1, CAST(value->>2 AS BIGINT), value->>3, value->>4,
                CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT), value->>8,
                CAST(value->>9 AS BIGINT), TRUE FROM ",
            ""
        );
        run(&mut tx, sql, &self.media).await?;
        self.market.insert(&mut tx).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO chat (id, kind, title, direct_key, epoch, seq, last_seq, created_at, updated_at)
             SELECT CAST(value->>0 AS BIGINT), value->>1, value->>2, value->>3, value->>4, CAST(value->>5 AS BIGINT),
                CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT) FROM ",
            ""
        );
        run(&mut tx, sql, &self.chats).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO chat_member (chat_id, account_id, role, read_seq, delivered_seq, marked_seq, joined_at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, CAST(value->>3 AS BIGINT),
                CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT) FROM ",
            ""
        );
        run(&mut tx, sql, &self.members).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO message (chat_id, seq, sender_id, client_id, text, media, reply_to, at, agent_id)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3,
                value->>4, value->>5, CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT) FROM ",
            ""
        );
        run(&mut tx, sql, &self.messages).await?;
        let at = tx.at();
        let sql = each!(
            at,
            "INSERT INTO message_media (chat_id, seq, media_id, kind)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3 FROM ",
            ""
        );
        run(&mut tx, sql, &self.shown).await?;
        on!(tx.at(), at => sqlx::query("INSERT INTO deployment (name, value) VALUES ('demo', 'filled')")
            .execute(at).await.map(drop))?;
        tx.commit().await
    }
}

async fn run(tx: &mut Tx, sql: &'static str, rows: &[Value]) -> Result<()> {
    let rows = serde_json::to_string(rows)?;
    on!(tx.at(), at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the send time of each message within its scripted minute. Each is a few seconds after the previous one,
/// never in the future.
fn times(chat: &ChatScript, now: Timestamp) -> Vec<Timestamp> {
    let mut before = Timestamp(i64::MIN);
    chat.messages
        .iter()
        .map(|line| {
            let minute = now.plus(-i64::from(line.minutes_ago) * Timestamp::MINUTE);
            before = minute.max(before.plus(9 * Timestamp::SECOND)).min(now);
            before
        })
        .collect()
}

/// Returns the client id of a message: time and index in the chat, in Crockford's base 32.
fn ulid(at: Timestamp, place: usize) -> String {
    const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let number = (u128::from(at.0.unsigned_abs()) << 80) | place as u128;
    (0..26).rev().map(|digit| char::from(DIGITS[(number >> (digit * 5)) as usize & 31])).collect()
}
