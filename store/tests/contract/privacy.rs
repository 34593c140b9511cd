use store::{
    Db,
    account::privacy::{self, Audience, Privacy, Relation},
    company::{follower, team},
    favourite::{ItemKind, folder, friends as favourites, item},
    on,
    social::{self, FollowDirection, Search},
    testing::{
        both,
        market::{CompanyRow, OfferingRow},
        sqlx,
    },
    types::ids::{FavouriteFolderId, OfferingId, UserId},
};

use crate::{NOW, account};

async fn friends(db: &Db, a: UserId, b: UserId) {
    on!(db.write(), at => sqlx::query("INSERT INTO friendship (low_id, high_id, since) VALUES ($1, $2, $3)")
        .bind(a.min(b)).bind(a.max(b)).bind(NOW).execute(at).await.map(drop))
    .unwrap();
}

async fn block(db: &Db, blocker: UserId, blocked: UserId) {
    on!(db.write(), at => sqlx::query("INSERT INTO block (blocker_id, blocked_id, at) VALUES ($1, $2, $3)")
        .bind(blocker).bind(blocked).bind(NOW).execute(at).await.map(drop))
    .unwrap();
}

#[tokio::test]
async fn settings_are_open_by_default_and_stored_per_account() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        let all = privacy::of(&db, &[ann, ben, UserId(99)]).await.unwrap();
        assert_eq!(all.len(), 3);
        assert!(all.values().all(|privacy| *privacy == Privacy::default()));

        let first = privacy::change(&db, ann, NOW, |p| p.messaging = Audience::OnlyFriends).await.unwrap();
        let second = privacy::change(&db, ann, NOW.plus(1), |p| p.read_receipts = false).await.unwrap();
        assert_eq!(second, Privacy { read_receipts: false, ..first.clone() });
        assert_eq!(first.messaging, Audience::OnlyFriends);
        let all = privacy::of(&db, &[ben, ann]).await.unwrap();
        assert_eq!((&all[&ann], &all[&ben]), (&second, &Privacy::default()));

        privacy::save(&db, ann, &Privacy::default(), NOW).await.unwrap();
        privacy::save(&db, ben, &first, NOW).await.unwrap();
        let all = privacy::of(&db, &[ben, ann]).await.unwrap();
        assert_eq!((&all[&ann], &all[&ben]), (&Privacy::default(), &first));
        assert!(privacy::of(&db, &[]).await.unwrap().is_empty());
        assert!(privacy::change(&db, UserId(99), NOW, |_| ()).await.is_err(), "there is no such account");
    })
    .await;
}

#[tokio::test]
async fn friends_friends_of_friends_and_blocks_work_from_both_sides() {
    both(async |db| {
        let mut people = Vec::new();
        for (id, name) in [(5, "ann"), (3, "ben"), (9, "cem"), (4, "dan"), (6, "eve"), (8, "fay")] {
            people.push(account(&db, id, name).await);
        }
        let [ann, ben, cem, dan, eve, fay] = people[..] else { unreachable!() };
        // ann – ben – cem – dan; eve is unconnected. Ids lie on both sides of ann's, so that both columns are checked.
        friends(&db, ann, ben).await;
        friends(&db, ben, cem).await;
        friends(&db, cem, dan).await;
        friends(&db, ann, fay).await;
        friends(&db, fay, dan).await;
        block(&db, ann, eve).await;
        block(&db, cem, ann).await;

        let seen = privacy::relations(&db, ann, &[ann, ben, cem, dan, eve, fay, UserId(99)]).await.unwrap();
        let stranger = Relation::default();
        assert!(seen[&ann].itself);
        assert_eq!(seen[&ben], Relation { friend: true, ..stranger });
        assert_eq!(seen[&cem], Relation { friend_of_friend: true, blocked_by: true, ..stranger });
        assert_eq!(seen[&dan], Relation { friend_of_friend: true, ..stranger });
        assert_eq!(seen[&eve], Relation { blocks: true, ..stranger });
        assert_eq!((seen[&fay].friend, seen[&UserId(99)]), (true, stranger));

        let back = privacy::relation(&db, eve, ann).await.unwrap();
        assert_eq!(back, Relation { blocked_by: true, ..stranger });
        assert!(privacy::relation(&db, cem, ann).await.unwrap().blocks);
        assert!(privacy::relation(&db, dan, ann).await.unwrap().friend_of_friend);
        assert!(!privacy::relation(&db, eve, ben).await.unwrap().friend_of_friend);
    })
    .await;
}

/// Stores settings as they are.
async fn store_settings(db: &Db, owner: UserId, settings: Option<&str>) {
    on!(db.write(), at => sqlx::query("DELETE FROM privacy WHERE account_id = $1")
        .bind(owner).execute(at).await.map(drop))
    .unwrap();
    if let Some(settings) = settings {
        on!(db.write(), at => sqlx::query("INSERT INTO privacy (account_id, settings, updated_at) VALUES ($1, $2, $3)")
            .bind(owner).bind(settings).bind(NOW).execute(at).await.map(drop))
        .unwrap();
    }
}

/// Returns each relation of a viewer to an owner, beside that of the owner.
fn relations() -> Vec<Relation> {
    let bit = |bits: usize, place: usize| bits >> place & 1 == 1;
    let relation = |bits| Relation {
        itself: false,
        friend: bit(bits, 0),
        friend_of_friend: bit(bits, 1),
        blocks: bit(bits, 2),
        blocked_by: bit(bits, 3),
    };
    (0..16).map(relation).collect()
}

/// Lists of people and of favourites select by a setting in SQL. Their pages must hold the owner for the same viewers as
/// [`Audience::admits`].
#[tokio::test]
async fn sql_conditions_admit_whom_the_rule_admits() {
    both(async |db| {
        let (olga, fred) = (account(&db, 50, "olga").await, account(&db, 51, "fred").await);
        friends(&db, olga, fred).await;
        let company = CompanyRow::new(7, "Casa").insert(&db).await;
        follower::follow(&db, company, olga, None, NOW).await.unwrap();
        let soup = OfferingRow::new(70, company, "Soup").insert(&db).await;
        save_favourite(&db, olga, soup).await;
        let mut viewers = Vec::new();
        // Ids lie on both sides of the owner's, so that both columns of a friendship are read.
        for (relation, id) in relations().into_iter().zip((44..50).chain(60..70)) {
            let viewer = account(&db, id, &format!("viewer{id}")).await;
            team::join(&db, company, viewer, NOW).await.unwrap();
            if relation.friend {
                friends(&db, olga, viewer).await;
            }
            if relation.friend_of_friend {
                friends(&db, fred, viewer).await;
            }
            if relation.blocks {
                block(&db, viewer, olga).await;
            }
            if relation.blocked_by {
                block(&db, olga, viewer).await;
            }
            assert_eq!(privacy::relation(&db, viewer, olga).await.unwrap(), relation);
            viewers.push((viewer, relation));
        }
        let stored = |setting: &str| {
            let with = |audience| serde_json::to_value(audience).unwrap().as_str().unwrap().to_owned();
            let whole = |value: String| {
                let mut settings = serde_json::to_value(Privacy::default()).unwrap();
                settings[setting] = value.into();
                Some(settings.to_string())
            };
            [
                whole(with(Audience::Everyone)),
                whole(with(Audience::FriendsOfFriends)),
                whole(with(Audience::OnlyFriends)),
                whole(with(Audience::Private)),
                whole("colleagues".to_owned()),
                // Settings of before the setting existed.
                Some("{}".to_owned()),
                None,
            ]
        };
        let search = Search { query: "olga", kind: None, limit: 10, offset: 0 };
        for setting in ["identification", "messaging", "activity_visibility"] {
            for settings in stored(setting) {
                store_settings(&db, olga, settings.as_deref()).await;
                let privacy = privacy::of(&db, &[olga]).await.unwrap().remove(&olga).unwrap();
                for (viewer, relation) in &viewers {
                    let (viewer, case) = (*viewer, format!("{settings:?} for {relation:?}"));
                    let found = |people: Vec<social::Person>| people.iter().any(|one| one.user.id == olga);
                    match setting {
                        "identification" => {
                            let (people, _) = social::find(&db, viewer, &search).await.unwrap();
                            assert_eq!(found(people), privacy.may_find(relation), "{case}");
                        }
                        "messaging" => {
                            let (people, _) = social::to_write_to(&db, viewer, &search).await.unwrap();
                            assert_eq!(found(people), privacy.may_message(relation), "{case}");
                        }
                        _ if relation.friend => {
                            // A block ends a friendship, so this list has no condition for blocks.
                            let unblocked = Relation { blocks: false, blocked_by: false, ..*relation };
                            let (items, _) = favourites::list(&db, viewer, 10, 0, NOW).await.unwrap();
                            assert_eq!(!items.is_empty(), privacy.may_see_activity(&unblocked), "{case}");
                        }
                        _ => {
                            let followers = FollowDirection::Followers;
                            let (all, _) = social::follows(&db, viewer, viewer, followers, 10, 0).await.unwrap();
                            let is_listed = all.iter().any(|one| one.person.user.id == olga);
                            assert_eq!(is_listed, privacy.may_see_activity(relation), "{case}");
                        }
                    }
                }
            }
        }
    })
    .await;
}

async fn save_favourite(db: &Db, owner: UserId, offering: OfferingId) {
    let folder = FavouriteFolderId(11);
    folder::create(db, folder, owner, "Weekend", NOW).await.unwrap();
    item::save(db, owner, ItemKind::Offering, offering.0, folder, NOW).await.unwrap();
}

#[tokio::test]
async fn activity_audience_leaves_out_blocked_accounts() {
    both(async |db| {
        let (olga, fred) = (account(&db, 1, "olga").await, account(&db, 2, "fred").await);
        let (bloc, bert, sten) =
            (account(&db, 3, "bloc").await, account(&db, 4, "bert").await, account(&db, 5, "sten").await);
        friends(&db, olga, fred).await;
        block(&db, olga, bloc).await;
        block(&db, bert, olga).await;
        let all = vec![sten, bloc, bert, fred];
        let audience = async || privacy::activity_audience(&db, olga, all.clone()).await.unwrap();
        assert_eq!(audience().await, [sten, fred]);
        privacy::change(&db, olga, NOW, |p| p.activity_visibility = Audience::OnlyFriends).await.unwrap();
        assert_eq!(audience().await, [fred]);
    })
    .await;
}

#[tokio::test]
async fn mutual_friends_count_for_those_who_see_the_activity() {
    both(async |db| {
        let (olga, fred, fofo) =
            (account(&db, 1, "olga").await, account(&db, 2, "fred").await, account(&db, 3, "fofo").await);
        friends(&db, olga, fred).await;
        friends(&db, fred, fofo).await;
        let search = Search { query: "olga", kind: None, limit: 10, offset: 0 };
        let counts = async |viewer| {
            let found = social::find(&db, viewer, &search).await.unwrap().0[0].mutual_friends;
            let listed = social::to_write_to(&db, viewer, &search).await.unwrap().0[0].mutual_friends;
            let (follows, _) = social::follows(&db, viewer, fred, FollowDirection::Followers, 10, 0).await.unwrap();
            let follower = follows.iter().find(|one| one.person.user.id == olga).unwrap().person.mutual_friends;
            [found, listed, follower, social::public_profile(&db, viewer, olga).await.unwrap().person.mutual_friends]
        };
        assert_eq!(counts(fofo).await, [1; 4]);
        privacy::change(&db, olga, NOW, |p| p.activity_visibility = Audience::OnlyFriends).await.unwrap();
        assert_eq!(counts(fofo).await, [0; 4]);
        friends(&db, olga, fofo).await;
        assert_eq!(counts(fofo).await, [1; 4]);
        let in_list = async || social::friends(&db, fofo, &search).await.unwrap().0[0].person.mutual_friends;
        assert_eq!(in_list().await, 1);
        privacy::change(&db, olga, NOW, |p| p.activity_visibility = Audience::Private).await.unwrap();
        assert_eq!((counts(fofo).await, in_list().await), ([0; 4], 0));
    })
    .await;
}
