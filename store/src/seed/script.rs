//! The demo script: users, friendships and messages with their age. Pure; the same seed gives the same script.

use std::collections::BTreeSet;

use crate::{Result, account::AccountKind, chat::ChatKind};

use super::{
    conversations::{self, Exchange, Spoken, Talk},
    people::{self, PEOPLE, Person},
    random::SeededRng,
};

/// Size of the demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The users around alice and bruno.
    Small,
    /// All users.
    Full,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Script {
    pub people: Vec<&'static Person>,
    /// Pairs of user names, without duplicates.
    pub friendships: Vec<(&'static str, &'static str)>,
    /// Friend requests: sender, recipient and age in hours.
    pub requests: Vec<(&'static str, &'static str, u32)>,
    pub chats: Vec<ChatScript>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct ChatScript {
    pub kind: ChatKind,
    pub title: Option<&'static str>,
    /// User names. The first member owns the group.
    pub members: Vec<&'static str>,
    /// Messages, oldest first.
    pub messages: Vec<Line>,
    /// Number of messages read, by member.
    pub read_upto: Vec<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    pub from: &'static str,
    pub minutes_ago: u32,
    pub text: String,
    /// Names of scenes.
    pub pictures: Vec<&'static str>,
    /// Index of the message that this one replies to.
    pub reply_to: Option<usize>,
}

/// Number of chats in the full set, and of exchanges in each unscripted chat.
const CHATS: usize = 40;
const EXCHANGES: std::ops::Range<usize> = 12..19;
/// Number of neighbours on each side in the list of people who are friends.
const NEIGHBOURS: usize = 5;

/// Returns the script of this size. An error means that the text files are invalid.
pub fn script(size: Size, seed: u64) -> Result<Script> {
    let mut dice = SeededRng(seed);
    let banks = Banks {
        friends: conversations::bank(conversations::FRIENDS)?,
        guests: conversations::bank(conversations::GUESTS)?,
    };
    let written = match size {
        Size::Small => &conversations::TALKS[..conversations::SMALL],
        Size::Full => conversations::TALKS,
    };
    let talks: Vec<Talk> = written.iter().map(|text| conversations::parse(text)).collect::<Result<_>>()?;

    let talking = |name: &str| talks.iter().any(|talk| talk.members.contains(&name));
    // Includes users with a friend request to alice.
    let asking = |name: &str| people::REQUESTS.iter().any(|(from, to, _)| *from == name && *to == "alice");
    // The market needs the owners of its companies.
    let owning = |name: &str| people::find(name).is_some_and(|person| person.kind == AccountKind::Professional);
    let present = |name: &str| size == Size::Full || talking(name) || asking(name) || owning(name);
    let people: Vec<_> = PEOPLE.iter().filter(|person| present(person.user_name)).collect();
    let friendships: Vec<_> = friendships().into_iter().filter(|(a, b)| present(a) && present(b)).collect();

    let mut chats: Vec<_> = talks.iter().map(|talk| scripted(talk, size, &banks, &mut dice)).collect();
    if size == Size::Full {
        let mut silent: Vec<_> = friendships
            .iter()
            .filter(|(a, b)| !chats.iter().any(|chat| chat.kind == ChatKind::Direct && chat.between(a, b)))
            .copied()
            .collect();
        while chats.len() < CHATS && !silent.is_empty() {
            let (a, b) = silent.swap_remove(dice.below(silent.len()));
            chats.push(generated(a, b, &banks, &mut dice));
        }
    }
    let requests = people::REQUESTS.iter().filter(|(from, to, _)| present(from) && present(to)).copied().collect();
    Ok(Script { people, friendships, requests, chats })
}

/// Pairs each user with the neighbours in the list, as on a ring, and adds [`people::FRIENDS`].
fn friendships() -> Vec<(&'static str, &'static str)> {
    let names: Vec<_> = PEOPLE.iter().map(|person| person.user_name).collect();
    let around = (0..names.len()).flat_map(|at| (1..=NEIGHBOURS).map(move |step| (at, (at + step) % PEOPLE.len())));
    let mut pairs: Vec<_> = around.map(|(a, b)| (names[a], names[b])).collect();
    for (a, b) in people::FRIENDS {
        if !pairs.iter().any(|(x, y)| (x, y) == (a, b) || (x, y) == (b, a)) {
            pairs.push((a, b));
        }
    }
    pairs
}

impl ChatScript {
    fn between(&self, a: &str, b: &str) -> bool {
        self.members.contains(&a) && self.members.contains(&b)
    }

    fn say(&mut self, spoken: &Spoken, minutes_ago: u32, text: String) {
        let reply_to = spoken.answers.and_then(|back| self.messages.len().checked_sub(back));
        let from = self.members[spoken.speaker];
        self.messages.push(Line { from, minutes_ago, text, pictures: spoken.pictures.clone(), reply_to });
    }

    /// Marks all messages as read except the given numbers at the end.
    fn read_all_but(&mut self, unread: &[(usize, usize)]) {
        for (member, count) in unread {
            self.read_upto[*member] = self.messages.len().saturating_sub(*count);
        }
    }
}

/// Returns a scripted conversation with its history.
fn scripted(talk: &Talk, size: Size, banks: &Banks, dice: &mut SeededRng) -> ChatScript {
    let mut chat = ChatScript {
        kind: talk.kind,
        title: talk.title,
        members: talk.members.clone(),
        messages: Vec::new(),
        read_upto: Vec::new(),
    };
    if size == Size::Full && talk.history > 0 {
        let from = talk.stretches.first().map_or(0, |stretch| stretch.minutes_ago);
        chatter(&mut chat, talk.history, from + 60, banks, dice);
    }
    for (at, stretch) in talk.stretches.iter().enumerate() {
        let until = talk.stretches.get(at + 1).map_or(0, |next| next.minutes_ago);
        let count = u32::try_from(stretch.lines.len()).unwrap_or(u32::MAX).max(1);
        let longest = (stretch.minutes_ago.saturating_sub(until + 1) / count).min(3);
        let mut minutes_ago = stretch.minutes_ago;
        for spoken in &stretch.lines {
            chat.say(spoken, minutes_ago, spoken.text.clone());
            minutes_ago = minutes_ago.saturating_sub(dice.upto(longest));
        }
    }
    chat.read_upto = vec![chat.messages.len(); chat.members.len()];
    chat.read_all_but(&talk.unread);
    chat
}

/// Generates a conversation from exchanges of the bank over some weeks.
fn generated(a: &'static str, b: &'static str, banks: &Banks, dice: &mut SeededRng) -> ChatScript {
    // A business replies, so it comes second.
    let (a, b) = if banks.is_business(a) { (b, a) } else { (a, b) };
    let mut chat = ChatScript {
        kind: ChatKind::Direct,
        title: None,
        members: vec![a, b],
        messages: Vec::new(),
        read_upto: Vec::new(),
    };
    let exchanges = EXCHANGES.start + dice.below(EXCHANGES.len());
    let latest = 40 + dice.upto(3 * 24 * 60);
    chatter(&mut chat, exchanges, latest, banks, dice);
    chat.read_upto = vec![chat.messages.len(); 2];
    // In a third of the chats, the last messages are unread.
    if let Some(last) = chat.messages.last()
        && dice.below(3) == 0
    {
        let listener = usize::from(last.from == a);
        let tail = chat.messages.iter().rev().take_while(|line| line.from == last.from).count();
        chat.read_all_but(&[(listener, tail)]);
    }
    chat
}

/// Adds `count` different exchanges. The last one ends more than `latest` minutes ago.
fn chatter(chat: &mut ChatScript, count: usize, latest: u32, banks: &Banks, dice: &mut SeededRng) {
    let bank = if chat.members.iter().any(|name| banks.is_business(name)) { &banks.guests } else { &banks.friends };
    let count = count.min(bank.len());
    let mut left: Vec<&Exchange> = bank.iter().collect();
    // Gaps of hours to days leave room for the longest exchange.
    let mut starts = BTreeSet::new();
    let mut at = latest + 90;
    while starts.len() < count {
        starts.insert(at);
        at += 4 * 60 + dice.upto(3 * 24 * 60);
    }
    for start in starts.into_iter().rev() {
        let exchange = left.swap_remove(dice.below(left.len()));
        // Either of two friends may begin. Between a guest and a business, the guest begins.
        let turned = std::ptr::eq(bank, &raw const banks.friends) && dice.below(2) == 1;
        let fills: Vec<_> = SLOTS.iter().map(|(slot, words)| (*slot, words[dice.below(words.len())])).collect();
        let mut minutes_ago = start;
        for spoken in &exchange.lines {
            let text = fills.iter().fold(spoken.text.clone(), |text, (slot, word)| text.replace(slot, word));
            let speaker = if turned { 1 - spoken.speaker } else { spoken.speaker };
            chat.say(&Spoken { speaker, ..spoken.clone() }, minutes_ago, text);
            minutes_ago -= dice.upto(5);
        }
    }
}

/// Possible values of each slot.
const SLOTS: &[(&str, &[&str])] = &[
    (
        "<dish>",
        &[
            "lentil soup",
            "baked sea bream",
            "mushroom risotto",
            "lamb tagine",
            "okonomiyaki",
            "moussaka",
            "jollof rice",
            "fish curry",
        ],
    ),
    ("<sweet>", &["lemon tart", "almond cake", "pistachio baklava", "rice pudding", "chocolate mousse"]),
    ("<day>", &["Thursday", "Friday", "Saturday", "Sunday"]),
    ("<hour>", &["19:00", "19:30", "20:00", "20:30", "21:00"]),
    (
        "<place>",
        &[
            "the corner café",
            "the harbour",
            "the old square",
            "the covered market",
            "the station",
            "the lighthouse path",
        ],
    ),
    ("<city>", &["Lisbon", "Naples", "Porto", "Seville", "Palermo", "Tangier", "Athens"]),
    (
        "<film>",
        &[
            "the new Almodóvar",
            "that documentary about whales",
            "the Kurosawa retrospective",
            "the one with the lighthouse",
        ],
    ),
    ("<music>", &["the fado night", "that jazz trio", "the string quartet", "the brass band from Marseille"]),
    ("<count>", &["two", "three", "four", "five", "six"]),
];

struct Banks {
    friends: Vec<Exchange>,
    guests: Vec<Exchange>,
}

impl Banks {
    fn is_business(&self, name: &str) -> bool {
        people::find(name).is_some_and(|person| person.kind == AccountKind::Professional)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chat::TEXT_MAX, seed::pictures};

    fn both() -> [Script; 2] {
        [Size::Small, Size::Full].map(|size| script(size, 7).unwrap())
    }

    #[test]
    fn script_depends_only_on_size_and_seed() {
        assert_eq!(script(Size::Full, 7).unwrap(), script(Size::Full, 7).unwrap());
        assert_ne!(script(Size::Full, 7).unwrap(), script(Size::Full, 8).unwrap());
    }

    #[test]
    fn script_names_only_known_users_and_pictures() {
        for script in both() {
            let known = |name: &str| script.people.iter().any(|person| person.user_name == name);
            for person in &script.people {
                assert!(pictures::portrait(person.user_name).is_some(), "{}", person.user_name);
            }
            assert!(script.friendships.iter().all(|(a, b)| known(a) && known(b) && a != b));
            let friends = |a, b| script.friendships.contains(&(a, b)) || script.friendships.contains(&(b, a));
            assert!(script.requests.iter().all(|(a, b, _)| known(a) && known(b) && !friends(a, b)));
            assert!(script.requests.iter().any(|(_, to, _)| *to == "alice"));
            for chat in &script.chats {
                assert!(chat.members.iter().all(|name| known(name)), "{:?}", chat.members);
                assert_eq!(chat.read_upto.len(), chat.members.len());
                for line in &chat.messages {
                    assert!(chat.members.contains(&line.from), "{line:?}");
                    assert!(line.pictures.iter().all(|name| pictures::scene(name).is_some()), "{line:?}");
                }
            }
        }
    }

    #[test]
    fn messages_are_in_time_order_and_valid() {
        for chat in both().iter().flat_map(|script| &script.chats) {
            assert!(!chat.messages.is_empty() && chat.messages.is_sorted_by(|a, b| a.minutes_ago >= b.minutes_ago));
            for (at, line) in chat.messages.iter().enumerate() {
                let length = line.text.chars().count();
                assert!(length <= TEXT_MAX && (length > 0 || !line.pictures.is_empty()), "{line:?}");
                assert!(line.text.trim() == line.text && !line.text.contains(['<', '>', '\0', '[', ']']), "{line:?}");
                assert!(line.reply_to.is_none_or(|index| index < at), "{line:?}");
            }
            assert!(chat.read_upto.iter().all(|read| *read <= chat.messages.len()));
        }
    }

    #[test]
    fn direct_chats_are_unique_and_groups_have_titles() {
        for script in both() {
            let mut pairs = BTreeSet::new();
            for chat in &script.chats {
                match chat.kind {
                    ChatKind::Direct => {
                        let mut pair = chat.members.clone();
                        pair.sort_unstable();
                        assert!(pair.len() == 2 && chat.title.is_none() && pairs.insert(pair), "{:?}", chat.members);
                    }
                    ChatKind::Group => assert!(chat.title.is_some() && (5..=8).contains(&chat.members.len())),
                }
            }
        }
    }

    #[test]
    fn full_set_has_expected_sizes_and_unread_messages() {
        let [small, full] = both();
        assert_eq!((small.chats.len(), full.chats.len(), full.people.len()), (6, 40, 24));
        for person in &full.people {
            let name = person.user_name;
            let friends = full.friendships.iter().filter(|(a, b)| *a == name || *b == name).count();
            assert!((8..=12).contains(&friends), "{name} has {friends} friends");
        }
        assert!(full.friendships.contains(&("alice", "bruno")) && small.friendships.contains(&("alice", "bruno")));
        let messages: usize = full.chats.iter().map(|chat| chat.messages.len()).sum();
        assert!((2_200..3_200).contains(&messages), "{messages} messages");
        let alices = || full.chats.iter().filter(|chat| chat.members.contains(&"alice"));
        assert!(alices().count() >= 13, "{}", alices().count());
        let first_two = full.chats.iter().find(|chat| chat.between("alice", "bruno")).unwrap();
        assert!((110..=180).contains(&first_two.messages.len()), "{}", first_two.messages.len());
        let newest = alices().flat_map(|chat| &chat.messages).map(|line| line.minutes_ago).min();
        assert!(newest.is_some_and(|minutes| minutes < 10), "{newest:?}");
        assert!(alices().any(|chat| {
            let alice = chat.members.iter().position(|name| *name == "alice").unwrap();
            chat.read_upto[alice] < chat.messages.len()
        }));
    }
}
