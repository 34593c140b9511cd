//! Places that show a person.

use super::{
    ACCOUNTS, ALL, BLOCK, FRIENDS, NEAR, NOT_YET_FRIENDS, ONE_FRAME, OTHERS, Surface,
    Viewer::{Blocker, Friend, FriendOfFriend, Itself},
    row,
    world::{FRIEND_LIST, SEARCH, comment_path, contains, counts_mutual, has_mutual, total},
};

macro_rules! shows {
    (|$world:ident, $viewer:ident| $body:expr) => {
        |$world, $viewer| Box::pin(async move { $body })
    };
}

/// Reason why lists show a friend whom searches hide.
const KNOWN: &str = "friends know each other and stay listed for each other";
const CHAT_STAYS: &str = "a chat that both have stays in their lists";

const ONE_HEAD: &str = "the server does not know the reader of a page";

#[rustfmt::skip]
pub(super) fn surfaces() -> Vec<Surface> {
    vec![
        // Profile.
        row("profile by id", &[], ACCOUNTS, shows!(|w, v| !w.profile(v).await.is_null()))
            .exempt(Blocker, BLOCK, "the profile is the place to unblock"),
        row("profile by code", &[], ACCOUNTS, shows!(|w, v| !w.get(v, &w.code_path).await.data().is_null()))
            .exempt(Blocker, BLOCK, "the same page as by id"),
        row("head of the page by code", &["identification"], ALL, shows!(|w, _v| w.head_by_code().await.contains("(@olga)")))
            .in_one_frame().despite_blocks(ONE_HEAD),
        row("bio in the head of the page by code", &["identification", "identity_visibility"], ALL,
            shows!(|w, _v| w.head_by_code().await.contains("Sings in Lyon")))
            .in_one_frame().despite_blocks(ONE_HEAD),
        row("city on the profile", &["identity_visibility"], ACCOUNTS,
            shows!(|w, v| w.profile(v).await["city"].is_string())),
        row("last seen on the profile", &["last_seen"], ACCOUNTS,
            shows!(|w, v| w.profile(v).await["last_seen_at"].is_string())),
        // One's own page lists all friends.
        row("mutual friends on the profile", &["activity_visibility"], &[Itself, Friend, FriendOfFriend],
            shows!(|w, v| has_mutual(&w.profile(v).await))),
        row("message button on the profile", &["messaging"], OTHERS,
            shows!(|w, v| w.profile(v).await["can_message"] == true)),
        row("friend button on the profile", &["friend_invitation"], NOT_YET_FRIENDS,
            shows!(|w, v| w.profile(v).await["can_invite"] == true)),
        row("shared profile", &[], ACCOUNTS, shows!(|w, v| w.shares_profile(v).await))
            .exempt(Blocker, BLOCK, "the profile is open to the one who blocked"),
        // Searches and lists of people.
        row("people search by prefix", &["identification"], OTHERS,
            shows!(|w, v| w.entry(v, &format!("{SEARCH}?query=olg")).await.is_some())),
        row("people search by user name", &["identification"], OTHERS,
            shows!(|w, v| w.entry(v, &format!("{SEARCH}?query=olga")).await.is_some())),
        row("suggestions", &["identification"], OTHERS,
            shows!(|w, v| w.entry(v, &format!("{SEARCH}?per_page=100")).await.is_some())),
        row("mutual friends in people search", &["identification", "activity_visibility"], NEAR,
            shows!(|w, v| w.entry(v, &format!("{SEARCH}?query=olga")).await.is_some_and(|one| counts_mutual(&one)))),
        row("people tab of the search", &["identification"], OTHERS, shows!(|w, v| w.searches(v, "people").await)),
        row("people beside all results", &["identification"], OTHERS, shows!(|w, v| w.searches(v, "all").await)),
        row("recipients of messages", &["messaging", "identification"], OTHERS,
            shows!(|w, v| w.entry(v, "/api/v1/users/users-list/?query=olga").await.is_some()))
            .exempt(Friend, "identification", KNOWN),
        row("mutual friends among recipients", &["messaging", "identification", "activity_visibility"], NEAR,
            shows!(|w, v| w.entry(v, "/api/v1/users/users-list/?query=olga").await.is_some_and(|one| counts_mutual(&one))))
            .exempt(Friend, "identification", KNOWN),
        row("followers of another", &["identification"], ACCOUNTS,
            shows!(|w, v| w.entry(v, &w.follows_path("followers", &w.fred)).await.is_some()))
            .exempt(Friend, "identification", KNOWN),
        row("follows of another", &["identification"], ACCOUNTS,
            shows!(|w, v| w.entry(v, &w.follows_path("following", &w.fred)).await.is_some()))
            .exempt(Friend, "identification", KNOWN),
        row("mutual friends in a follow list", &["identification", "activity_visibility"], NEAR,
            // The count of one's own entry means nothing.
            shows!(|w, v| v != Itself && w.entry(v, &w.follows_path("followers", &w.fred)).await.is_some_and(|one| counts_mutual(&one))))
            .exempt(Friend, "identification", KNOWN),
        row("own followers", &["activity_visibility"], ACCOUNTS,
            shows!(|w, v| total(&w.get(v, &w.follows_path("followers", &w.olga)).await))),
        row("own follows", &["activity_visibility"], ACCOUNTS,
            shows!(|w, v| total(&w.get(v, &w.follows_path("following", &w.olga)).await))),
        row("followers of a company", &["activity_visibility", "identification"], OTHERS,
            shows!(|w, v| w.team_lists_follower(v).await))
            .exempt(Friend, "identification", KNOWN)
            .exempt(Friend, "activity_visibility", KNOWN),
        row("friend list", &[], FRIENDS, shows!(|w, v| w.entry(v, FRIEND_LIST).await.is_some())),
        row("last seen in the friend list", &["last_seen"], FRIENDS,
            shows!(|w, v| w.entry(v, FRIEND_LIST).await.is_some_and(|one| one["last_seen_at"].is_string()))),
        row("mutual friends in the friend list", &["activity_visibility"], FRIENDS,
            shows!(|w, v| w.entry(v, FRIEND_LIST).await.is_some_and(|one| counts_mutual(&one)))),
        row("list of the blocked", &[], &[], shows!(|w, v| w.entry(v, "/api/v1/users/blocked/").await.is_some()))
            .exempt(Blocker, BLOCK, "it lists whom one has blocked"),
        // Requests.
        row("friend request to the person", &["friend_invitation"], NOT_YET_FRIENDS,
            shows!(|w, v| w.asks_friend(v).await)),
        row("new group with the person", &["messaging"], OTHERS, shows!(|w, v| w.opens_group(v).await)),
        row("new chat by user name", &["messaging"], OTHERS, shows!(|w, v| w.opens_chat(v).await)),
        row("things in common with the sender of a request", &["activity_visibility"], &[FriendOfFriend],
            shows!(|w, v| v == FriendOfFriend && w.has_in_common().await)),
        // Comments and mentions.
        row("comments on a reel", &["activity_visibility"], ALL,
            shows!(|w, v| w.entry_by(v, &w.comments_path(""), "author").await.is_some())),
        row("answers to a comment", &["activity_visibility"], ALL,
            shows!(|w, v| w.entry_by(v, &w.comments_path(&format!("&parent={}", w.asked)), "author").await.is_some())),
        row("one comment", &["activity_visibility"], ALL,
            shows!(|w, v| w.get(v, &comment_path(w.comment)).await.status == 200)),
        row("comments in the snapshot of a reel", &["activity_visibility"], ACCOUNTS,
            shows!(|w, v| w.shows_comment_on_join(v).await))
            .in_one_frame(),
        row("comments live on a reel", &["activity_visibility"], ACCOUNTS, shows!(|w, v| w.saw_live.contains(&v)))
            .in_one_frame(),
        row("mention in a comment", &["id_mentions"], OTHERS, shows!(|w, v| w.mentions_in_comment(v).await)),
        row("mention in a group", &["id_mentions"], OTHERS, shows!(|w, v| w.mentions_in_group(v).await)),
        row("mention in a comment of another", &[], ALL,
            shows!(|w, v| contains(&w.get(v, &comment_path(w.mention)).await.data()["comment"]["mentions"], "id", &w.olga)))
            .despite_blocks("the words of another name the person; the profile stays closed"),
        // Presence.
        row("online on friends:{user}", &["last_seen"], FRIENDS, shows!(|w, v| w.is_online(v, "/ws/friends/?").await)),
        row("online on chats:{user}", &["last_seen"], FRIENDS,
            shows!(|w, v| w.is_online(v, "/ws/group-list/?type=users&").await)),
        row("direct chat in the list", &[], OTHERS, shows!(|w, v| w.lists_chat(v).await)).despite_blocks(CHAT_STAYS),
        row("last seen in a direct chat", &["last_seen"], OTHERS, shows!(|w, v| match w.chat(v) {
            Some(chat) => w.last_seen(v, chat).await,
            None => false,
        })),
        row("last seen in the snapshot of a direct chat", &["last_seen"], OTHERS, shows!(|w, v| match w.chat(v) {
            Some(chat) => w.last_seen_on_join(v, chat).await,
            None => false,
        })),
        row("online in a direct chat", &["last_seen"], OTHERS, shows!(|w, v| match w.chat(v) {
            Some(chat) => w.is_here(v, chat).await,
            None => false,
        })),
        row("members of a group", &[], ACCOUNTS,
            shows!(|w, v| w.entry_by(v, &format!("/api/v1/chat/chats/{}/members/", w.group), "user").await.is_some()))
            .despite_blocks("a group shows its members to each other"),
        row("last seen in a group", &["last_seen"], ACCOUNTS, shows!(|w, v| w.last_seen(v, w.group).await)),
        row("last seen in the snapshot of a group", &["last_seen"], ACCOUNTS,
            shows!(|w, v| w.last_seen_on_join(v, w.group).await))
            .in_one_frame().exempt(Itself, ONE_FRAME, "everyone sees oneself"),
        row("online in a group", &["last_seen"], ACCOUNTS, shows!(|w, v| w.is_here(v, w.group).await))
            .in_one_frame().exempt(Itself, ONE_FRAME, "everyone sees oneself"),
        // Activity of the person.
        row("favourites of friends", &["activity_visibility"], FRIENDS,
            shows!(|w, v| total(&w.get(v, "/api/v1/users/friends/favourites/").await))),
        row("saved by friends on the start page", &["activity_visibility"], FRIENDS,
            shows!(|w, v| w.home_shows_saved(v).await)),
        row("posts of the person", &["activity_visibility"], ACCOUNTS,
            shows!(|w, v| total(&w.get(v, &format!("/api/v1/users/user-posts/?user_id={}", w.olga.id)).await))),
        row("review of a company", &[], ALL,
            shows!(|w, v| w.entry_by(v, &w.reviews_path, "author").await.is_some()))
            .despite_blocks("a review is part of the company's page"),
        // Notifications follow the answer, so they come last.
        row("notification of a mention", &["activity_visibility"], OTHERS,
            shows!(|w, v| w.is_notified(w.person(v), "reel_mention").await)),
        row("notification of a comment to the team", &["activity_visibility"], OTHERS,
            shows!(|w, v| w.is_notified(w.staff(v), "reel_comment").await)),
    ]
}
