//! Walks every surface that shows a person: each viewer, each audience of each setting.
//!
//! A surface is a row of [`surfaces`]. The expected result follows from the row, the relation of the viewer and the
//! audience by [`Surface::expects`]. It does not use the rules of the server.

use std::{collections::HashSet, time::Duration};

use futures_util::future::LocalBoxFuture;
use hub::{Principal, topics::chat::Command};
use serde_json::{Value, json};
use store::{
    account::{AccountKind, privacy::Privacy},
    chat::CommandId,
    company::team,
    notification,
    testing::{
        market::{self, ReelRow},
        sqlx,
    },
    types::{
        ids::{ChatId, ReelId, SessionId},
        timestamp::Timestamp,
    },
};

use crate::{
    routes::users::friends::befriend,
    support::{
        app::{Answer, Call, Person, TestApp},
        reel::{self, Studio},
        socket::Socket,
    },
};

/// Settings with an audience.
const SETTINGS: [&str; 7] = [
    "activity_visibility",
    "identity_visibility",
    "identification",
    "last_seen",
    "messaging",
    "friend_invitation",
    "id_mentions",
];
const AUDIENCES: [&str; 4] = ["everyone", "friends_of_friends", "only_friends", "private"];
/// Exemption from the rule that a block hides the person.
const BLOCK: &str = "block";
/// Exemption from the rule that a socket with one frame for all shows only what everyone may see.
const ONE_FRAME: &str = "one frame";
/// Time limit for what follows an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Relation of a viewer to the person. Those with a block are friends of a friend too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Viewer {
    Itself,
    Friend,
    FriendOfFriend,
    Stranger,
    /// Without an account. Streams are for accounts.
    Visitor,
    /// Blocked by the person.
    Blocked,
    /// Has blocked the person.
    Blocker,
}

use Viewer::{Blocked, Blocker, Friend, FriendOfFriend, Itself, Stranger, Visitor};

const VIEWERS: [Viewer; 7] = [Itself, Friend, FriendOfFriend, Stranger, Visitor, Blocked, Blocker];
/// Viewers with an account of their own, without a block.
const OTHERS: &[Viewer] = &[Friend, FriendOfFriend, Stranger];
const ACCOUNTS: &[Viewer] = &[Itself, Friend, FriendOfFriend, Stranger];
const ALL: &[Viewer] = &[Itself, Friend, FriendOfFriend, Stranger, Visitor];
const FRIENDS: &[Viewer] = &[Friend];
/// Viewers with a mutual friend.
const NEAR: &[Viewer] = &[Friend, FriendOfFriend];
const NOT_YET_FRIENDS: &[Viewer] = &[FriendOfFriend, Stranger];

impl Viewer {
    fn has_block(self) -> bool {
        matches!(self, Blocked | Blocker)
    }

    /// Returns true if the audience includes the viewer.
    fn is_in(self, audience: &str) -> bool {
        match self {
            Itself => true,
            Friend => audience != "private",
            FriendOfFriend => ["everyone", "friends_of_friends"].contains(&audience),
            Stranger | Visitor => audience == "everyone",
            Blocked | Blocker => false,
        }
    }
}

type Shows = for<'a> fn(&'a World, Viewer) -> LocalBoxFuture<'a, bool>;

/// Place at which a person, or what the person did, is shown to viewers.
struct Surface {
    name: &'static str,
    /// Settings that must all include the viewer.
    obeys: &'static [&'static str],
    /// Viewers without a block for whom the surface is made.
    reach: &'static [Viewer],
    /// Viewers exempt from a setting, [`BLOCK`] or [`ONE_FRAME`], with the reason.
    exempt: Vec<(Viewer, &'static str, &'static str)>,
    /// All viewers receive the same frame, so only what everyone may see is in it.
    is_one_frame: bool,
    shows: Shows,
}

fn row(name: &'static str, obeys: &'static [&'static str], reach: &'static [Viewer], shows: Shows) -> Surface {
    Surface { name, obeys, reach, exempt: Vec::new(), is_one_frame: false, shows }
}

impl Surface {
    fn exempt(mut self, viewer: Viewer, from: &'static str, reason: &'static str) -> Self {
        self.exempt.push((viewer, from, reason));
        self
    }

    fn despite_blocks(self, reason: &'static str) -> Self {
        self.exempt(Blocked, BLOCK, reason).exempt(Blocker, BLOCK, reason)
    }

    fn in_one_frame(mut self) -> Self {
        self.is_one_frame = true;
        self
    }

    /// Returns true if the viewer must see the person while one setting has this audience and all others `everyone`.
    fn expects(&self, viewer: Viewer, setting: &str, audience: &str) -> bool {
        let is_exempt = |from| self.exempt.iter().any(|(who, what, _)| (*who, *what) == (viewer, from));
        let relation = match viewer.has_block() {
            true if is_exempt(BLOCK) => Stranger,
            true => return false,
            false if self.reach.contains(&viewer) => viewer,
            false => return false,
        };
        self.obeys.iter().all(|obeyed| {
            let audience = if *obeyed == setting { audience } else { "everyone" };
            let is_sent = audience == "everyone" || !self.is_one_frame || is_exempt(ONE_FRAME);
            is_exempt(obeyed) || (relation.is_in(audience) && is_sent)
        })
    }

    /// Returns the viewers for whom a state is checked: all with open settings, those that a setting of the surface may
    /// concern, and else the most distant one. A setting of another surface must not hide this one.
    fn viewers(&self, setting: &str, audience: &str) -> Vec<Viewer> {
        match audience {
            "everyone" => VIEWERS.to_vec(),
            _ if self.obeys.contains(&setting) => {
                VIEWERS.into_iter().filter(|viewer| viewer.has_block() || self.reach.contains(viewer)).collect()
            }
            "private" => self.reach.last().copied().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns true if the surface shows the person as expected, now or soon.
    async fn meets(&self, world: &World, viewer: Viewer, expected: bool) -> bool {
        let look = async {
            while (self.shows)(world, viewer).await != expected {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        match self.name.starts_with("notification") {
            true => tokio::time::timeout(PATIENCE, look).await.is_ok(),
            false => (self.shows)(world, viewer).await == expected,
        }
    }
}

macro_rules! shows {
    (|$world:ident, $viewer:ident| $body:expr) => {
        |$world, $viewer| Box::pin(async move { $body })
    };
}

/// Reason why lists show a friend whom searches hide.
const KNOWN: &str = "friends know each other and stay listed for each other";
const CHAT_STAYS: &str = "a chat that both have stays in their lists";
const ONE_SIGNAL: &str = "one signal goes to all members of a group";

#[rustfmt::skip]
fn surfaces() -> Vec<Surface> {
    vec![
        // Profile.
        row("profile by id", &[], ACCOUNTS, shows!(|w, v| !w.profile(v).await.is_null()))
            .exempt(Blocker, BLOCK, "the profile is the place to unblock"),
        row("profile by code", &[], ACCOUNTS, shows!(|w, v| !w.get(v, &w.code_path).await.data().is_null()))
            .exempt(Blocker, BLOCK, "the same page as by id"),
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
            .in_one_frame().exempt(Itself, ONE_FRAME, "everyone sees oneself").despite_blocks(ONE_SIGNAL),
        row("online in a group", &["last_seen"], ACCOUNTS, shows!(|w, v| w.is_here(v, w.group).await))
            .in_one_frame().exempt(Itself, ONE_FRAME, "everyone sees oneself").despite_blocks(ONE_SIGNAL),
        // What the person did.
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

const SEARCH: &str = "/api/v1/users/search/friends/";
const FRIEND_LIST: &str = "/api/v1/users/friends/";
const COMMENT: &str = "/api/v1/userprofessional/comments-reel/";

fn comment_path(comment: i64) -> String {
    format!("{COMMENT}{comment}/")
}

fn is_of(value: &Value, person: &Person) -> bool {
    *value == json!(person.id)
}

fn contains(list: &Value, key: &str, person: &Person) -> bool {
    list.as_array().is_some_and(|all| all.iter().any(|one| is_of(&one[key], person)))
}

fn counts_mutual(person: &Value) -> bool {
    person["mutual_friends"].as_i64().unwrap() > 0
}

fn has_mutual(profile: &Value) -> bool {
    let is_listed = profile["mutual"].as_array().is_some_and(|mutual| !mutual.is_empty());
    assert_eq!(profile["mutual_friends"].as_i64().unwrap_or(0) > 0, is_listed);
    is_listed
}

/// Returns true if a page has entries.
fn total(page: &Answer) -> bool {
    page.json["total"].as_i64().unwrap_or(0) > 0
}

/// Olga, with a viewer of each relation, and what she did before the walk.
struct World {
    app: TestApp,
    olga: Person,
    fred: Person,
    pal: Person,
    fifi: Person,
    /// Viewers with their direct chats with Olga.
    people: Vec<(Viewer, Person, i64)>,
    /// Employees of the company, with the same relations.
    team: Vec<(Viewer, Person)>,
    /// Its reel holds a comment and an answer of Olga.
    studio: Studio,
    /// Reel on which Olga comments during the walk.
    live_reel: ReelId,
    /// Reel on which the viewers comment.
    other_reel: ReelId,
    comment: i64,
    /// Comment that Olga answers.
    asked: i64,
    /// Comment of another that mentions Olga.
    mention: i64,
    group: i64,
    /// Request of Olga to chat with `fifi`.
    request: i64,
    code_path: String,
    reviews_path: String,
    /// Open all the time.
    sockets: Vec<Socket>,
    watchers: Vec<(Viewer, Socket)>,
    /// Viewers who received her last comment live.
    saw_live: HashSet<Viewer>,
}

/// Writes a comment and returns its answer.
async fn comment(app: &TestApp, author: &Person, reel: ReelId, text: &str, parent: Option<i64>) -> Answer {
    let body = json!({"reel_id": reel, "comment": text, "parent": parent});
    app.post(COMMENT).as_(author).json(body).await
}

async fn join(app: &TestApp, path: &str, person: &Person) -> (Socket, Value) {
    let path = format!("{path}token={}", person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    let snapshot = socket.wait_for("snapshot").await;
    (socket, snapshot)
}

async fn put(app: &TestApp, person: &Person, path: &str, body: Value) {
    let answer = app.call("PUT", path).as_(person).json(body).await;
    assert_eq!(answer.status, 200, "{path}: {:#}", answer.json);
}

impl World {
    async fn build() -> Self {
        let app = TestApp::with(&["--sign-in-rate", "0"]).await;
        let studio = reel::studio(&app).await;
        let (olga, fred, wide) = (app.person("olga").await, app.person("fred").await, app.person("wide").await);
        let (pal, fifi) = (app.person("pal").await, app.person("fifi").await);
        let (people, team) = (Self::people(&app, &olga, &fred, &pal).await, Self::team(&app, &olga, &fred).await);
        for (one, other) in [(&olga, &fred), (&olga, &wide), (&fred, &wide), (&fred, &fifi)] {
            befriend(&app, one, other).await;
        }
        let db = &app.state().db;
        for (_, member) in &team {
            team::join(db, studio.company, member.id, Timestamp::now()).await.unwrap();
        }
        let mut reels = Vec::new();
        for place in 1..3 {
            let row = ReelRow { at: Timestamp::now(), ..ReelRow::new(studio.reel.0 + place, studio.company) };
            reels.push(row.insert(db).await);
        }
        let (live_reel, other_reel) = (reels[0], reels[1]);
        put(&app, &olga, "/api/v1/users/update-profile/", json!({"city": "Lyon"})).await;
        for follower in [&olga, &fifi] {
            let follow = format!("/api/v1/users/company/follow-toggle/?company_id={}", studio.company);
            assert_eq!(app.post(&follow).as_(follower).send().await.status, 200);
        }
        let folder = reel::folder(&app, &olga, "Weekend").await;
        let saved = json!({"kind": "offering", "id": studio.offering, "folder_id": folder});
        put(&app, &olga, "/api/v1/users/favourites/", saved).await;
        market::review(db, 1, studio.company, None, olga.id, 5).await;
        let id = |answer: Answer| answer.data()["id"].as_i64().unwrap();
        let asked = id(comment(&app, &studio.owner, studio.reel, "Questions?", None).await);
        let by_olga = id(comment(&app, &olga, studio.reel, "Lovely", None).await);
        comment(&app, &olga, studio.reel, "None", Some(asked)).await;
        let mention = id(comment(&app, &pal, other_reel, "Look, @olga", None).await);
        let mut members: Vec<_> = people.iter().map(|(_, person, _)| person.id).collect();
        members.push(olga.id);
        let group = json!({"title": "Supper", "user_ids": members});
        let group = id(app.post("/api/v1/chat/groups/").as_(&pal).json(group).await);
        let code = app.get("/api/v1/users/profile-code/").as_(&olga).send().await;
        let code_path =
            format!("/api/v1/users/get-users-profile-by-barcode/{}/", code.data()["code"].as_str().unwrap());
        app.state().search.catch_up(db, Timestamp::now()).await.unwrap();
        let mut world = Self {
            request: app.ask(&olga, &fifi).await,
            reviews_path: format!("/api/v1/users/company/{}/feedback/", studio.company),
            comment: by_olga,
            sockets: Vec::new(),
            watchers: Vec::new(),
            saw_live: HashSet::new(),
            app,
            olga,
            fred,
            pal,
            fifi,
            people,
            team,
            studio,
            live_reel,
            other_reel,
            asked,
            mention,
            group,
            code_path,
        };
        world.open_sockets().await;
        world.block().await;
        world
    }

    /// Creates the viewers with accounts, and their direct chats with Olga.
    async fn people(app: &TestApp, olga: &Person, fred: &Person, pal: &Person) -> Vec<(Viewer, Person, i64)> {
        let mut people = vec![(Friend, fred.clone(), 0)];
        for (viewer, name) in [(FriendOfFriend, "fofo"), (Stranger, "sten"), (Blocked, "bloc"), (Blocker, "bert")] {
            let person = app.person(name).await;
            if viewer != Stranger {
                befriend(app, &person, fred).await;
            }
            people.push((viewer, person, 0));
        }
        for (_, person, chat) in &mut people {
            befriend(app, person, pal).await;
            *chat = app.chat(olga, person).await;
        }
        people
    }

    async fn team(app: &TestApp, olga: &Person, fred: &Person) -> Vec<(Viewer, Person)> {
        let mut team = Vec::new();
        for viewer in [Friend, FriendOfFriend, Stranger, Blocked, Blocker] {
            let person = app.business(&format!("staff_{viewer:?}").to_lowercase()).await;
            match viewer {
                Friend => befriend(app, &person, olga).await,
                FriendOfFriend | Blocked | Blocker => befriend(app, &person, fred).await,
                _ => {}
            }
            team.push((viewer, person));
        }
        team
    }

    /// Opens the sockets of Olga, by which she is online, and those on the reels. Their rooms keep their state.
    async fn open_sockets(&mut self) {
        let (app, olga) = (&self.app, &self.olga);
        let mut sockets = vec![join(app, &format!("/ws/friends/?id={}&", olga.id), olga).await.0];
        for chat in self.people.iter().map(|(.., chat)| *chat).chain([self.group]) {
            sockets.push(join(app, &format!("/ws/chat/users/{chat}/?"), olga).await.0);
        }
        sockets.push(join(app, &format!("/ws/reels/{}/?", self.studio.reel), &self.pal).await.0);
        let mut watchers = Vec::new();
        for (viewer, person) in VIEWERS.into_iter().filter_map(|viewer| Some((viewer, self.person(viewer)?))) {
            watchers.push((viewer, join(app, &format!("/ws/reels/{}/?", self.live_reel), person).await.0));
        }
        (self.sockets, self.watchers) = (sockets, watchers);
    }

    async fn block(&self) {
        for viewer in [Blocked, Blocker] {
            for other in [self.person(viewer).unwrap(), self.staff(viewer).unwrap()] {
                let (by, of) = if viewer == Blocked { (&self.olga, other) } else { (other, &self.olga) };
                put(&self.app, by, &format!("/api/v1/users/{}/block/", of.id), json!({"block": true})).await;
            }
        }
    }

    /// Gives one setting this audience and all others `everyone`. Then Olga comments and mentions the viewers.
    async fn enter(&mut self, setting: &str, audience: &str) {
        let mut settings = json!({});
        for one in SETTINGS {
            settings[one] = if one == setting { audience } else { "everyone" }.into();
        }
        put(&self.app, &self.olga, "/api/v1/users/update-privacy-settings/", settings).await;
        let accounts =
            self.people.iter().map(|(_, person, _)| person).chain(self.team.iter().map(|(_, person)| person));
        for person in accounts {
            notification::delete(&self.app.state().db, person.id, None).await.unwrap();
        }
        let names = self.people.iter().map(|(_, person, _)| format!(" @{}", person.user_name)).collect::<String>();
        let written = comment(&self.app, &self.olga, self.live_reel, &format!("Look{names}"), None).await;
        assert_eq!(written.status, 201, "{:#}", written.json);
        let marker = comment(&self.app, &self.studio.owner, self.live_reel, "Thank you", None).await;
        let (written, marker) = (&written.data()["id"], &marker.data()["id"]);
        self.saw_live.clear();
        for socket in &mut self.sockets {
            // A silent client would be disconnected.
            socket.ping().await;
        }
        let is_comment = |frame: &Value, id: &Value| {
            frame["type"] == "event" && frame["data"]["type"] == "comment" && frame["data"]["comment"]["id"] == *id
        };
        for (viewer, socket) in &mut self.watchers {
            // Frames of a stream arrive in order.
            socket.wait(|frame| is_comment(frame, marker)).await;
            if socket.passed().iter().any(|frame| is_comment(frame, written)) {
                self.saw_live.insert(*viewer);
            }
        }
    }

    /// Returns the account of a viewer; none for a visitor.
    fn person(&self, viewer: Viewer) -> Option<&Person> {
        match viewer {
            Itself => Some(&self.olga),
            _ => self.people.iter().find(|(who, ..)| *who == viewer).map(|(_, person, _)| person),
        }
    }

    /// Returns the employee with the relation of a viewer.
    fn staff(&self, viewer: Viewer) -> Option<&Person> {
        self.team.iter().find(|(who, _)| *who == viewer).map(|(_, person)| person)
    }

    fn chat(&self, viewer: Viewer) -> Option<i64> {
        self.people.iter().find(|(who, ..)| *who == viewer).map(|(.., chat)| *chat)
    }

    fn call(&self, viewer: Viewer, method: &str, path: &str) -> Call {
        let call = self.app.call(method, path);
        match self.person(viewer) {
            Some(person) => call.as_(person),
            None => call,
        }
    }

    async fn get(&self, viewer: Viewer, path: &str) -> Answer {
        let answer = self.call(viewer, "GET", path).send().await;
        match answer.status {
            200 => {}
            401 => assert_eq!(viewer, Visitor, "{path}"),
            // Nothing tells a hidden person from an unknown one.
            _ => answer.refused(404, "not_found"),
        }
        answer
    }

    async fn profile(&self, viewer: Viewer) -> Value {
        let path = format!("/api/v1/admin/regular-users/get/{}/", self.olga.id);
        self.get(viewer, &path).await.data().clone()
    }

    /// Returns Olga's entry of a list of people.
    async fn entry(&self, viewer: Viewer, path: &str) -> Option<Value> {
        let answer = self.get(viewer, path).await;
        answer.data().as_array()?.iter().find(|one| is_of(&one["id"], &self.olga)).cloned()
    }

    /// Returns the first entry of a list that names Olga in a field.
    async fn entry_by(&self, viewer: Viewer, path: &str, field: &str) -> Option<Value> {
        let answer = self.get(viewer, path).await;
        answer.data().as_array()?.iter().find(|one| is_of(&one[field]["id"], &self.olga)).cloned()
    }

    fn follows_path(&self, direction: &str, owner: &Person) -> String {
        format!("/api/v1/users/user-followers-following/?type={direction}&user_id={}&per_page=100", owner.id)
    }

    fn comments_path(&self, query: &str) -> String {
        format!("/api/v1/userprofessional/get-comments-reel/{}/?per_page=100{query}", self.studio.reel)
    }

    async fn searches(&self, viewer: Viewer, tab: &str) -> bool {
        let body = json!({"what": "olga", "tab": tab});
        let found = self.call(viewer, "POST", "/api/v1/users/search-tab/").json(body).await;
        assert_eq!(found.status, 200, "{:#}", found.json);
        contains(&found.data()["people"], "id", &self.olga)
    }

    async fn team_lists_follower(&self, viewer: Viewer) -> bool {
        let Some(member) = self.staff(viewer) else { return false };
        let path = "/api/v1/users/user-followers-following/?type=followers&per_page=100";
        contains(self.app.get(path).as_(member).send().await.data(), "id", &self.olga)
    }

    async fn shares_profile(&self, viewer: Viewer) -> bool {
        let friend = if viewer == Itself { &self.fred } else { &self.pal };
        let path = format!("/api/v1/userprofessional/share-user-profile/?user_id={}", self.olga.id);
        self.call(viewer, "POST", &path).json(json!({"friend_ids": [friend.id]})).await.status == 200
    }

    async fn asks_friend(&self, viewer: Viewer) -> bool {
        let body = json!({"user_id": self.olga.id});
        let asked = self.call(viewer, "PUT", "/api/v1/users/friends/request/send/").json(body).await;
        let is_asked = asked.data()["relation"] == "requested";
        if is_asked {
            let path = format!("/api/v1/users/friends/request/{}/", self.olga.id);
            assert_eq!(self.call(viewer, "DELETE", &path).send().await.status, 200);
        }
        is_asked
    }

    async fn opens_group(&self, viewer: Viewer) -> bool {
        let body = json!({"title": "Lunch", "user_ids": [self.olga.id]});
        self.call(viewer, "POST", "/api/v1/chat/groups/").json(body).await.status == 201
    }

    /// Opens a direct chat, by an employee who has none, and deletes it.
    async fn opens_chat(&self, viewer: Viewer) -> bool {
        let Some(member) = self.staff(viewer) else { return false };
        let body = json!({"userName": "olga"});
        let opened = self.app.post("/api/v1/chat/chats/direct/").as_(member).json(body).await;
        if opened.status == 201 {
            let chat = opened.data()["id"].as_i64().unwrap();
            store::on!(self.app.state().db.write(), at => sqlx::query("DELETE FROM chat WHERE id = $1")
                .bind(chat).execute(at).await.map(drop))
            .unwrap();
        }
        opened.status == 201
    }

    async fn has_in_common(&self) -> bool {
        let path = format!("/api/v1/chat/chats/{}/request/", self.request);
        let common = self.app.get(&path).as_(&self.fifi).send().await;
        let counts = ["friends", "companies"].map(|list| common.data()[list].as_array().unwrap().len());
        assert_eq!(common.data()["mutual_friends"], counts[0]);
        assert!([[0, 0], [1, 1]].contains(&counts), "{:#}", common.json);
        counts == [1, 1]
    }

    async fn shows_comment_on_join(&self, viewer: Viewer) -> bool {
        let Some(person) = self.person(viewer) else { return false };
        let (_, snapshot) = join(&self.app, &format!("/ws/reels/{}/?", self.studio.reel), person).await;
        let comments = snapshot["data"]["comments"].as_array().unwrap();
        comments.iter().any(|one| is_of(&one["author"]["id"], &self.olga))
    }

    async fn mentions_in_comment(&self, viewer: Viewer) -> bool {
        let body = json!({"reel_id": self.other_reel, "comment": "Look, @olga"});
        let written = self.call(viewer, "POST", COMMENT).json(body).await;
        assert_eq!(written.status, if viewer == Visitor { 401 } else { 201 }, "{:#}", written.json);
        contains(&written.data()["mentions"], "id", &self.olga)
    }

    async fn mentions_in_group(&self, viewer: Viewer) -> bool {
        let Some(person) = self.person(viewer).filter(|_| viewer != Itself) else { return false };
        let kind = AccountKind::Regular;
        let who = Principal { user: person.id, session: SessionId(0), kind, expires_at: Timestamp(i64::MAX) };
        let (chat, now) = (ChatId(self.group), Timestamp::now());
        let command = Command::Send {
            text: "Look".to_owned(),
            media: Vec::new(),
            reply_to: None,
            mentions: vec![self.olga.id],
            forward_of: None,
            content: None,
        };
        let id = CommandId::of(now, self.app.state().ids.next(now));
        if let Err(refusal) = self.app.state().hub.ask_chat(&who, chat, id, command).await {
            assert_eq!(refusal.code, "chat.cannot_mention");
            return false;
        }
        let path = format!("/api/v1/chat/chats/{chat}/messages/?limit=1");
        let history = self.app.get(&path).as_(person).send().await;
        let message = &history.data()["messages"][0];
        assert!(is_of(&message["sender"], person));
        message["mentions"].as_array().is_some_and(|all| all.iter().any(|one| is_of(one, &self.olga)))
    }

    /// Returns true if Olga is online on a stream of the viewer.
    async fn is_online(&self, viewer: Viewer, path: &str) -> bool {
        let Some(person) = self.person(viewer) else { return false };
        let (_, snapshot) = join(&self.app, &format!("{path}id={}&", person.id), person).await;
        snapshot["data"]["online"].as_array().unwrap().contains(&json!(self.olga.id))
    }

    async fn lists_chat(&self, viewer: Viewer) -> bool {
        let chats = self.get(viewer, "/api/v1/chat/chats/?per_page=100").await;
        let is_direct = |chat: &&Value| chat["kind"] == "direct";
        let mut chats = chats.data().as_array().into_iter().flatten().filter(is_direct);
        chats.any(|chat| contains(&chat["members"], "id", &self.olga))
    }

    fn has_last_seen(&self, members: &Value) -> bool {
        let mut members = members.as_array().into_iter().flatten();
        members.any(|member| is_of(&member["user"]["id"], &self.olga) && member["last_seen_at"].is_string())
    }

    async fn last_seen(&self, viewer: Viewer, chat: i64) -> bool {
        self.has_last_seen(&self.get(viewer, &format!("/api/v1/chat/chats/{chat}/")).await.data()["members"])
    }

    async fn chat_snapshot(&self, viewer: Viewer, chat: i64) -> Value {
        match self.person(viewer) {
            Some(person) => join(&self.app, &format!("/ws/chat/users/{chat}/?"), person).await.1,
            None => Value::Null,
        }
    }

    async fn last_seen_on_join(&self, viewer: Viewer, chat: i64) -> bool {
        self.has_last_seen(&self.chat_snapshot(viewer, chat).await["data"]["chat"]["members"])
    }

    async fn is_here(&self, viewer: Viewer, chat: i64) -> bool {
        let snapshot = self.chat_snapshot(viewer, chat).await;
        snapshot["data"]["online"].as_array().is_some_and(|online| online.contains(&json!(self.olga.id)))
    }

    async fn home_shows_saved(&self, viewer: Viewer) -> bool {
        let home = self.get(viewer, "/api/v1/users/home/").await;
        let mut sections = home.data()["sections"].as_array().unwrap().iter();
        let saved = sections.find(|section| section["kind"] == "friends_saved");
        saved.is_some_and(|saved| contains(&saved["items"][0]["friends"], "id", &self.olga))
    }

    async fn is_notified(&self, person: Option<&Person>, kind: &str) -> bool {
        let Some(person) = person else { return false };
        let inbox = self.app.get("/api/v1/users/notifications/").as_(person).send().await;
        let mut entries = inbox.data().as_array().unwrap().iter();
        let is_meant = |entry: &Value| entry["kind"] == kind && entry["subject"]["id"] == json!(self.live_reel);
        entries.any(|entry| is_meant(entry) && is_of(&entry["actor"]["id"], &self.olga))
    }
}

#[test]
fn every_setting_with_an_audience_is_walked() {
    let settings = serde_json::to_value(Privacy::default()).unwrap();
    let with_audience = settings.as_object().unwrap().iter().filter(|(_, value)| value.is_string());
    let mut named: Vec<_> = with_audience.map(|(name, _)| name.as_str()).collect();
    let mut walked = SETTINGS;
    named.sort_unstable();
    walked.sort_unstable();
    assert_eq!(named, walked);
    let surfaces = surfaces();
    for setting in SETTINGS {
        assert!(surfaces.iter().any(|surface| surface.obeys.contains(&setting)), "{setting}");
    }
    for surface in &surfaces {
        for (viewer, from, reason) in &surface.exempt {
            assert!([BLOCK, ONE_FRAME].contains(from) || surface.obeys.contains(from), "{}: {from}", surface.name);
            assert!(!reason.is_empty() && (*from != BLOCK || viewer.has_block()), "{}", surface.name);
        }
    }
}

#[actix_web::test]
async fn surfaces_show_a_person_to_the_audience_of_each_setting() {
    let mut world = World::build().await;
    let surfaces = surfaces();
    let mut wrong = Vec::new();
    let first = (SETTINGS[0], AUDIENCES[0]);
    let narrower = SETTINGS.iter().flat_map(|setting| AUDIENCES[1..].iter().map(move |audience| (*setting, *audience)));
    for (setting, audience) in std::iter::once(first).chain(narrower) {
        world.enter(setting, audience).await;
        for surface in &surfaces {
            for viewer in surface.viewers(setting, audience) {
                let expected = surface.expects(viewer, setting, audience);
                if !surface.meets(&world, viewer, expected).await {
                    let is = if expected { "hidden" } else { "shown" };
                    wrong.push(format!("{} while {setting} is {audience}: {is} for {viewer:?}", surface.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}

#[actix_web::test]
async fn open_chat_hides_last_seen_after_a_friendship_ends() {
    let app = TestApp::start().await;
    let (olga, fred) = (app.person("olga").await, app.person("fred").await);
    befriend(&app, &olga, &fred).await;
    put(&app, &olga, "/api/v1/users/update-privacy-settings/", json!({"last_seen": "only_friends"})).await;
    let chat = format!("/ws/chat/users/{}/?", app.chat(&olga, &fred).await);
    let seen = async || {
        let (socket, snapshot) = join(&app, &chat, &fred).await;
        let members = snapshot["data"]["chat"]["members"].as_array().unwrap().clone();
        let member = members.iter().find(|member| is_of(&member["user"]["id"], &olga)).unwrap();
        (socket, member["last_seen_at"].is_string())
    };
    // The socket keeps the room of the chat.
    let (_socket, before) = seen().await;
    assert!(before);
    let unfriend = format!("/api/v1/users/friends/{}/", olga.id);
    assert_eq!(app.call("DELETE", &unfriend).as_(&fred).send().await.status, 200);
    assert!(!seen().await.1);
    befriend(&app, &olga, &fred).await;
    assert!(seen().await.1);
}
