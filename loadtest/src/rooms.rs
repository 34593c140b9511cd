//! Rooms: chats and their members. Two members share a direct chat, more a group.

use std::rc::Rc;

use serde_json::json;

use crate::accounts::{Account, MAX_TOKEN_AGE, collect_concurrently};
use crate::api::Api;
use crate::room_spec::RoomSpec;
use crate::wire::Stream;

/// A chat and its members.
pub struct Room {
    pub chat: u64,
    pub members: Vec<Rc<Account>>,
}

impl Room {
    /// Stream of the room, as this member joins it.
    pub fn stream(&self, member: &Account) -> Stream {
        Stream::Chat { id: self.chat, professional: member.professional }
    }
}

/// Creates the rooms of each specification. Within one, accounts are reused only after all have a room.
pub async fn create(
    api: &Api,
    accounts: &[Rc<Account>],
    specs: &[RoomSpec],
    concurrency: u16,
) -> Result<Vec<Room>, String> {
    let mut rooms = Vec::new();
    for spec in specs {
        let member_groups = if spec.members == 2 {
            pairs(accounts.len(), spec.count)?.into_iter().map(|(one, other)| vec![one, other]).collect()
        } else {
            groups(accounts.len(), spec.count, spec.members)?
        };
        let calls = member_groups.into_iter().map(|group| {
            let members: Vec<_> = group.into_iter().map(|index| Rc::clone(&accounts[index])).collect();
            async move {
                let token = members[0].token(api, MAX_TOKEN_AGE).await?;
                let (path, body) = match members.as_slice() {
                    [_, other] => ("/api/v1/chat/chats/direct/", json!({"userName": other.user_name})),
                    [_, others @ ..] => {
                        let others: Vec<_> = others.iter().map(|other| other.id).collect();
                        ("/api/v1/chat/groups/", json!({"title": "Load test", "user_ids": others}))
                    }
                    [] => return Err("a room without members".to_owned()),
                };
                let answer = api.post(path, Some(&token), &body).await?;
                let chat = answer["data"]["id"].as_u64().ok_or("a created chat has no data.id")?;
                // A stranger may send few messages before a direct chat is accepted, and shows no marks in a group.
                if members.len() > 2 || !answer["data"]["request"].is_null() {
                    for other in &members[1..] {
                        let token = other.token(api, MAX_TOKEN_AGE).await?;
                        api.post(&format!("/api/v1/chat/chats/{chat}/accept/"), Some(&token), &json!({})).await?;
                    }
                }
                Ok(Room { chat, members })
            }
        });
        rooms.extend(collect_concurrently("opening", "rooms", spec.count, concurrency, calls).await?);
    }
    Ok(rooms)
}

/// `count` groups of `members` consecutive accounts, cyclically.
fn groups(accounts: usize, count: usize, members: usize) -> Result<Vec<Vec<usize>>, String> {
    if members > accounts {
        return Err(format!("a room of {members} needs at least as many users, not {accounts}"));
    }
    Ok((0..count).map(|room| (0..members).map(|index| (room * members + index) % accounts).collect()).collect())
}

/// `count` distinct pairs of `accounts`: neighbours first, then at growing cyclic distance.
fn pairs(accounts: usize, count: usize) -> Result<Vec<(usize, usize)>, String> {
    let possible = accounts * accounts.saturating_sub(1) / 2;
    if count > possible {
        return Err(format!("{accounts} users make {possible} different pairs, but {count} rooms are requested"));
    }
    let evens = (0..accounts / 2).map(|pair| (2 * pair, 2 * pair + 1));
    let odds = (0..accounts).map(|one| (one, (one + 1) % accounts)).filter(move |(one, other)| {
        let first_round = one.is_multiple_of(2) && *other == one + 1;
        !first_round && (accounts > 2)
    });
    let farther = (2..=accounts / 2).flat_map(move |distance| {
        // At half of the cycle each pair would appear twice.
        let starts = if 2 * distance == accounts { distance } else { accounts };
        (0..starts).map(move |one| (one, (one + distance) % accounts))
    });
    Ok(evens.chain(odds).chain(farther).take(count).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn pairs_are_distinct_and_cover_all_accounts_first() {
        for accounts in 2..12 {
            let possible = accounts * (accounts - 1) / 2;
            let all = super::pairs(accounts, possible).unwrap();
            let different: BTreeSet<_> = all.iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
            assert_eq!((all.len(), different.len()), (possible, possible), "{accounts}: {all:?}");
            assert!(all.iter().all(|(one, other)| one != other));
            let first: BTreeSet<_> = all[..accounts / 2].iter().flat_map(|(one, other)| [one, other]).collect();
            assert_eq!(first.len(), accounts / 2 * 2);
            assert!(pairs(accounts, possible + 1).is_err());
        }
        assert!(pairs(1, 1).is_err());
        assert_eq!(pairs(4, 2).unwrap(), [(0, 1), (2, 3)]);
    }
    #[test]
    fn groups_cover_all_accounts_cyclically() {
        assert_eq!(groups(5, 3, 3).unwrap(), [[0, 1, 2], [3, 4, 0], [1, 2, 3]]);
        assert!(groups(2, 1, 3).is_err());
    }
}
