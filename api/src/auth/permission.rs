//! Permissions of employees: each operation of the business side names the one that it needs.

use store::{
    company::{Permission, team},
    types::ids::{CompanyId, UserId},
};

use crate::{
    app_state::AppState,
    error::{Error, Result},
};

/// Returns the company that the caller works for, if its role there has the permission.
pub async fn company_for(app: &AppState, member: UserId, permission: Permission) -> Result<CompanyId> {
    let membership = team::membership(&app.db, member).await?;
    if membership.role.may(permission) { Ok(membership.company) } else { Err(Error::NotAllowed) }
}
