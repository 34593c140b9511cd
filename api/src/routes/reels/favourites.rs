//! Favourites: folders with reels, products, services and companies.

use actix_web::{delete, get, post, put, web};
use serde::{Deserialize, Serialize};
use store::{
    favourite::{
        FavouriteFolder, FavouriteItem, ItemKind, folder,
        friends::{self, FriendFavourite},
        item::{self, Saved},
    },
    types::{
        ids::{FavouriteFolderId, ReelId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, OptionalBody, Query, Registered, User},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

/// Default page sizes.
const FOLDERS: i64 = 50;
const ITEMS: i64 = 24;
/// Maximum items that are looked up at once.
const PLACES_MAX: usize = 100;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_folders)
        .service(show_preview)
        .service(list_content)
        .service(list_friends_favourites)
        .service(rename_folder)
        .service(delete_folder)
        .service(create_folder)
        .service(list_places)
        .service(place_item);
}

/// Parses the id of a folder in a path.
fn folder_id(text: &str, says: &'static str) -> Result<FavouriteFolderId> {
    let id = text.parse::<i64>().ok().filter(|id| *id > 0);
    id.map(FavouriteFolderId).ok_or_else(|| Error::field("folder_id", says))
}

const INVALID: &str = "Folder ID is missing or invalid.";

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FoldersQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the folders of your favourites
///
/// The last changed first, each with pictures of its newest items.
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_list_folders", params(FoldersQuery),
    responses((status = 200, body = Page<FavouriteFolder>)), security(("bearer" = []))
)]
#[get("/users/get-saved-reels/")]
async fn list_folders(app: App, user: User, query: Query<FoldersQuery>) -> Result<Page<FavouriteFolder>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, FOLDERS)?;
    let (folders, total) = folder::list(&app.db, user.user, paging.per_page, paging.offset()).await?;
    Ok(Page::new(folders, paging, total))
}

/// List what your friends saved
///
/// The last saved first, as far as friends show you their activity. A page may have fewer items than asked for: what is no
/// longer available is left out.
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_list_of_friends", params(FoldersQuery),
    responses((status = 200, body = Page<FriendFavourite>)), security(("bearer" = []))
)]
#[get("/users/friends/favourites/")]
async fn list_friends_favourites(
    app: App,
    user: Registered,
    query: Query<FoldersQuery>,
) -> Result<Page<FriendFavourite>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, ITEMS)?;
    let (items, total) = friends::list(&app.db, user.user, paging.per_page, paging.offset(), Timestamp::now()).await?;
    Ok(Page::new(items, paging, total))
}

/// Get the preview of a folder
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_show_preview",
    params(("folder_id" = FavouriteFolderId, Path)),
    responses((status = 200, body = Envelope<FavouriteFolder>)), security(("bearer" = []))
)]
#[get("/userprofessional/folder-preview/{folder_id}/")]
async fn show_preview(app: App, user: User, id: web::Path<String>) -> Result<Envelope<FavouriteFolder>> {
    Ok(Envelope::ok(folder::find(&app.db, folder_id(&id, INVALID)?, user.user).await?))
}

/// Content of a folder to list.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
pub enum ContentType {
    #[serde(rename = "reel")]
    Reel,
    #[serde(rename = "Product/Service")]
    Offering,
    #[serde(rename = "Company")]
    Company,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FolderContentQuery {
    /// All without it.
    #[param(inline)]
    content_type: Option<ContentType>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the content of a folder
///
/// The newest first. An item without reel, offering and company is no longer available.
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_list_content",
    params(("folder_id" = FavouriteFolderId, Path), FolderContentQuery),
    responses((status = 200, body = Page<FavouriteItem>)), security(("bearer" = []))
)]
#[get("/userprofessional/folder-content/{folder_id}/")]
async fn list_content(
    app: App,
    user: User,
    id: web::Path<String>,
    query: Query<FolderContentQuery>,
) -> Result<Page<FavouriteItem>> {
    let FolderContentQuery { content_type, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, ITEMS)?;
    let folder = folder::find(&app.db, folder_id(&id, INVALID)?, user.user).await?;
    let kind = content_type.map(|one| match one {
        ContentType::Reel => ItemKind::Reel,
        ContentType::Offering => ItemKind::Offering,
        ContentType::Company => ItemKind::Company,
    });
    let (limit, offset) = (paging.per_page, paging.offset());
    let (items, total) = item::list(&app.db, &folder, user.user, kind, limit, offset, Timestamp::now()).await?;
    Ok(Page::new(items, paging, total))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameFolder {
    /// The folder of the path, if it is sent.
    folder_id: Option<FavouriteFolderId>,
    /// At most 60 characters.
    name: String,
}

/// Rename a folder
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_rename_folder",
    params(("folder_id" = FavouriteFolderId, Path)), request_body = RenameFolder,
    responses((status = 200, body = Envelope<FavouriteFolder>)), security(("bearer" = []))
)]
#[put("/users/reelfolder/{folder_id}/update/")]
async fn rename_folder(
    app: App,
    user: User,
    id: web::Path<String>,
    form: Body<RenameFolder>,
) -> Result<Envelope<FavouriteFolder>> {
    let id = folder_id(&id, INVALID)?;
    if form.0.folder_id.is_some_and(|sent| sent != id) {
        return Err(Error::field("folder_id", INVALID));
    }
    folder::rename(&app.db, id, user.user, &form.0.name, Timestamp::now()).await?;
    Ok(Envelope::ok(folder::find(&app.db, id, user.user).await?))
}

/// Delete a folder
///
/// Its items are no longer favourites.
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_delete_folder",
    params(("folder_id" = FavouriteFolderId, Path)),
    responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/users/reelfolder/{folder_id}/delete/")]
async fn delete_folder(app: App, user: User, id: web::Path<String>) -> Result<Confirmation> {
    let id = folder_id(&id, "Folder ID is required for deletion.")?;
    folder::delete(&app.db, id, user.user).await?;
    Ok(Confirmation::new("Folder deleted."))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateFolder {
    /// At most 60 characters.
    #[serde(default)]
    #[schema(required)]
    name: String,
}

/// Create a folder
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_create_folder", request_body = CreateFolder,
    responses((status = 201, body = Envelope<FavouriteFolder>)), security(("bearer" = []))
)]
#[post("/userprofessional/folder/create/")]
async fn create_folder(app: App, user: User, form: OptionalBody<CreateFolder>) -> Result<Envelope<FavouriteFolder>> {
    let now = Timestamp::now();
    let id = FavouriteFolderId(app.ids.next(now));
    folder::create(&app.db, id, user.user, &form.0.name, now).await?;
    Ok(Envelope::created(folder::find(&app.db, id, user.user).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceFavourite {
    kind: ItemKind,
    /// Id of the reel, offering or company.
    id: i64,
    /// Folder to put it into. Null: none, so it is no favourite.
    folder_id: Option<FavouriteFolderId>,
}

/// Folder of a favourite.
#[derive(Serialize, ToSchema)]
pub struct FavouritePlace {
    folder_id: Option<FavouriteFolderId>,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlacesQuery {
    #[param(inline)]
    kind: ItemKind,
    /// Ids of reels, offerings or companies, separated by commas. At most 100.
    #[param(example = "12,15")]
    ids: String,
}

/// Favourite of the caller.
#[derive(Serialize, ToSchema)]
pub struct FavouriteOfCaller {
    /// Id of the reel, offering or company.
    id: i64,
    folder_id: FavouriteFolderId,
}

/// List which of these items are your favourites
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_list_places", params(PlacesQuery),
    responses((status = 200, body = Envelope<Vec<FavouriteOfCaller>>)), security(("bearer" = []))
)]
#[get("/users/favourites/")]
async fn list_places(app: App, user: User, query: Query<PlacesQuery>) -> Result<Envelope<Vec<FavouriteOfCaller>>> {
    let wrong = || Error::field("ids", format!("Name 1 to {PLACES_MAX} ids."));
    let ids: Option<Vec<i64>> = query.0.ids.split(',').take(PLACES_MAX + 1).map(|id| id.trim().parse().ok()).collect();
    let ids = ids.filter(|ids| ids.len() <= PLACES_MAX).ok_or_else(wrong)?;
    let places = item::places(&app.db, user.user, query.0.kind, &ids).await?;
    Ok(Envelope::ok(places.into_iter().map(|(id, folder_id)| FavouriteOfCaller { id, folder_id }).collect()))
}

/// Put an item into a folder, move it, or take it out
///
/// An item is in one folder at a time.
#[utoipa::path(
    tag = "favourites", operation_id = "favourites_place_item", request_body = PlaceFavourite,
    responses((status = 200, body = Envelope<FavouritePlace>)), security(("bearer" = []))
)]
#[put("/users/favourites/")]
async fn place_item(app: App, user: User, form: Body<PlaceFavourite>) -> Result<Envelope<FavouritePlace>> {
    let PlaceFavourite { kind, id, folder_id } = form.0;
    let now = Timestamp::now();
    let Saved { folder, counts } = match folder_id {
        Some(folder) => item::save(&app.db, user.user, kind, id, folder, now).await?,
        None => item::remove(&app.db, user.user, kind, id, now).await?,
    };
    if let Some(counts) = counts {
        app.hub.reel_counted(ReelId(id), counts);
    }
    Ok(Envelope::ok(FavouritePlace { folder_id: folder }))
}
