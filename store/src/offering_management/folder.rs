//! Folders of offerings: sections of a menu, or shelves of a shop.

use serde::Serialize;
use utoipa::ToSchema;

use super::{CatalogueError, Editor, Ordered, Result};
use crate::{
    Db, Error, on,
    types::ids::{CompanyId, FolderId},
};

/// Maximum folders of a company.
pub(super) const FOLDERS_MAX: i64 = 200;
/// Maximum characters of a name.
const NAME_MAX: usize = 80;

/// Folder of a company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct OwnFolder {
    pub id: FolderId,
    pub name: String,
    /// Offerings in it that are not archived.
    pub offering_count: i64,
}

/// Returns the folders of a company in their order.
pub async fn list(db: &Db, company: CompanyId) -> Result<Vec<OwnFolder>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT f.id, f.name, COUNT(o.id) AS offering_count
         FROM offering_folder f LEFT JOIN offering o ON o.folder_id = f.id AND o.state <> 'archived'
         WHERE f.company_id = $1 GROUP BY f.id, f.name, f.position ORDER BY f.position, f.id")
        .bind(company).fetch_all(at).await)?)
}

/// Returns the trimmed name of a folder.
fn checked(name: &str) -> Result<&str> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(CatalogueError::field("name", "This is required.")),
        length if length > NAME_MAX => {
            Err(CatalogueError::field("name", format!("Enter at most {NAME_MAX} characters.")))
        }
        _ => Ok(name),
    }
}

impl Editor<'_> {
    /// Creates a folder at the end.
    pub async fn create_folder(&self, name: &str) -> Result<FolderId> {
        let name = checked(name)?;
        let mut tx = self.begin().await?;
        let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COUNT(*) FROM offering_folder WHERE company_id = $1").bind(self.company).fetch_one(at).await)?;
        if count >= FOLDERS_MAX {
            return Err(CatalogueError::field("name", format!("A company has at most {FOLDERS_MAX} folders.")));
        }
        let id = self.insert_folder(&mut tx, name).await?;
        tx.commit().await?;
        Ok(id)
    }

    pub(super) async fn insert_folder(&self, tx: &mut crate::db::Tx, name: &str) -> Result<FolderId> {
        let id = FolderId(self.next_id());
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO offering_folder (id, company_id, name, position)
             SELECT $1, $2, $3, COALESCE(MAX(position) + 1, 0) FROM offering_folder WHERE company_id = $2")
            .bind(id).bind(self.company).bind(name).execute(at).await.map(drop))?;
        Ok(id)
    }

    pub async fn rename_folder(&self, id: FolderId, name: &str) -> Result<()> {
        let name = checked(name)?;
        let mut tx = self.begin().await?;
        let renamed = on!(tx.at(), at => sqlx::query(
            "UPDATE offering_folder SET name = $3 WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).bind(name).execute(at).await.map(|done| done.rows_affected()))?;
        if renamed == 0 { Err(Error::NotFound.into()) } else { Ok(tx.commit().await?) }
    }

    /// Deletes a folder. Its offerings stay without a folder.
    pub async fn delete_folder(&self, id: FolderId) -> Result<()> {
        let mut tx = self.begin().await?;
        let deleted = on!(tx.at(), at => sqlx::query(
            "DELETE FROM offering_folder WHERE id = $1 AND company_id = $2")
            .bind(id).bind(self.company).execute(at).await.map(|done| done.rows_affected()))?;
        if deleted == 0 { Err(Error::NotFound.into()) } else { Ok(tx.commit().await?) }
    }

    /// Sets the order of folders.
    pub async fn reorder_folders(&self, folders: &[FolderId]) -> Result<()> {
        self.reorder(Ordered::Folders, folders).await
    }
}
