//! Facts about the page that a profile code leads to.

use crate::{Db, Result, account::privacy::Privacy, on, social::ProfileCode, types::ids::UserId};

/// Page of a profile code. Its head is the same for all readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfilePage {
    pub code: ProfileCode,
    /// `None` if the person hides from searches of strangers.
    pub person: Option<PagePerson>,
}

/// Person, as shown to visitors without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePerson {
    pub name: String,
    pub user_name: String,
    /// URL path of the profile picture.
    pub picture: Option<String>,
    /// Empty if the person shows it to fewer than everyone.
    pub bio: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: UserId,
    user_name: String,
    first_name: String,
    last_name: String,
    picture: Option<String>,
    bio: Option<String>,
    settings: Option<String>,
}

/// Returns the facts about the page of a code, with one query. Returns [`Error::NotFound`](crate::Error::NotFound) for
/// unknown codes and for those of guests and deleted accounts.
pub async fn find(db: &Db, code: ProfileCode) -> Result<ProfilePage> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.user_name, a.first_name, a.last_name, a.picture, a.bio, p.settings
         FROM profile_code c JOIN account a ON a.id = c.account_id LEFT JOIN privacy p ON p.account_id = a.id
         WHERE c.code = $1 AND a.deleted_at IS NULL AND a.kind IN ('regular', 'professional')")
        .bind(&code).fetch_one(at).await)?;
    let settings = row.settings.as_deref().map_or_else(Privacy::default, |settings| Privacy::read(row.id, settings));
    Ok(ProfilePage { code, person: settings.identification.admits_strangers().then(|| row.person(&settings)) })
}

impl Row {
    fn person(self, settings: &Privacy) -> PagePerson {
        PagePerson {
            name: format!("{} {}", self.first_name, self.last_name).trim().to_owned(),
            user_name: self.user_name,
            picture: self.picture,
            bio: self.bio.filter(|_| settings.identity_visibility.admits_strangers()).unwrap_or_default(),
        }
    }
}
