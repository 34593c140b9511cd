//! Walks every surface that shows a person: each viewer, each audience of each setting.
//!
//! A surface is a row of [`surfaces`]. The expected result follows from the row, the relation of the viewer and the
//! audience by [`Surface::expects`]. It does not use the rules of the server.

mod surfaces;
mod world;

use std::time::Duration;

use futures_util::future::LocalBoxFuture;
use serde_json::json;
use store::account::privacy::Privacy;

use self::{
    surfaces::surfaces,
    world::{World, is_of, join, put},
};
use crate::{routes::users::friends::befriend, support::app::TestApp};

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
    /// Blocks the person.
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
