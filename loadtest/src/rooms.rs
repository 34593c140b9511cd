//! Rooms: a chat and the accounts in it. Two share a direct chat, more a group.

use std::rc::Rc;

use serde_json::json;

use crate::accounts::{Account, gathered};
use crate::api::Api;
use crate::room_spec::Rooms;
use crate::wire::Stream;

/// A chat and who is in it.
pub struct Room {
    pub chat: u64,
    pub members: Vec<Rc<Account>>,
}

impl Room {
    /// The room's stream, as this member joins it.
    pub fn stream(&self, member: &Account) -> Stream {
        Stream::Chat { id: self.chat, professional: member.professional }
    }
}

/// Opens the rooms of every kind, one kind after the other: everybody is in one of a kind before anybody is in two.
pub async fn open(api: &Api, people: &[Rc<Account>], kinds: &[Rooms], concurrency: u16) -> Result<Vec<Room>, String> {
    let mut rooms = Vec::new();
    for kind in kinds {
        let circles = if kind.members == 2 {
            pairing(people.len(), kind.count)?.into_iter().map(|(one, other)| vec![one, other]).collect()
        } else {
            circles(people.len(), kind.count, kind.members)?
        };
        let calls = circles.into_iter().map(|circle| {
            let members: Vec<_> = circle.into_iter().map(|place| Rc::clone(&people[place])).collect();
            async move {
                let token = members[0].token(api, crate::accounts::TOKEN_AGE).await?;
                let (path, body) = match members.as_slice() {
                    [_, other] => ("/api/v1/chat/chats/direct/", json!({"userName": other.user_name})),
                    [_, others @ ..] => {
                        let others: Vec<_> = others.iter().map(|other| other.id).collect();
                        ("/api/v1/chat/groups/", json!({"title": "Load test", "user_ids": others}))
                    }
                    [] => return Err("a room without members".to_owned()),
                };
                let answer = api.post(path, Some(&token), &body).await?;
                let chat = answer["data"]["id"].as_u64().ok_or("a chat was answered without data.id")?;
                Ok(Room { chat, members })
            }
        });
        rooms.extend(gathered("opening", "rooms", kind.count, concurrency, calls).await?);
    }
    Ok(rooms)
}

/// `count` circles of `members` neighbours, the next where the last one ended.
fn circles(people: usize, count: usize, members: usize) -> Result<Vec<Vec<usize>>, String> {
    if members > people {
        return Err(format!("a room of {members} needs as many users, and there are {people}"));
    }
    Ok((0..count).map(|room| (0..members).map(|place| (room * members + place) % people).collect()).collect())
}

/// `count` different pairs of `people`: neighbours first, then at growing distance around the circle.
fn pairing(people: usize, count: usize) -> Result<Vec<(usize, usize)>, String> {
    let possible = people * people.saturating_sub(1) / 2;
    if count > possible {
        return Err(format!("{people} users make {possible} different pairs, and {count} rooms are asked for"));
    }
    let evens = (0..people / 2).map(|pair| (2 * pair, 2 * pair + 1));
    let odds = (0..people).map(|one| (one, (one + 1) % people)).filter(move |(one, other)| {
        let first_round = one.is_multiple_of(2) && *other == one + 1;
        !first_round && (people > 2)
    });
    let farther = (2..=people / 2).flat_map(move |distance| {
        // At half the circle each pair would come up from both ends.
        let starts = if 2 * distance == people { distance } else { people };
        (0..starts).map(move |one| (one, (one + distance) % people))
    });
    Ok(evens.chain(odds).chain(farther).take(count).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_pair_comes_once_and_everybody_early() {
        for people in 2..12 {
            let possible = people * (people - 1) / 2;
            let pairs = pairing(people, possible).unwrap();
            let different: BTreeSet<_> = pairs.iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
            assert_eq!((pairs.len(), different.len()), (possible, possible), "{people}: {pairs:?}");
            assert!(pairs.iter().all(|(one, other)| one != other));
            let first: BTreeSet<_> = pairs[..people / 2].iter().flat_map(|(one, other)| [one, other]).collect();
            assert_eq!(first.len(), people / 2 * 2);
            assert!(pairing(people, possible + 1).is_err());
        }
        assert!(pairing(1, 1).is_err());
        assert_eq!(pairing(4, 2).unwrap(), [(0, 1), (2, 3)]);
    }
    #[test]
    fn circles_go_around_until_everybody_is_in_one() {
        assert_eq!(circles(5, 3, 3).unwrap(), [[0, 1, 2], [3, 4, 0], [1, 2, 3]]);
        assert!(circles(2, 1, 3).is_err());
    }
}
