//! Account of a company: its member in chats, and the account that a customer blocks or reports.
//!
//! Nobody signs in with it. Its team acts for it: see [`team`](super::team).

use super::handle;
use crate::{
    Db, Result,
    account::privacy::Privacy,
    db::Tx,
    media, on,
    types::{
        ids::{CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Returns the id of a new company's account. Ids of all tables come from one generator.
pub(super) fn id_for(company: CompanyId) -> UserId {
    UserId(company.0)
}

/// Returns the account of a company.
pub async fn account_of(db: &Db, company: CompanyId) -> Result<UserId> {
    let (account,): (UserId,) = on!(db.read(), at => sqlx::query_as("SELECT account_id FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(account)
}

/// Inserts the account of a new company. Its settings keep it out of people search and friend requests.
pub(crate) async fn insert(tx: &mut Tx, id: UserId, name: &str, handle: &str, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO account (id, kind, user_name, user_name_key, user_name_look, first_name, last_name, search_key,
            terms_at, created_at, last_seen_at)
         VALUES ($1, 'company', $2, $3, $3, $4, '', '', $5, $5, $5)")
        .bind(id).bind(handle).bind(handle::account_key(id)).bind(name).bind(now).execute(at).await.map(drop))?;
    let settings = serde_json::to_string(&Privacy::of_company())?;
    on!(tx.at(), at => sqlx::query("INSERT INTO privacy (account_id, settings, updated_at) VALUES ($1, $2, $3)")
        .bind(id).bind(settings).bind(now).execute(at).await.map(drop))?;
    Ok(())
}

/// Copies name and logo of a company to its account, which people search does not find. Returns the account, whose streams show them.
pub(crate) async fn refresh(tx: &mut Tx, company: CompanyId) -> Result<UserId> {
    let (id, name, logo): (UserId, String, Option<String>) = on!(tx.at(), at => sqlx::query_as(
        "SELECT c.account_id, c.name, m.key FROM company c LEFT JOIN media m ON m.id = c.logo_id WHERE c.id = $1")
        .bind(company).fetch_one(at).await)?;
    on!(tx.at(), at => sqlx::query("UPDATE account SET first_name = $2, search_key = '', picture = $3 WHERE id = $1")
        .bind(id).bind(name).bind(logo.as_deref().map(media::url)).execute(at).await.map(drop))?;
    Ok(id)
}
