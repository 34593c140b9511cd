//! Documents of an account, such as an identity card or a licence. Their bytes are in the blob store under a secret
//! key. Only the owner can read them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Tx,
    each,
    media::pending_deletion,
    on,
    types::{
        ids::{CompanyId, DocumentId, UserId},
        timestamp::{Date, Timestamp},
    },
};

/// Maximum number of documents per account, and per company that it acts for.
pub const MAX_DOCUMENTS: i64 = 20;

/// Type of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum DocumentKind {
    /// Proof of identity.
    Identity,
    /// Proof of residence.
    Address,
    /// Proof of registration of a company.
    Registration,
    /// Licence to operate of a company.
    Licence,
    Insurance,
    /// Tax document.
    Tax,
    Other,
}

impl std::str::FromStr for DocumentKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.trim() {
            "identity" => Self::Identity,
            "address" => Self::Address,
            "registration" => Self::Registration,
            "licence" => Self::Licence,
            "insurance" => Self::Insurance,
            "tax" => Self::Tax,
            "other" => Self::Other,
            _ => return Err("Choose identity, address, registration, licence, insurance, tax or other."),
        })
    }
}

/// A document as returned to its owner.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Document {
    pub id: DocumentId,
    pub kind: DocumentKind,
    pub name: String,
    pub mime: String,
    pub bytes: i64,
    pub expires_on: Option<Date>,
    /// Requires an access token of the owner.
    #[sqlx(skip)]
    pub url: String,
}

/// Stored document to insert.
#[derive(Clone, Debug)]
pub struct NewDocument {
    pub id: DocumentId,
    pub owner: UserId,
    pub kind: DocumentKind,
    pub name: String,
    pub mime: &'static str,
    pub key: String,
    pub bytes: i64,
    pub expires_on: Option<Date>,
    pub created_at: Timestamp,
}

/// Blob key and response headers of a document download.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Stored {
    pub key: String,
    pub name: String,
    pub mime: String,
}

/// Inserts rows of stored documents, which are handed in for a company if there is one.
pub(crate) async fn insert(tx: &mut Tx, new: &[NewDocument], company: Option<CompanyId>) -> Result<()> {
    let at = tx.at();
    let sql = each!(
        at,
        "INSERT INTO document (id, account_id, kind, name, mime, key, bytes, expires_on, created_at, company_id)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4, value->>5,
            CAST(value->>6 AS BIGINT), value->>7, CAST(value->>8 AS BIGINT), $2 FROM ",
        ""
    );
    let rows: Vec<_> = new
        .iter()
        .map(|it| (it.id, it.owner, it.kind, &it.name, it.mime, &it.key, it.bytes, &it.expires_on, it.created_at.0))
        .collect();
    let rows = serde_json::to_string(&rows)?;
    on!(at, at => sqlx::query(sql).bind(rows).bind(company).execute(at).await.map(drop))?;
    pending_deletion::confirm(tx, &new.iter().map(|it| it.key.as_str()).collect::<Vec<_>>()).await
}

/// Condition of the documents of the account `$1`: those about the account, and those for the company that it acts for.
macro_rules! shown {
    ($columns:literal; $after:literal) => {
        concat!(
            $columns,
            " FROM document WHERE account_id = $1 AND (company_id IS NULL
                OR company_id = (SELECT m.company_id FROM active_member m WHERE m.account_id = $1))",
            $after
        )
    };
}

/// Returns the documents of an account, newest first. Those for another company than the active one are left out.
pub async fn of(db: &Db, owner: UserId) -> Result<Vec<Document>> {
    let mut all: Vec<Document> = on!(db.read(), at => sqlx::query_as(
        shown!("SELECT id, kind, name, mime, bytes, expires_on"; " ORDER BY id DESC"))
        .bind(owner).fetch_all(at).await)?;
    for document in &mut all {
        document.url = format!("/api/v1/users/documents/{}/", document.id);
    }
    Ok(all)
}

/// Returns the number of documents of an account: see [`of`].
pub async fn count(db: &Db, owner: UserId) -> Result<i64> {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(shown!("SELECT COUNT(*)"; ""))
        .bind(owner).fetch_one(at).await)?;
    Ok(count)
}

/// Finds a document of `owner`. Returns [`Error::NotFound`](crate::Error::NotFound) if another account owns the
/// document.
pub async fn find(db: &Db, owner: UserId, id: DocumentId) -> Result<Stored> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT key, name, mime FROM document WHERE id = $1 AND account_id = $2")
        .bind(id).bind(owner).fetch_one(at).await)?)
}

/// Deletes a document of `owner` and schedules deletion of its bytes. Returns
/// [`Error::NotFound`](crate::Error::NotFound) if another account owns the document.
pub async fn remove(db: &Db, owner: UserId, id: DocumentId) -> Result<()> {
    let mut tx = db.begin().await?;
    let (key,): (String,) = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM document WHERE id = $1 AND account_id = $2 RETURNING key")
        .bind(id).bind(owner).fetch_one(at).await)?;
    pending_deletion::add(&mut tx, &[key]).await?;
    tx.commit().await
}

/// Deletes all documents of an account and schedules deletion of their bytes.
pub(crate) async fn remove_all(tx: &mut Tx, owner: UserId) -> Result<()> {
    let keys: Vec<(String,)> = on!(tx.at(), at => sqlx::query_as("DELETE FROM document WHERE account_id = $1 RETURNING key")
        .bind(owner).fetch_all(at).await)?;
    pending_deletion::add(tx, &keys.into_iter().map(|(key,)| key).collect::<Vec<_>>()).await
}

/// Deletes the documents that were handed in for a company, by all accounts or one, and schedules deletion of their bytes.
pub(crate) async fn remove_handed_in(tx: &mut Tx, company: CompanyId, owner: Option<UserId>) -> Result<()> {
    let keys: Vec<(String,)> = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM document WHERE company_id = $1 AND ($2 = 0 OR account_id = $2) RETURNING key")
        .bind(company).bind(owner.unwrap_or(UserId(0))).fetch_all(at).await)?;
    pending_deletion::add(tx, &keys.into_iter().map(|(key,)| key).collect::<Vec<_>>()).await
}
