//! The person, viewers of each relation, and requests that tell what a viewer sees.

use std::collections::HashSet;

use hub::{Principal, topics::chat::Command};
use serde_json::{Value, json};
use store::{
    account::AccountKind,
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

use super::{
    SETTINGS, VIEWERS, Viewer,
    Viewer::{Blocked, Blocker, Friend, FriendOfFriend, Itself, Stranger, Visitor},
};
use crate::{
    routes::users::friends::befriend,
    support::{
        app::{Answer, Call, Person, TestApp},
        reel::{self, Studio},
        socket::Socket,
    },
};

pub(super) const SEARCH: &str = "/api/v1/users/search/friends/";
pub(super) const FRIEND_LIST: &str = "/api/v1/users/friends/";
pub(super) const COMMENT: &str = "/api/v1/userprofessional/comments-reel/";

pub(super) fn comment_path(comment: i64) -> String {
    format!("{COMMENT}{comment}/")
}

pub(super) fn is_of(value: &Value, person: &Person) -> bool {
    *value == json!(person.id)
}

pub(super) fn contains(list: &Value, key: &str, person: &Person) -> bool {
    list.as_array().is_some_and(|all| all.iter().any(|one| is_of(&one[key], person)))
}

pub(super) fn counts_mutual(person: &Value) -> bool {
    person["mutual_friends"].as_i64().unwrap() > 0
}

pub(super) fn has_mutual(profile: &Value) -> bool {
    let is_listed = profile["mutual"].as_array().is_some_and(|mutual| !mutual.is_empty());
    assert_eq!(profile["mutual_friends"].as_i64().unwrap_or(0) > 0, is_listed);
    is_listed
}

/// Returns true if a page has entries.
pub(super) fn total(page: &Answer) -> bool {
    page.json["total"].as_i64().unwrap_or(0) > 0
}

/// Olga, with a viewer of each relation, and what she did before the walk.
pub(super) struct World {
    pub(super) app: TestApp,
    pub(super) olga: Person,
    pub(super) fred: Person,
    pub(super) pal: Person,
    pub(super) fifi: Person,
    /// Viewers with their direct chats with Olga.
    pub(super) people: Vec<(Viewer, Person, i64)>,
    /// Employees of the company, with the same relations.
    pub(super) team: Vec<(Viewer, Person)>,
    /// Its reel holds a comment and an answer of Olga.
    pub(super) studio: Studio,
    /// Reel on which Olga comments during the walk.
    pub(super) live_reel: ReelId,
    /// Reel on which the viewers comment.
    pub(super) other_reel: ReelId,
    pub(super) comment: i64,
    /// Comment that Olga answers.
    pub(super) asked: i64,
    /// Comment of another that mentions Olga.
    pub(super) mention: i64,
    pub(super) group: i64,
    /// Request of Olga to chat with `fifi`.
    pub(super) request: i64,
    pub(super) code_path: String,
    /// Page of the web to which the code leads.
    pub(super) page_path: String,
    pub(super) reviews_path: String,
    /// Open all the time.
    pub(super) sockets: Vec<Socket>,
    pub(super) watchers: Vec<(Viewer, Socket)>,
    /// Viewers who received her last comment live.
    pub(super) saw_live: HashSet<Viewer>,
}

/// Writes a comment and returns its answer.
pub(super) async fn comment(app: &TestApp, author: &Person, reel: ReelId, text: &str, parent: Option<i64>) -> Answer {
    let body = json!({"reel_id": reel, "comment": text, "parent": parent});
    app.post(COMMENT).as_(author).json(body).await
}

pub(super) async fn join(app: &TestApp, path: &str, person: &Person) -> (Socket, Value) {
    let path = format!("{path}token={}", person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    let snapshot = socket.wait_for("snapshot").await;
    (socket, snapshot)
}

pub(super) async fn put(app: &TestApp, person: &Person, path: &str, body: Value) {
    let answer = app.call("PUT", path).as_(person).json(body).await;
    assert_eq!(answer.status, 200, "{path}: {:#}", answer.json);
}

impl World {
    pub(super) async fn build() -> Self {
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
        put(&app, &olga, "/api/v1/users/update-profile/", json!({"city": "Lyon", "bio": "Sings in Lyon"})).await;
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
        app.accept_group(group).await;
        let code = app.get("/api/v1/users/profile-code/").as_(&olga).send().await;
        let code = code.data()["code"].as_str().unwrap();
        let code_path = format!("/api/v1/users/get-users-profile-by-barcode/{code}/");
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
            page_path: format!("/u/{code}"),
            code_path,
        };
        world.open_sockets().await;
        world.block().await;
        world
    }

    /// Creates the viewers with accounts, and their direct chats with Olga.
    pub(super) async fn people(
        app: &TestApp,
        olga: &Person,
        fred: &Person,
        pal: &Person,
    ) -> Vec<(Viewer, Person, i64)> {
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

    pub(super) async fn team(app: &TestApp, olga: &Person, fred: &Person) -> Vec<(Viewer, Person)> {
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
    pub(super) async fn open_sockets(&mut self) {
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

    pub(super) async fn block(&self) {
        for viewer in [Blocked, Blocker] {
            for other in [self.person(viewer).unwrap(), self.staff(viewer).unwrap()] {
                let (by, of) = if viewer == Blocked { (&self.olga, other) } else { (other, &self.olga) };
                put(&self.app, by, &format!("/api/v1/users/{}/block/", of.id), json!({"block": true})).await;
            }
        }
    }

    /// Gives one setting this audience and all others `everyone`. Then Olga comments and mentions the viewers.
    pub(super) async fn enter(&mut self, setting: &str, audience: &str) {
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
    pub(super) fn person(&self, viewer: Viewer) -> Option<&Person> {
        match viewer {
            Itself => Some(&self.olga),
            _ => self.people.iter().find(|(who, ..)| *who == viewer).map(|(_, person, _)| person),
        }
    }

    /// Returns the employee with the relation of a viewer.
    pub(super) fn staff(&self, viewer: Viewer) -> Option<&Person> {
        self.team.iter().find(|(who, _)| *who == viewer).map(|(_, person)| person)
    }

    pub(super) fn chat(&self, viewer: Viewer) -> Option<i64> {
        self.people.iter().find(|(who, ..)| *who == viewer).map(|(.., chat)| *chat)
    }

    pub(super) fn call(&self, viewer: Viewer, method: &str, path: &str) -> Call {
        let call = self.app.call(method, path);
        match self.person(viewer) {
            Some(person) => call.as_(person),
            None => call,
        }
    }

    pub(super) async fn get(&self, viewer: Viewer, path: &str) -> Answer {
        let answer = self.call(viewer, "GET", path).send().await;
        match answer.status {
            200 => {}
            401 => assert_eq!(viewer, Visitor, "{path}"),
            // Nothing tells a hidden person from an unknown one.
            _ => answer.refused(404, "not_found"),
        }
        answer
    }

    pub(super) async fn profile(&self, viewer: Viewer) -> Value {
        let path = format!("/api/v1/admin/regular-users/get/{}/", self.olga.id);
        self.get(viewer, &path).await.data().clone()
    }

    /// Returns the page to which Olga's code leads, with its head. Browsers load it without a token.
    pub(super) async fn head_by_code(&self) -> String {
        let page = self.app.get(&self.page_path).send().await;
        assert_eq!(page.status, 200);
        String::from_utf8(page.bytes).unwrap()
    }

    /// Returns Olga's entry of a list of people.
    pub(super) async fn entry(&self, viewer: Viewer, path: &str) -> Option<Value> {
        let answer = self.get(viewer, path).await;
        answer.data().as_array()?.iter().find(|one| is_of(&one["id"], &self.olga)).cloned()
    }

    /// Returns the first entry of a list that names Olga in a field.
    pub(super) async fn entry_by(&self, viewer: Viewer, path: &str, field: &str) -> Option<Value> {
        let answer = self.get(viewer, path).await;
        answer.data().as_array()?.iter().find(|one| is_of(&one[field]["id"], &self.olga)).cloned()
    }

    pub(super) fn follows_path(&self, direction: &str, owner: &Person) -> String {
        format!("/api/v1/users/user-followers-following/?type={direction}&user_id={}&per_page=100", owner.id)
    }

    pub(super) fn comments_path(&self, query: &str) -> String {
        format!("/api/v1/userprofessional/get-comments-reel/{}/?per_page=100{query}", self.studio.reel)
    }

    pub(super) async fn searches(&self, viewer: Viewer, tab: &str) -> bool {
        let body = json!({"what": "olga", "tab": tab});
        let found = self.call(viewer, "POST", "/api/v1/users/search-tab/").json(body).await;
        assert_eq!(found.status, 200, "{:#}", found.json);
        contains(&found.data()["people"], "id", &self.olga)
    }

    pub(super) async fn team_lists_follower(&self, viewer: Viewer) -> bool {
        let Some(member) = self.staff(viewer) else { return false };
        let path = "/api/v1/users/user-followers-following/?type=followers&per_page=100";
        contains(self.app.get(path).as_(member).send().await.data(), "id", &self.olga)
    }

    pub(super) async fn shares_profile(&self, viewer: Viewer) -> bool {
        let friend = if viewer == Itself { &self.fred } else { &self.pal };
        let path = format!("/api/v1/userprofessional/share-user-profile/?user_id={}", self.olga.id);
        self.call(viewer, "POST", &path).json(json!({"friend_ids": [friend.id]})).await.status == 200
    }

    pub(super) async fn asks_friend(&self, viewer: Viewer) -> bool {
        let body = json!({"user_id": self.olga.id});
        let asked = self.call(viewer, "PUT", "/api/v1/users/friends/request/send/").json(body).await;
        let is_asked = asked.data()["relation"] == "requested";
        if is_asked {
            let path = format!("/api/v1/users/friends/request/{}/", self.olga.id);
            assert_eq!(self.call(viewer, "DELETE", &path).send().await.status, 200);
        }
        is_asked
    }

    pub(super) async fn opens_group(&self, viewer: Viewer) -> bool {
        let body = json!({"title": "Lunch", "user_ids": [self.olga.id]});
        let opened = self.call(viewer, "POST", "/api/v1/chat/groups/").json(body).await;
        if opened.status == 201 {
            // A stranger may ask few times.
            self.app.accept_group(opened.data()["id"].as_i64().unwrap()).await;
        }
        opened.status == 201
    }

    /// Opens a direct chat, by an employee who has none, and deletes it.
    pub(super) async fn opens_chat(&self, viewer: Viewer) -> bool {
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

    pub(super) async fn has_in_common(&self) -> bool {
        let path = format!("/api/v1/chat/chats/{}/request/", self.request);
        let common = self.app.get(&path).as_(&self.fifi).send().await;
        let counts = ["friends", "companies"].map(|list| common.data()[list].as_array().unwrap().len());
        assert_eq!(common.data()["mutual_friends"], counts[0]);
        assert!([[0, 0], [1, 1]].contains(&counts), "{:#}", common.json);
        counts == [1, 1]
    }

    pub(super) async fn shows_comment_on_join(&self, viewer: Viewer) -> bool {
        let Some(person) = self.person(viewer) else { return false };
        let (_, snapshot) = join(&self.app, &format!("/ws/reels/{}/?", self.studio.reel), person).await;
        let comments = snapshot["data"]["comments"].as_array().unwrap();
        comments.iter().any(|one| is_of(&one["author"]["id"], &self.olga))
    }

    pub(super) async fn mentions_in_comment(&self, viewer: Viewer) -> bool {
        let body = json!({"reel_id": self.other_reel, "comment": "Look, @olga"});
        let written = self.call(viewer, "POST", COMMENT).json(body).await;
        assert_eq!(written.status, if viewer == Visitor { 401 } else { 201 }, "{:#}", written.json);
        contains(&written.data()["mentions"], "id", &self.olga)
    }

    pub(super) async fn mentions_in_group(&self, viewer: Viewer) -> bool {
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
    pub(super) async fn is_online(&self, viewer: Viewer, path: &str) -> bool {
        let Some(person) = self.person(viewer) else { return false };
        let (_, snapshot) = join(&self.app, &format!("{path}id={}&", person.id), person).await;
        snapshot["data"]["online"].as_array().unwrap().contains(&json!(self.olga.id))
    }

    pub(super) async fn lists_chat(&self, viewer: Viewer) -> bool {
        let chats = self.get(viewer, "/api/v1/chat/chats/?per_page=100").await;
        let is_direct = |chat: &&Value| chat["kind"] == "direct";
        let mut chats = chats.data().as_array().into_iter().flatten().filter(is_direct);
        chats.any(|chat| contains(&chat["members"], "id", &self.olga))
    }

    pub(super) fn has_last_seen(&self, members: &Value) -> bool {
        let mut members = members.as_array().into_iter().flatten();
        members.any(|member| is_of(&member["user"]["id"], &self.olga) && member["last_seen_at"].is_string())
    }

    pub(super) async fn last_seen(&self, viewer: Viewer, chat: i64) -> bool {
        self.has_last_seen(&self.get(viewer, &format!("/api/v1/chat/chats/{chat}/")).await.data()["members"])
    }

    pub(super) async fn chat_snapshot(&self, viewer: Viewer, chat: i64) -> Value {
        match self.person(viewer) {
            Some(person) => join(&self.app, &format!("/ws/chat/users/{chat}/?"), person).await.1,
            None => Value::Null,
        }
    }

    pub(super) async fn last_seen_on_join(&self, viewer: Viewer, chat: i64) -> bool {
        self.has_last_seen(&self.chat_snapshot(viewer, chat).await["data"]["chat"]["members"])
    }

    pub(super) async fn is_here(&self, viewer: Viewer, chat: i64) -> bool {
        let snapshot = self.chat_snapshot(viewer, chat).await;
        snapshot["data"]["online"].as_array().is_some_and(|online| online.contains(&json!(self.olga.id)))
    }

    pub(super) async fn home_shows_saved(&self, viewer: Viewer) -> bool {
        let home = self.get(viewer, "/api/v1/users/home/").await;
        let mut sections = home.data()["sections"].as_array().unwrap().iter();
        let saved = sections.find(|section| section["kind"] == "friends_saved");
        saved.is_some_and(|saved| contains(&saved["items"][0]["friends"], "id", &self.olga))
    }

    pub(super) async fn is_notified(&self, person: Option<&Person>, kind: &str) -> bool {
        let Some(person) = person else { return false };
        let inbox = self.app.get("/api/v1/users/notifications/").as_(person).send().await;
        let mut entries = inbox.data().as_array().unwrap().iter();
        let is_meant = |entry: &Value| entry["kind"] == kind && entry["subject"]["id"] == json!(self.live_reel);
        entries.any(|entry| is_meant(entry) && is_of(&entry["actor"]["id"], &self.olga))
    }
}
