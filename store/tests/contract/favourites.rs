//! Folders of favourites.

use store::{
    Db, Error, account,
    favourite::{
        ItemKind, export,
        folder::{self, MAX_FOLDERS},
        friends, item,
    },
    on,
    reel::{
        ReelError, Refusal,
        publication::{self, Step},
        view,
    },
    testing::{
        both, count,
        market::{CompanyRow, OfferingRow, ReelRow},
        sqlx,
    },
    types::{
        ids::{CompanyId, FavouriteFolderId, OfferingId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person, people::befriend};

const ANN: UserId = UserId(1);
const BEN: UserId = UserId(2);
const REEL: ReelId = ReelId(100);
const SOUP: OfferingId = OfferingId(70);
const FIRST: FavouriteFolderId = FavouriteFolderId(11);
const SECOND: FavouriteFolderId = FavouriteFolderId(12);

/// Ann with two folders, a reel and an offering.
async fn world(db: &Db) -> CompanyId {
    person(db, 1, "ann").await;
    person(db, 2, "ben").await;
    let company = CompanyRow::new(7, "Casa").insert(db).await;
    ReelRow::new(REEL.0, company).insert(db).await;
    OfferingRow::new(SOUP.0, company, "Soup").insert(db).await;
    folder::create(db, FIRST, ANN, "Weekend", NOW).await.unwrap();
    folder::create(db, SECOND, ANN, "Later", NOW.plus(1)).await.unwrap();
    company
}

fn is_missing<T: std::fmt::Debug>(result: Result<T, ReelError>) -> bool {
    matches!(result, Err(ReelError::Store(Error::NotFound)))
}

fn refused_field<T: std::fmt::Debug>(result: Result<T, ReelError>) -> bool {
    matches!(result, Err(ReelError::Refused(Refusal::Field("name", _))))
}

#[tokio::test]
async fn item_is_in_one_folder_and_moves() {
    both(async |db| {
        world(&db).await;
        let save = async |kind, id, folder| item::save(&db, ANN, kind, id, folder, NOW).await.unwrap();
        assert_eq!(save(ItemKind::Reel, REEL.0, FIRST).await.counts.unwrap().saves, 1);
        assert_eq!(save(ItemKind::Reel, REEL.0, FIRST).await.counts.unwrap().saves, 1, "a repeat has no effect");
        save(ItemKind::Offering, SOUP.0, FIRST).await;
        assert_eq!(save(ItemKind::Reel, REEL.0, SECOND).await.counts.unwrap().saves, 1, "a move is no new save");
        let sizes = async || {
            let mut sizes = Vec::new();
            for id in [FIRST, SECOND] {
                sizes.push(folder::find(&db, id, ANN).await.unwrap().items);
            }
            sizes
        };
        assert_eq!(sizes().await, [1, 1]);
        let reel = view::find(&db, REEL, &store::reel::Viewer::account(ANN), NOW).await.unwrap();
        assert_eq!((reel.folder_id, reel.counts.saves), (Some(SECOND), 1));
        let gone = item::remove(&db, ANN, ItemKind::Reel, REEL.0, NOW).await.unwrap();
        assert_eq!((gone.folder, gone.counts.unwrap().saves), (None, 0));
        assert_eq!(item::remove(&db, ANN, ItemKind::Reel, REEL.0, NOW).await.unwrap().counts.unwrap().saves, 0);
        assert_eq!(sizes().await, [1, 0]);
        // Another's folder, and what is not there.
        assert!(is_missing(item::save(&db, BEN, ItemKind::Reel, REEL.0, FIRST, NOW).await));
        assert!(is_missing(item::save(&db, ANN, ItemKind::Reel, 5, FIRST, NOW).await));
        assert!(is_missing(item::save(&db, ANN, ItemKind::Offering, 5, FIRST, NOW).await));
        assert!(is_missing(item::save(&db, ANN, ItemKind::Company, 5, FIRST, NOW).await));
    })
    .await;
}

#[tokio::test]
async fn folder_lists_its_content_by_kind() {
    both(async |db| {
        let company = world(&db).await;
        item::save(&db, ANN, ItemKind::Reel, REEL.0, FIRST, NOW).await.unwrap();
        item::save(&db, ANN, ItemKind::Offering, SOUP.0, FIRST, NOW.plus(2)).await.unwrap();
        let first = folder::find(&db, FIRST, ANN).await.unwrap();
        assert_eq!((first.items, first.previews.len()), (2, 1), "the reel has a poster");
        let list = async |kind| item::list(&db, &first, ANN, kind, 10, 0, NOW).await.unwrap();
        let (all, total) = list(None).await;
        assert_eq!((total, all[0].kind, all[1].kind), (2, ItemKind::Offering, ItemKind::Reel));
        assert_eq!(all[0].offering.as_ref().unwrap().name, "Soup");
        let (reels, total) = list(Some(ItemKind::Reel)).await;
        assert_eq!((reels.len(), total, reels[0].reel.as_ref().unwrap().id), (1, 1, REEL));
        publication::change(&db, REEL, company, Step::Remove, NOW).await.unwrap();
        let (reels, _) = list(Some(ItemKind::Reel)).await;
        assert_eq!((reels[0].id, reels[0].reel.is_none()), (REEL.0, true), "it is shown as no longer available");
        let (folders, total) = folder::list(&db, ANN, 1, 0).await.unwrap();
        assert_eq!((folders[0].folder_id, total), (FIRST, 2), "the last changed first");
        assert_eq!(folder::list(&db, BEN, 10, 0).await.unwrap().1, 0);
    })
    .await;
}

#[tokio::test]
async fn company_is_saved_moved_and_gone_when_it_closes() {
    both(async |db| {
        let company = world(&db).await;
        on!(db.write(), at => sqlx::query(
            "UPDATE company SET cover_id = (SELECT poster_id FROM reel WHERE id = $1)").bind(REEL).execute(at).await.map(drop))
        .unwrap();
        let save = async |folder| item::save(&db, ANN, ItemKind::Company, company.0, folder, NOW).await.unwrap();
        assert_eq!((save(FIRST).await.folder, save(SECOND).await.folder), (Some(FIRST), Some(SECOND)));
        let second = folder::find(&db, SECOND, ANN).await.unwrap();
        assert_eq!((second.items, second.previews.len()), (1, 1), "the company has a cover");
        assert_eq!(folder::count_items(&db, ANN).await.unwrap(), 1);
        let places = item::places(&db, ANN, ItemKind::Company, &[company.0, 5]).await.unwrap();
        assert_eq!(places, [(company.0, SECOND)]);
        let list = async || item::list(&db, &second, ANN, Some(ItemKind::Company), 10, 0, NOW).await.unwrap();
        assert_eq!(list().await.0[0].company.as_ref().unwrap().name, "Casa");

        // A friend sees it while the account shows its activity.
        befriend(&db, ANN, BEN).await;
        let seen = async || friends::list(&db, BEN, 10, 0, NOW).await.unwrap().0;
        let [friend] = &seen().await[..] else { panic!("one item") };
        assert_eq!((friend.kind, friend.company.as_ref().unwrap().id), (ItemKind::Company, company));
        let exported = export::of_account(&db, ANN).await.unwrap().favourites;
        assert_eq!((exported[0].kind, exported[0].item_id), (ItemKind::Company, company.0));

        on!(db.write(), at => sqlx::query("UPDATE company SET closed_at = $1").bind(NOW).execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let (items, total) = list().await;
        assert_eq!((total, items[0].company.is_none()), (1, true), "it is shown as no longer available");
        assert!(seen().await.is_empty());
        assert!(is_missing(item::save(&db, BEN, ItemKind::Company, company.0, FIRST, NOW).await));
        assert_eq!(item::remove(&db, ANN, ItemKind::Company, company.0, NOW).await.unwrap().folder, None);
    })
    .await;
}

#[tokio::test]
async fn folder_name_is_unique_for_its_owner() {
    both(async |db| {
        world(&db).await;
        let id = FavouriteFolderId(20);
        for name in [" ", "WEEKEND", "wéekend", &"x".repeat(61)] {
            assert!(refused_field(folder::create(&db, id, ANN, name, NOW).await), "{name}");
        }
        folder::create(&db, id, BEN, "Weekend", NOW).await.unwrap();
        assert!(refused_field(folder::rename(&db, SECOND, ANN, "weekend", NOW).await));
        folder::rename(&db, SECOND, ANN, "Soon", NOW).await.unwrap();
        folder::rename(&db, SECOND, ANN, "SOON", NOW).await.unwrap();
        assert_eq!(folder::find(&db, SECOND, ANN).await.unwrap().name, "SOON");
        assert!(is_missing(folder::rename(&db, FIRST, BEN, "Mine", NOW).await));
        assert!(is_missing(folder::find(&db, FIRST, BEN).await) && is_missing(folder::delete(&db, FIRST, BEN).await));
        for number in 2..MAX_FOLDERS {
            folder::create(&db, FavouriteFolderId(100 + number), ANN, &format!("F{number}"), NOW).await.unwrap();
        }
        let full = folder::create(&db, FavouriteFolderId(999), ANN, "One more", NOW).await;
        assert!(matches!(full, Err(ReelError::Refused(Refusal::Conflict("favourites.too_many_folders", _)))));
    })
    .await;
}

#[tokio::test]
async fn deleted_folder_and_idle_guest_leave_exact_saves() {
    both(async |db| {
        world(&db).await;
        item::save(&db, ANN, ItemKind::Reel, REEL.0, FIRST, NOW).await.unwrap();
        let guest = UserId(30);
        account::create(&db, &account::guest::new_guest(guest, NOW).unwrap()).await.unwrap();
        folder::create(&db, FavouriteFolderId(31), guest, "Mine", NOW).await.unwrap();
        item::save(&db, guest, ItemKind::Reel, REEL.0, FavouriteFolderId(31), NOW).await.unwrap();
        let saves = async || view::counts(&db, REEL).await.unwrap().saves;
        assert_eq!(saves().await, 2);
        assert_eq!(account::guest::forget_idle_guests(&db, NOW.plus(31 * Timestamp::DAY)).await.unwrap(), 1);
        assert_eq!(saves().await, 1);
        folder::delete(&db, FIRST, ANN).await.unwrap();
        assert_eq!((saves().await, count(&db, "favourite_item").await), (0, 0));
        item::save(&db, ANN, ItemKind::Reel, REEL.0, SECOND, NOW).await.unwrap();
        account::deletion::delete(&db, ANN, NOW).await.unwrap();
        assert_eq!((saves().await, count(&db, "favourite_folder").await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn places_are_those_of_the_owner() {
    both(async |db| {
        world(&db).await;
        item::save(&db, ANN, ItemKind::Offering, SOUP.0, FIRST, NOW).await.unwrap();
        item::save(&db, ANN, ItemKind::Reel, REEL.0, SECOND, NOW).await.unwrap();
        let places = async |owner, kind| item::places(&db, owner, kind, &[SOUP.0, REEL.0, 5]).await.unwrap();
        assert_eq!(places(ANN, ItemKind::Offering).await, [(SOUP.0, FIRST)]);
        assert_eq!(places(ANN, ItemKind::Reel).await, [(REEL.0, SECOND)]);
        assert!(places(BEN, ItemKind::Offering).await.is_empty());
        assert_eq!(
            (folder::count_items(&db, ANN).await.unwrap(), folder::count_items(&db, BEN).await.unwrap()),
            (2, 0)
        );
    })
    .await;
}
