//! Permissions of employees: each operation of the business side names the one that it needs.

use store::{
    company::{
        Permission,
        team::{self, Membership},
    },
    types::ids::{CompanyId, UserId},
};

use crate::{
    app_state::AppState,
    error::{Error, REQUEST_CONTEXT, Result},
};

/// Returns the company that the caller acts for, if its role there has the permission.
pub async fn company_for(app: &AppState, member: UserId, permission: Permission) -> Result<CompanyId> {
    let membership = acting(app, member).await?;
    if membership.role.may(permission) { Ok(membership.company) } else { Err(Error::NotAllowed) }
}

/// Returns the company that the caller acts for, and its role there. Refuses a request that is meant for another company:
/// its page was opened before the account switched.
pub async fn acting(app: &AppState, member: UserId) -> Result<Membership> {
    let membership = team::membership(&app.db, member).await?;
    let meant = REQUEST_CONTEXT.try_with(|request| request.company).ok().flatten();
    if meant.is_none_or(|company| company == membership.company) {
        Ok(membership)
    } else {
        Err(Error::conflict("business.other_company", "You act for another company now."))
    }
}
