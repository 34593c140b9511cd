//! Changes of a user's name and image while other users have streams open.

use serde_json::{Value, json};

use super::Pair;
use crate::{routes::users::friends::befriend, support::socket::Socket};

#[actix_web::test]
async fn new_name_appears_in_open_chats_lists_and_friends() {
    let pair = Pair::start().await;
    befriend(&pair.app, &pair.ann, &pair.ben).await;
    let friends = format!("/ws/friends/?id={}&token={}", pair.ben.id, pair.ben.access);
    let mut sockets: Vec<(Socket, &str)> = Vec::new();
    for (path, place) in [
        (pair.chat_of(&pair.ben), "/chat/members"),
        (pair.list_of(&pair.ben), "/chats/0/members"),
        (friends, "/friends"),
    ] {
        let (socket, snapshot) = pair.joined(&path).await;
        assert!(shows(&snapshot, place, "Ann"), "{snapshot:#}");
        sockets.push((socket, place));
    }
    let change = json!({"firstName": "Annabel"});
    let changed = pair.app.call("PUT", "/api/v1/users/update-profile/").as_(&pair.ann).json(change).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    for (mut socket, place) in sockets {
        let snapshot = socket.wait_for("snapshot").await;
        assert_eq!(snapshot["reason"], "resync", "{place}");
        assert!(shows(&snapshot, place, "Annabel"), "{snapshot:#}");
    }
}

/// Returns true if the user at this pointer of a snapshot has this first name.
fn shows(snapshot: &Value, place: &str, name: &str) -> bool {
    let people = snapshot["data"].pointer(place).and_then(Value::as_array).unwrap();
    // A member of a chat is a user with marks.
    people.iter().any(|it| {
        it["firstName"] == name && it["userName"] == "ann"
            || it["user"]["firstName"] == name && it["user"]["userName"] == "ann"
    })
}
