//! Offerings of a company in the sections of its menu.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    filter::{Filter, Window},
    offering::{self, Folder, OfferingCard},
};
use crate::{
    Db, Result, on,
    types::{
        ids::{CompanyId, FolderId},
        timestamp::Timestamp,
    },
};

/// Maximum offerings of a menu.
pub const MENU_MAX: i64 = 500;

/// Offerings by section.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Menu {
    /// Sections with offerings, in the order of the company. Offerings without a folder come last.
    pub sections: Vec<MenuSection>,
    /// Number of offerings that match. At most 500 are listed.
    pub total: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MenuSection {
    pub folder: Option<Folder>,
    pub items: Vec<OfferingCard>,
}

/// Returns the offerings of a company that match the filter.
pub async fn menu(db: &Db, company: CompanyId, filter: Filter, now: Timestamp) -> Result<Menu> {
    let filter = Filter { company: Some(company), ..filter };
    let (cards, total) = offering::list(db, &filter, Window { limit: MENU_MAX, offset: 0 }, now).await?;
    let folders: Vec<(FolderId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM offering_folder WHERE company_id = $1 ORDER BY position, id")
        .bind(company).fetch_all(at).await)?;
    let place = |section: &MenuSection| {
        let id = section.folder.as_ref().map(|folder| folder.id);
        folders.iter().position(|(folder,)| Some(*folder) == id).unwrap_or(usize::MAX)
    };
    let mut sections: Vec<MenuSection> = Vec::new();
    for card in cards {
        match sections.iter_mut().find(|section| section.folder == card.folder) {
            Some(section) => section.items.push(card),
            None => sections.push(MenuSection { folder: card.folder.clone(), items: vec![card] }),
        }
    }
    sections.sort_by_key(place);
    Ok(Menu { sections, total })
}
