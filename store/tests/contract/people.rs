//! Relations of users: friend requests, friendships, blocks and search.

use store::{
    Db, Error,
    account::{
        self, AccountKind, ProfileChange,
        privacy::{self, Audience},
    },
    on,
    social::{self, FriendStatus, OUTGOING_MAX, PeopleCursor, PeoplePage, REFUSED_FOR, Search, SendResult},
    testing::{both, count, sqlx},
    types::ids::UserId,
};

use crate::{NOW, account, new_account};

const NEW: SendResult = SendResult::Waiting { at: NOW, new: true };

async fn named(db: &Db, id: i64, user_name: &str, first: &str, last: &str) -> UserId {
    let mut new = new_account(id, user_name);
    (new.first_name, new.last_name) = (first.parse().unwrap(), last.parse().unwrap());
    account::create(db, &new).await.unwrap();
    UserId(id)
}

pub async fn befriend(db: &Db, one: UserId, other: UserId) {
    assert_eq!(social::send(db, one, other, NOW).await.unwrap(), NEW);
    social::answer(db, other, one, true, NOW).await.unwrap();
}

async fn block(db: &Db, blocker: UserId, blocked: UserId) {
    on!(db.write(), at => sqlx::query("INSERT INTO block (blocker_id, blocked_id, at) VALUES ($1, $2, $3)")
        .bind(blocker).bind(blocked).bind(NOW).execute(at).await.map(drop))
    .unwrap();
}

async fn delete(db: &Db, id: UserId) {
    on!(db.write(), at => sqlx::query("UPDATE account SET deleted_at = $2 WHERE id = $1")
        .bind(id).bind(NOW).execute(at).await.map(drop))
    .unwrap();
}

fn search(query: &str) -> Search<'_> {
    Search { query, kind: None, limit: 10, offset: 0 }
}

async fn found(db: &Db, viewer: UserId, query: &str) -> Vec<i64> {
    let (people, total) = social::find(db, viewer, &search(query)).await.unwrap();
    assert_eq!(total, i64::try_from(people.len()).unwrap());
    people.iter().map(|person| person.user.id.0).collect()
}

async fn standing(db: &Db, viewer: UserId, other: UserId) -> FriendStatus {
    social::person(db, viewer, other).await.unwrap().relation
}

#[tokio::test]
async fn request_waits_until_accepted_and_is_then_deleted() {
    both(async |db| {
        let (ann, ben) = (account(&db, 2, "ann").await, account(&db, 1, "ben").await);
        assert_eq!(social::send(&db, ann, ben, NOW).await.unwrap(), NEW);
        let again = social::send(&db, ann, ben, NOW.plus(9)).await.unwrap();
        assert_eq!(again, SendResult::Waiting { at: NOW, new: false });
        assert_eq!(
            (standing(&db, ann, ben).await, standing(&db, ben, ann).await),
            (FriendStatus::Requested, FriendStatus::AsksYou)
        );
        let (hers, his) =
            (social::requests(&db, ann, 10).await.unwrap(), social::requests(&db, ben, 10).await.unwrap());
        assert_eq!((hers.incoming.len(), hers.outgoing[0].user.id, hers.outgoing[0].at), (0, ben, NOW));
        assert_eq!((his.incoming[0].user.id, his.outgoing.len()), (ann, 0));

        assert!(matches!(social::answer(&db, ann, ben, true, NOW).await, Err(Error::NotFound)), "it is his to answer");
        social::answer(&db, ben, ann, true, NOW.plus(5)).await.unwrap();
        assert!(matches!(social::answer(&db, ben, ann, true, NOW).await, Err(Error::NotFound)), "it is answered");
        assert_eq!(social::send(&db, ben, ann, NOW).await.unwrap(), SendResult::Friends);
        assert_eq!(count(&db, "friend_request").await, 0);
        assert_eq!(
            (standing(&db, ann, ben).await, standing(&db, ben, ann).await),
            (FriendStatus::Friends, FriendStatus::Friends)
        );
        assert_eq!(social::newest_friends(&db, ann, 10).await.unwrap()[0].id, ben);
        assert_eq!(social::seen_online(&db, ann).await.unwrap(), [ben]);
        privacy::change(&db, ben, NOW, |p| p.last_seen = Audience::Private).await.unwrap();
        assert!(social::seen_online(&db, ann).await.unwrap().is_empty());
        let shops = Search { kind: Some(AccountKind::Professional), ..search("") };
        assert!(social::friends(&db, ben, &shops).await.unwrap().0.is_empty());
        let (friends, total) = social::friends(&db, ben, &search("OTH")).await.unwrap();
        assert_eq!((friends[0].person.user.id, friends[0].last_seen_at, total), (ann, Some(NOW), 1));
        let hers = social::friends(&db, ann, &search("")).await.unwrap().0;
        assert_eq!((hers[0].person.user.id, hers[0].last_seen_at), (ben, None), "he keeps it to himself");
        assert_eq!(social::friends(&db, ben, &Search { offset: 10, ..search("") }).await.unwrap(), (Vec::new(), 1));
        assert!(social::friends(&db, ben, &search("nobody")).await.unwrap().0.is_empty());
        assert!(social::friends(&db, ben, &search("%")).await.unwrap().0.is_empty());

        social::unfriend(&db, ann, ben).await.unwrap();
        assert!(matches!(social::unfriend(&db, ann, ben).await, Err(Error::NotFound)));
        assert_eq!(standing(&db, ann, ben).await, FriendStatus::None);
    })
    .await;
}

#[tokio::test]
async fn declined_request_cannot_be_sent_again_for_a_while() {
    both(async |db| {
        let (ann, ben) = (account(&db, 1, "ann").await, account(&db, 2, "ben").await);
        social::send(&db, ann, ben, NOW).await.unwrap();
        social::answer(&db, ben, ann, false, NOW).await.unwrap();
        assert_eq!(standing(&db, ann, ben).await, FriendStatus::None);
        assert!(social::requests(&db, ann, 10).await.unwrap().outgoing.is_empty());
        let early = NOW.plus(REFUSED_FOR - 1);
        assert_eq!(social::send(&db, ann, ben, early).await.unwrap(), SendResult::Refused);
        assert!(
            matches!(social::cancel_request(&db, ann, ben).await, Err(Error::NotFound)),
            "or it could be sent anew"
        );
        let late = NOW.plus(REFUSED_FOR);
        assert_eq!(social::send(&db, ann, ben, late).await.unwrap(), SendResult::Waiting { at: late, new: true });
        social::cancel_request(&db, ann, ben).await.unwrap();

        // A user who declined may send a request; the other user then decides.
        social::send(&db, ann, ben, NOW).await.unwrap();
        social::answer(&db, ben, ann, false, NOW).await.unwrap();
        assert_eq!(social::send(&db, ben, ann, NOW).await.unwrap(), NEW);
        social::answer(&db, ann, ben, true, NOW).await.unwrap();
        assert_eq!((count(&db, "friendship").await, count(&db, "friend_request").await), (1, 0));
    })
    .await;
}

#[tokio::test]
async fn mutual_requests_create_a_friendship_also_concurrently() {
    both(async |db| {
        for pair in 0..20 {
            let (one, other) = (UserId(2 * pair + 1), UserId(2 * pair + 2));
            for id in [one, other] {
                account(&db, id.0, &format!("user_{id}")).await;
            }
            let (ours, theirs) = tokio::join!(social::send(&db, one, other, NOW), social::send(&db, other, one, NOW));
            let mut sent = [ours.unwrap(), theirs.unwrap()];
            sent.sort_by_key(|sent| *sent == SendResult::BecameFriends);
            assert_eq!(sent, [NEW, SendResult::BecameFriends]);
        }
        assert_eq!((count(&db, "friendship").await, count(&db, "friend_request").await), (20, 0));
    })
    .await;
}

#[tokio::test]
async fn request_requires_an_existing_recipient_who_allows_requests() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        for (id, name) in [(2, "ben"), (3, "cem"), (4, "dan"), (5, "eve"), (6, "fay")] {
            account(&db, id, name).await;
        }
        let mut guest = new_account(7, "guest");
        guest.kind = AccountKind::Guest;
        account::create(&db, &guest).await.unwrap();
        let [ben, cem, dan, eve, fay] = [2, 3, 4, 5, 6].map(UserId);
        block(&db, ben, ann).await;
        block(&db, ann, cem).await;
        delete(&db, dan).await;
        for nobody in [ann, ben, cem, dan, UserId(7), UserId(99)] {
            let sent = social::send(&db, ann, nobody, NOW).await;
            assert!(matches!(sent, Err(Error::NotFound)), "{nobody}: {sent:?}");
        }
        privacy::change(&db, eve, NOW, |p| p.friend_invitation = Audience::FriendsOfFriends).await.unwrap();
        assert_eq!(social::send(&db, ann, eve, NOW).await.unwrap(), SendResult::NotOpen);
        befriend(&db, eve, fay).await;
        befriend(&db, ann, fay).await;
        assert_eq!(social::send(&db, ann, eve, NOW).await.unwrap(), NEW);
        // A request in the other direction accepts.
        privacy::change(&db, ann, NOW, |p| p.friend_invitation = Audience::Private).await.unwrap();
        assert_eq!(social::send(&db, eve, ann, NOW).await.unwrap(), SendResult::BecameFriends);
    })
    .await;
}

#[tokio::test]
async fn pending_requests_of_a_user_are_limited() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        // In two statements, since there are hundreds.
        for sql in [
            "INSERT INTO account (id, kind, user_name, user_name_key, user_name_look, first_name, last_name, search_key,
                terms_at, created_at, last_seen_at)
             WITH RECURSIVE n(id) AS (SELECT CAST(2 AS BIGINT) UNION ALL SELECT id + 1 FROM n WHERE id < $1)
             SELECT n.id, 'regular', 'user_' || n.id, 'user_' || n.id, 'user_' || n.id, 'Ann', 'Other', '', 0, 0, 0 FROM n",
            "INSERT INTO friend_request (from_id, to_id, at) SELECT 1, id, 0 FROM account WHERE id BETWEEN 2 AND $1 - 2",
        ] {
            on!(db.write(), at => sqlx::query(sql).bind(OUTGOING_MAX + 2).execute(at).await.map(drop)).unwrap();
        }
        assert_eq!(social::send(&db, ann, UserId(OUTGOING_MAX + 1), NOW).await.unwrap(), NEW);
        assert_eq!(social::send(&db, ann, UserId(OUTGOING_MAX + 2), NOW).await.unwrap(), SendResult::TooMany);
    })
    .await;
}

#[tokio::test]
async fn users_are_found_by_name_prefixes_without_accents() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        named(&db, 2, "zoe.l", "Zoé", "Laurent").await;
        named(&db, 3, "tomas", "Tomás", "Herrera Łoś").await;
        let mut shop = new_account(4, "casa_azul");
        (shop.kind, shop.first_name) = (AccountKind::Professional, "Zoltán".parse().unwrap());
        account::create(&db, &shop).await.unwrap();

        assert_eq!(found(&db, ann, "zoe").await, [2]);
        assert_eq!(found(&db, ann, "ZOÉ LAU").await, [2]);
        assert_eq!(found(&db, ann, "her tom").await, [3]);
        assert_eq!(found(&db, ann, "los").await, [3]);
        assert_eq!(found(&db, ann, "azul").await, [4]);
        assert_eq!(found(&db, ann, "zo").await, [4, 2]);
        // Infixes and pattern syntax match nothing.
        for query in ["oe", "%", "_", "z%e", "' OR 1=1 --", "\"", "\\", "zoe nobody"] {
            assert_eq!(found(&db, ann, query).await, [0; 0], "{query}");
        }
        let of_kind = |kind| Search { kind: Some(kind), ..search("zo") };
        let (shops, _) = social::find(&db, ann, &of_kind(AccountKind::Professional)).await.unwrap();
        assert_eq!(shops.iter().map(|shop| shop.user.id.0).collect::<Vec<_>>(), [4]);

        let page = Search { limit: 1, offset: 1, ..search("zo") };
        let (second, total) = social::find(&db, ann, &page).await.unwrap();
        assert_eq!((second[0].user.id.0, second.len(), total), (2, 1, 2));
        let beyond = Search { offset: 50, ..search("zo") };
        assert_eq!(social::find(&db, ann, &beyond).await.unwrap(), (Vec::new(), 2));
    })
    .await;
}

#[tokio::test]
async fn search_omits_blocked_deleted_guest_and_hidden_users() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        for (id, name) in
            [(2, "pat_2"), (3, "pat_3"), (4, "pat_4"), (5, "pat_5"), (6, "pat_6"), (7, "pat_7"), (8, "fay")]
        {
            account(&db, id, name).await;
        }
        let mut guest = new_account(9, "pat_9");
        guest.kind = AccountKind::Guest;
        account::create(&db, &guest).await.unwrap();
        block(&db, ann, UserId(2)).await;
        block(&db, UserId(3), ann).await;
        delete(&db, UserId(4)).await;
        let hide = async |id, audience| {
            privacy::change(&db, UserId(id), NOW, |p| p.identification = audience).await.unwrap();
        };
        hide(5, Audience::Private).await;
        hide(6, Audience::OnlyFriends).await;
        hide(7, Audience::FriendsOfFriends).await;
        assert_eq!(found(&db, ann, "pat").await, [0; 0]);

        befriend(&db, UserId(8), UserId(7)).await;
        befriend(&db, ann, UserId(8)).await;
        assert_eq!(found(&db, ann, "pat").await, [7], "a friend of a friend");
        befriend(&db, ann, UserId(6)).await;
        befriend(&db, ann, UserId(5)).await;
        assert_eq!(found(&db, ann, "pat").await, [6, 7], "private is private");
        let (writable, _) = social::to_write_to(&db, ann, &search("pat")).await.unwrap();
        let of = |people: &[social::Person]| people.iter().map(|person| person.user.id.0).collect::<Vec<_>>();
        assert_eq!(of(&writable), [5, 6, 7], "friends take messages though they are not to be found");
        privacy::change(&db, UserId(6), NOW, |p| p.messaging = Audience::Private).await.unwrap();
        let (writable, _) = social::to_write_to(&db, ann, &search("pat")).await.unwrap();
        assert_eq!(of(&writable), [5, 7]);
        assert!(matches!(social::person(&db, ann, UserId(3)).await, Err(Error::NotFound)));
        assert!(matches!(social::person(&db, ann, UserId(4)).await, Err(Error::NotFound)));
        assert!(matches!(social::person(&db, ann, UserId(9)).await, Err(Error::NotFound)));
        assert_eq!(standing(&db, ann, UserId(2)).await, FriendStatus::Blocked);
        assert_eq!(standing(&db, ann, ann).await, FriendStatus::Itself);
    })
    .await;
}

/// Ids of all pages of a search, two users each. `between` runs after each page.
async fn pages(db: &Db, viewer: UserId, query: &str, between: impl AsyncFn(usize)) -> Vec<i64> {
    let (mut ids, mut cursor) = (Vec::new(), None);
    for number in 1.. {
        let page = social::find_after(db, viewer, query, cursor.as_ref(), 2).await.unwrap();
        ids.extend(page.people.iter().map(|person| person.user.id.0));
        between(number).await;
        let Some(next) = page.next else { break };
        cursor = Some(PeopleCursor::decode(&next, viewer, query).unwrap());
    }
    ids
}

#[tokio::test]
async fn pages_of_a_people_search_follow_its_order() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        for (id, first, last) in [(2, "Zoe", "B"), (3, "Zoe", "A"), (4, "zoe", "A"), (5, "Zoé", "C"), (6, "Zoe", "A")]
        {
            named(&db, id, &format!("user_{id}"), first, last).await;
        }
        named(&db, 7, "zoe", "Mia", "Z").await;
        let (friend, near) =
            (named(&db, 8, "user_8", "Zoltan", "Z").await, named(&db, 9, "user_9", "Zoran", "Z").await);
        befriend(&db, ann, friend).await;
        befriend(&db, friend, near).await;
        for (query, count) in [("zo", 8), ("zoe", 6), ("", 8), ("nobody", 0)] {
            let all = found(&db, ann, query).await;
            assert_eq!(all.len(), count, "{query}");
            assert_eq!(pages(&db, ann, query, async |_| ()).await, all, "{query}");
        }
        // The last page ends the list, also if it is full.
        let last = social::find_after(&db, ann, "zo", None, 8).await.unwrap();
        assert_eq!((last.people.len(), last.total, last.next), (8, 8, None));
    })
    .await;
}

#[tokio::test]
async fn accounts_that_come_or_go_move_no_other_to_another_page() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        for id in 10..16 {
            named(&db, id, &format!("user_{id}"), "Zoe", &format!("L{id}")).await;
        }
        let listed = pages(&db, ann, "zoe", async |number| {
            if number == 1 {
                named(&db, 20, "user_20", "Zoe", "A").await;
                named(&db, 21, "user_21", "Zoe", "B").await;
            } else if number == 2 {
                for id in [10, 11, 20, 21] {
                    delete(&db, UserId(id)).await;
                }
            }
        });
        assert_eq!(listed.await, [10, 11, 12, 13, 14, 15]);
        let page = social::find_after(&db, ann, "zoe", None, 3).await.unwrap();
        let next = page.next.unwrap();
        for id in 12..16 {
            delete(&db, UserId(id)).await;
        }
        let cursor = PeopleCursor::decode(&next, ann, "zoe");
        let beyond = social::find_after(&db, ann, "zoe", cursor.as_ref(), 3).await.unwrap();
        assert_eq!(beyond, PeoplePage::default());
    })
    .await;
}

#[tokio::test]
async fn suggestions_start_with_users_sharing_friends() {
    both(async |db| {
        let ids = [1, 2, 3, 4, 5].map(UserId);
        let [ann, ben, cem, dan, eve] = ids;
        for (id, name) in [(1, "ann"), (2, "ben"), (3, "cem"), (4, "dan"), (5, "eve")] {
            account(&db, id, name).await;
        }
        befriend(&db, ann, ben).await;
        befriend(&db, ann, cem).await;
        befriend(&db, ben, eve).await;
        befriend(&db, cem, eve).await;
        social::send(&db, dan, ann, NOW).await.unwrap();
        let (people, _) = social::find(&db, ann, &search("")).await.unwrap();
        let told: Vec<_> =
            people.iter().map(|person| (person.user.id, person.relation, person.mutual_friends)).collect();
        let (new, friends) = told.split_at(2);
        assert_eq!(new, [(eve, FriendStatus::None, 2), (dan, FriendStatus::AsksYou, 0)]);
        assert!(friends.iter().all(|(_, relation, _)| *relation == FriendStatus::Friends));
        let (mine, _) = social::find(&db, ann, &search("other")).await.unwrap();
        assert_eq!(mine[0].relation, FriendStatus::Friends, "of those who are looked for, friends come first");
        assert!(social::are_friends(&db, ann, &[ben, cem]).await.unwrap());
        assert!(!social::are_friends(&db, ann, &[ben, dan]).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn unfriending_ends_the_friendship_and_pending_requests() {
    both(async |db| {
        let (ann, ben, cem) =
            (account(&db, 1, "ann").await, account(&db, 2, "ben").await, account(&db, 3, "cem").await);
        befriend(&db, ann, ben).await;
        social::send(&db, cem, ann, NOW).await.unwrap();
        let part = async |one, other| {
            let mut tx = db.begin().await.unwrap();
            let parted = social::remove_ties(&mut tx, one, other).await.unwrap();
            tx.commit().await.unwrap();
            parted
        };
        assert!(part(ben, ann).await);
        assert!(!part(ann, cem).await);
        assert_eq!((count(&db, "friendship").await, count(&db, "friend_request").await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn profile_shows_what_the_privacy_settings_allow() {
    both(async |db| {
        let (ann, ben, cem) =
            (account(&db, 1, "ann").await, account(&db, 2, "ben").await, account(&db, 3, "cem").await);
        befriend(&db, ann, cem).await;
        befriend(&db, cem, ben).await;
        let about = ProfileChange {
            bio: Some("Boats.".parse().ok()),
            city: Some("Lyon".parse().ok()),
            country: Some("FR".parse().ok()),
            ..ProfileChange::default()
        };
        account::update(&db, ben, &about, NOW).await.unwrap();
        let seen = social::public_profile(&db, ann, ben).await.unwrap();
        let texts = [&seen.bio, &seen.city, &seen.country].map(|text| text.as_deref());
        assert_eq!((texts, seen.joined_at), ([Some("Boats."), Some("Lyon"), Some("FR")], Some(NOW)));
        assert_eq!((seen.mutual[0].id, seen.mutual.len(), seen.person.mutual_friends), (cem, 1, 1));
        assert!(seen.can_message && seen.can_invite);

        privacy::change(&db, ben, NOW, |p| p.identity_visibility = Audience::OnlyFriends).await.unwrap();
        let seen = social::public_profile(&db, ann, ben).await.unwrap();
        assert_eq!((seen.bio, seen.city, seen.joined_at, seen.last_seen_at), (None, None, None, Some(NOW)));
        assert_eq!(social::public_profile(&db, cem, ben).await.unwrap().city.as_deref(), Some("Lyon"));
        block(&db, ben, ann).await;
        for nobody in [ben, UserId(99)] {
            assert!(matches!(social::public_profile(&db, ann, nobody).await, Err(Error::NotFound)));
        }
    })
    .await;
}
