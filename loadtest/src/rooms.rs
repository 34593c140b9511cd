//! Rooms: a chat and the accounts in it. Chats of two now; nothing here or in a seat assumes two.

use std::rc::Rc;

use serde_json::json;

use crate::api::Api;
use crate::people::{Account, gathered};
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

/// Opens `count` direct chats, so that everybody is in one before anybody is in two.
pub async fn pairs(api: &Api, accounts: &[Rc<Account>], count: usize, concurrency: u16) -> Result<Vec<Room>, String> {
    let pairs = pairing(accounts.len(), count)?;
    let calls = pairs.into_iter().map(|(one, other)| async move {
        let members = vec![Rc::clone(&accounts[one]), Rc::clone(&accounts[other])];
        let token = members[0].token(api, crate::people::TOKEN_AGE).await?;
        let answer =
            api.post("/api/v1/chat/chats/direct/", Some(&token), &json!({"userName": members[1].user_name})).await?;
        let chat = answer["data"]["id"].as_u64().ok_or("a direct chat was answered without data.id")?;
        Ok(Room { chat, members })
    });
    gathered("opening", "rooms", count, concurrency, calls).await
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
}
