//! Guest accounts. Registration converts a guest into a consumer account with the same id and data. Idle guests are
//! deleted.

use super::{AccountKind, Email, Name, NewAccount, Phone, ShortText, UserName, address};
use crate::{
    Db, Error, Result,
    db::Aggregate,
    on,
    types::{
        ids::{ReelId, UserId},
        language::Language,
        timestamp::Timestamp,
    },
};

/// Retention of an idle guest account. Equals the maximum session lifetime.
const IDLE: i64 = 30 * Timestamp::DAY;
/// Letters and digits without look-alikes.
const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";

/// Returns a new guest account. Its user name has 40 random bits, so a collision is unlikely.
pub fn new_guest(id: UserId, now: Timestamp) -> Result<NewAccount> {
    let tail: String =
        rand::random::<[u8; 8]>().iter().map(|b| char::from(ALPHABET[*b as usize % ALPHABET.len()])).collect();
    let never = |says: &str| Error::Corrupt(format!("a guest's name: {says}"));
    Ok(NewAccount {
        id,
        kind: AccountKind::Guest,
        user_name: format!("guest_{tail}").parse::<UserName>().map_err(never)?,
        email: None,
        password_hash: None,
        first_name: "Guest".parse::<Name>().map_err(never)?,
        last_name: tail[..4].to_uppercase().parse::<Name>().map_err(never)?,
        phone: None,
        dob: None,
        gender: None,
        address: None,
        address_line2: None,
        city: None,
        postal_code: None,
        country: None,
        language: None,
        marketing: false,
        picture: None,
        created_at: now,
    })
}

/// Converts the guest `new.id` into the account `new`. Returns [`Error::NotFound`] if the account is not a guest.
/// Returns [`Error::Taken`] as [`create`](super::create) does.
pub async fn promote(db: &Db, new: &NewAccount) -> Result<()> {
    match promote_once(db, new).await {
        Err(Error::Taken) => promote_once(db, new).await,
        done => done,
    }
}

async fn promote_once(db: &Db, new: &NewAccount) -> Result<()> {
    let mut tx = db.begin().await?;
    let claim = address::claim(&mut tx, new.id, new.email.as_ref(), new.created_at).await?;
    let done = on!(tx.at(), at => sqlx::query(
        "UPDATE account SET kind = $2, user_name = $3, user_name_key = $4, user_name_look = $5, email = $6, email_key = $7,
            password_hash = $8, first_name = $9, last_name = $10, phone = $11, dob = $12, gender = $13, address = $14,
            address_line2 = $15, city = $16, postal_code = $17, country = COALESCE($18, country), marketing = $19,
            terms_at = $20, search_key = $21, pending_email = $22, language = COALESCE($23, language)
         WHERE id = $1 AND kind = 'guest' AND deleted_at IS NULL")
        .bind(new.id).bind(new.kind)
        .bind(new.user_name.as_str()).bind(new.user_name.key()).bind(new.user_name.skeleton())
        .bind(claim.own.map(Email::as_str)).bind(claim.own.map(Email::key))
        .bind(&new.password_hash)
        .bind(new.first_name.as_str()).bind(new.last_name.as_str())
        .bind(new.phone.as_ref().map(Phone::as_str))
        .bind(new.dob.as_ref()).bind(new.gender)
        .bind(new.address.as_ref().map(ShortText::as_str))
        .bind(new.address_line2.as_ref().map(ShortText::as_str))
        .bind(new.city.as_ref().map(ShortText::as_str))
        .bind(new.postal_code.as_ref().map(ShortText::as_str))
        .bind(new.country.as_ref().map(ShortText::as_str))
        .bind(new.marketing).bind(new.created_at)
        .bind(crate::social::search_key(new.user_name.as_str(), new.first_name.as_str(), new.last_name.as_str()))
        .bind(claim.pending.map(Email::as_str)).bind(new.language.map(Language::code))
        .execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 {
        return Err(Error::NotFound);
    }
    tx.commit().await
}

/// Condition on `account`: a guest without a session since `$1`.
macro_rules! idle {
    () => {
        "account.kind = 'guest' AND account.created_at < $1
            AND NOT EXISTS (SELECT 1 FROM session s WHERE s.account_id = account.id AND s.last_used_at >= $1)"
    };
}

/// Deletes guests that have been idle for 30 days. Returns their number.
pub async fn forget_idle_guests(db: &Db, now: Timestamp) -> Result<u64> {
    let since = now.plus(-IDLE);
    let mut tx = db.begin().await?;
    // Reels count the favourites of guests.
    let reels: Vec<(ReelId,)> = on!(tx.at(), at => sqlx::query_as(concat!(
        "UPDATE reel SET revision = revision + 1, saves = saves - gone.items
         FROM (SELECT i.item_id, count(*) AS items FROM favourite_item i JOIN account ON account.id = i.owner_id
               WHERE i.kind = 'reel' AND ", idle!(), " GROUP BY i.item_id) AS gone
         WHERE reel.id = gone.item_id RETURNING reel.id")).bind(since).fetch_all(at).await)?;
    reels.into_iter().for_each(|(reel,)| tx.changes(Aggregate::Reel(reel)));
    let done = on!(tx.at(), at => sqlx::query(concat!("DELETE FROM account WHERE ", idle!()))
        .bind(since).execute(at).await.map(|done| done.rows_affected()))?;
    tx.commit().await?;
    Ok(done)
}
