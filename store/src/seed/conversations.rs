//! Scripted conversations: a text file per chat, and a bank of short exchanges for the other chats.
//!
//! ```text
//! direct a=alice b=bruno          group "Friday table" a=alice b=bruno c=sofia
//! history 8                       number of preceding exchanges from the bank, in the full set
//! unread a 2                      a has not read the last two messages of others
//! = 3d                            age of the next line (d, h or m)
//! a: Are we still on? [harbour]   a line and its picture
//! b^2: Of course!                 a reply to the message two before
//! ```

use crate::{Error, Result, chat::ChatKind};

use super::{people, pictures};

/// A scripted conversation.
#[derive(Debug)]
pub struct Talk {
    pub kind: ChatKind,
    pub title: Option<&'static str>,
    pub members: Vec<&'static str>,
    /// Number of preceding exchanges from the bank.
    pub history: usize,
    /// Member and number of unread messages at the end.
    pub unread: Vec<(usize, usize)>,
    pub stretches: Vec<Stretch>,
}

/// Lines of one sitting.
#[derive(Debug, Default)]
pub struct Stretch {
    /// Minutes between the first line and now.
    pub minutes_ago: u32,
    pub lines: Vec<Spoken>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// Index of the sender in `members`.
    pub speaker: usize,
    pub text: String,
    pub pictures: Vec<&'static str>,
    /// Offset of the message that this one replies to.
    pub answers: Option<usize>,
}

/// A short exchange between `A` and `B`, with `<slots>` to fill.
#[derive(Debug)]
pub struct Exchange {
    pub lines: Vec<Spoken>,
}

/// Conversations in order of priority. The first [`SMALL`] form the small set.
pub const TALKS: &[&str] = &[
    include_str!("conversations/alice_bruno.txt"),
    include_str!("conversations/alice_chef.txt"),
    include_str!("conversations/bruno_chef.txt"),
    include_str!("conversations/friday_table.txt"),
    include_str!("conversations/alice_sofia.txt"),
    include_str!("conversations/alice_camille.txt"),
    include_str!("conversations/lisbon_weekend.txt"),
    include_str!("conversations/alice_kenji.txt"),
    include_str!("conversations/alice_amina.txt"),
    include_str!("conversations/alice_mateo.txt"),
    include_str!("conversations/alice_samuel.txt"),
    include_str!("conversations/alice_leonor.txt"),
    include_str!("conversations/alice_dimitris.txt"),
    include_str!("conversations/alice_marta.txt"),
    include_str!("conversations/bruno_hana.txt"),
];
pub const SMALL: usize = 6;

/// Exchanges between friends.
pub const FRIENDS: &str = include_str!("conversations/bank_friends.txt");
/// Exchanges between a guest (`A`) and a business (`B`).
pub const GUESTS: &str = include_str!("conversations/bank_guests.txt");

fn wrong(what: &str, line: &str) -> Error {
    Error::Corrupt(format!("demo talk: {what} in “{line}”"))
}

/// Parses a conversation.
pub fn parse(text: &'static str) -> Result<Talk> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.next().unwrap_or_default();
    let (kind, rest) = head.split_once(' ').ok_or_else(|| wrong("no members", head))?;
    let (kind, title, rest) = match (kind, rest.strip_prefix('"').and_then(|rest| rest.split_once('"'))) {
        ("direct", None) => (ChatKind::Direct, None, rest),
        ("group", Some((title, rest))) => (ChatKind::Group, Some(title), rest),
        _ => return Err(wrong("neither a direct chat nor a titled group", head)),
    };
    let cast: Vec<(&str, &str)> = rest
        .split_whitespace()
        .map(|member| member.split_once('=').ok_or_else(|| wrong("a member without a letter", head)))
        .collect::<Result<_>>()?;
    if let Some((_, unknown)) = cast.iter().find(|(_, name)| people::find(name).is_none()) {
        return Err(wrong("an unknown member", unknown));
    }
    let speaker = |letter: &str| cast.iter().position(|(known, _)| *known == letter);

    let members = cast.iter().map(|(_, name)| *name).collect();
    let mut talk = Talk { kind, title, members, history: 0, unread: Vec::new(), stretches: Vec::new() };
    for line in lines {
        if let Some(count) = line.strip_prefix("history ") {
            talk.history = count.parse().map_err(|_| wrong("no number", line))?;
        } else if let Some(rest) = line.strip_prefix("unread ") {
            let unread = rest.split_once(' ').and_then(|(who, count)| Some((speaker(who)?, count.parse().ok()?)));
            talk.unread.push(unread.ok_or_else(|| wrong("no member or number", line))?);
        } else if let Some(ago) = line.strip_prefix("= ") {
            let minutes_ago = minutes(ago).ok_or_else(|| wrong("no time", line))?;
            talk.stretches.push(Stretch { minutes_ago, lines: Vec::new() });
        } else {
            let said = spoken(line, &speaker)?;
            talk.stretches.last_mut().ok_or_else(|| wrong("no time before", line))?.lines.push(said);
        }
    }
    Ok(talk)
}

/// Parses a bank of exchanges, separated by empty lines.
pub fn bank(text: &'static str) -> Result<Vec<Exchange>> {
    let speaker = |letter: &str| ["A", "B"].iter().position(|known| *known == letter);
    let exchange = |block: &'static str| {
        let lines = block.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(Exchange { lines: lines.map(|line| spoken(line, &speaker)).collect::<Result<_>>()? })
    };
    text.split("\n\n").filter(|block| !block.trim().is_empty()).map(exchange).collect()
}

fn minutes(ago: &str) -> Option<u32> {
    let count = |unit: char| ago.strip_suffix(unit)?.parse::<u32>().ok();
    count('m').or_else(|| Some(count('h')? * 60)).or_else(|| Some(count('d')? * 24 * 60))
}

fn spoken(line: &'static str, speaker: &impl Fn(&str) -> Option<usize>) -> Result<Spoken> {
    let (who, mut text) = line.split_once(": ").ok_or_else(|| wrong("no speaker", line))?;
    let (who, answers) = match who.split_once('^') {
        None => (who, None),
        Some((who, back)) => (who, Some(back.parse().map_err(|_| wrong("no number", line))?)),
    };
    let mut pictures = Vec::new();
    while let Some((before, name)) = text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
        let picture = pictures::scene(name).ok_or_else(|| wrong("an unknown picture", line))?;
        pictures.insert(0, picture.name);
        text = before.trim_end();
    }
    let speaker = speaker(who).ok_or_else(|| wrong("an unknown speaker", line))?;
    Ok(Spoken { speaker, text: text.to_owned(), pictures, answers })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_reads_speaker_pictures_and_reply() {
        let talk = parse("direct a=alice b=bruno\nunread b 1\n= 2d\na: Look [harbour] [tiles]\nb^1: Oh\n= 5m\na: Yes")
            .unwrap();
        assert_eq!((talk.members.as_slice(), talk.unread.as_slice()), (&["alice", "bruno"][..], &[(1, 1)][..]));
        let [first, last] = &talk.stretches[..] else { panic!("{talk:?}") };
        assert_eq!((first.minutes_ago, last.minutes_ago), (2 * 24 * 60, 5));
        let look = Spoken { speaker: 0, text: "Look".into(), pictures: vec!["harbour", "tiles"], answers: None };
        let oh = Spoken { speaker: 1, text: "Oh".into(), pictures: vec![], answers: Some(1) };
        assert_eq!(first.lines, [look, oh]);
    }

    #[test]
    fn parse_fails_on_invalid_scripts() {
        for text in [
            "",
            "direct a=nobody b=bruno",
            "group a=alice",
            "direct a=alice b=bruno\na: Hi",
            "direct a=alice b=bruno\n= 1d\nc: Hi",
            "direct a=alice b=bruno\n= 1y\na: Hi",
            "direct a=alice b=bruno\n= 1d\na: Hi [nowhere]",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
