//! Counters, comments and their audience.

use store::{
    account::{AccountKind, UserCard},
    types::{ids::SessionId, timestamp::Timestamp},
};

use super::*;

fn topic() -> ReelTopic {
    ReelTopic {
        is_public: true,
        hidden_from: HashSet::from([UserId(8)]),
        counts: ReelCounts::default(),
        watching: AtomicUsize::new(0),
        comments: VecDeque::new(),
        is_partial: false,
        liked: BTreeMap::new(),
    }
}

fn comment(id: i64, parent: Option<i64>) -> Comment {
    Comment {
        id: CommentId(id),
        reel_id: ReelId(7),
        parent_id: parent.map(CommentId),
        author: UserCard {
            id: UserId(1),
            kind: AccountKind::Regular,
            user_name: "ann".to_owned(),
            first_name: "Ann".to_owned(),
            last_name: "Other".to_owned(),
            picture: None,
        },
        by_company: false,
        text: "Lovely".to_owned(),
        mentions: Vec::new(),
        likes: 0,
        liked: false,
        replies: 0,
        at: Timestamp(0),
        can_delete: false,
    }
}

fn written(comment: Comment) -> Update {
    Update::Comment { comment: Box::new(comment), live: Live::AllBut(vec![UserId(9)]) }
}

fn shown(topic: &ReelTopic, viewer: i64) -> serde_json::Value {
    serde_json::from_str(topic.snapshot(UserId(viewer), &[]).get()).unwrap()
}

#[test]
fn older_counters_do_not_replace_newer_ones() {
    let mut topic = topic();
    let counts = |likes, revision| Update::Counts(ReelCounts { likes, revision, ..ReelCounts::default() });
    let newer = topic.update(counts(5, 2));
    assert!(newer.count && newer.events.is_empty() && newer.signals.is_empty());
    assert!(!topic.update(counts(4, 1)).count);
    assert_eq!(topic.counts.likes, 5);
    let sent = topic.reader_count(2).unwrap();
    assert_eq!(sent, Signal::Counts { counts: topic.counts, watching: 2 });
}

#[test]
fn comment_is_hidden_from_accounts_with_a_block() {
    let mut topic = topic();
    let effects = topic.update(written(comment(1, None)));
    assert_eq!(topic.hidden_from(&effects.events[0]), [UserId(9)]);
    assert!(!serde_json::to_string(&effects.events[0]).unwrap().contains("hidden"));
    assert_eq!(shown(&topic, 2)["comments"].as_array().unwrap().len(), 1);
    assert_eq!(shown(&topic, 9)["comments"].as_array().unwrap().len(), 0);
    assert_eq!(shown(&topic, 2)["watching"], 1);
    topic.reader_count(2);
    assert_eq!(shown(&topic, 2)["watching"], 2);
}

#[test]
fn comment_follows_the_audience_of_its_author() {
    let mut topic = topic();
    topic.update(written(comment(1, None)));
    let shown_to = |topic: &ReelTopic, viewer| shown(topic, viewer)["comments"].as_array().unwrap().len();
    let audience = |author, live| Update::Audience { author: UserId(author), live };
    for (change, seen) in [
        (audience(1, Live::Nobody), [0, 0]),
        (audience(1, Live::AllBut(vec![UserId(2)])), [0, 1]),
        (audience(3, Live::Nobody), [0, 1]),
    ] {
        assert!(topic.update(change).events.is_empty());
        assert_eq!([2, 9].map(|viewer| shown_to(&topic, viewer)), seen);
    }
    let hidden = Update::Comment { comment: Box::new(comment(2, None)), live: Live::Nobody };
    assert!(topic.update(hidden).events.is_empty());
    assert_eq!(shown_to(&topic, 9), 1);
}

#[test]
fn answers_count_at_their_comment_and_snapshot_is_bounded() {
    let mut topic = topic();
    for id in 1..=30 {
        topic.update(written(comment(id, None)));
    }
    topic.update(written(comment(31, Some(30))));
    topic.update(Update::CommentLikes { comment: CommentId(30), likes: 4 });
    let comments = shown(&topic, 2)["comments"].as_array().unwrap().clone();
    assert_eq!((comments.len(), comments[0]["id"].as_i64(), comments[0]["replies"].as_i64()), (20, Some(30), Some(1)));
    assert_eq!(comments[0]["likes"], 4);
    topic.update(Update::CommentRemoved { comment: CommentId(31), parent: Some(CommentId(30)) });
    assert_eq!(shown(&topic, 2)["comments"][0]["replies"], 0);
    let mut stale = false;
    for id in 11..=30 {
        stale |= topic.update(Update::CommentRemoved { comment: CommentId(id), parent: None }).stale;
    }
    assert!(stale, "older comments are read again");
}

#[test]
fn block_of_the_company_hides_the_reel() {
    let of = |user| Principal {
        user: UserId(user),
        session: SessionId(1),
        kind: AccountKind::Regular,
        expires_at: Timestamp(i64::MAX),
    };
    assert!(topic().authorize(&of(7)));
    assert!(!topic().authorize(&of(8)));
}

#[test]
fn likes_of_comments_are_sent_together() {
    let mut topic = topic();
    assert_eq!(topic.conflated(), None);
    for (comment, likes) in [(3, 1), (2, 5), (3, 2)] {
        let effects = topic.update(Update::CommentLikes { comment: CommentId(comment), likes });
        assert!(effects.count && effects.signals.is_empty());
    }
    let likes = |id, likes| CommentLikes { comment_id: CommentId(id), likes };
    assert_eq!(topic.conflated(), Some(Signal::CommentLikes { comments: vec![likes(2, 5), likes(3, 2)] }));
    assert_eq!(topic.conflated(), None, "each change is sent once");
    for comment in 0..1_000 {
        topic.update(Update::CommentLikes { comment: CommentId(comment), likes: 1 });
    }
    assert!(matches!(topic.conflated(), Some(Signal::CommentLikes { comments }) if comments.len() == MAX_LIKED));
}

#[test]
fn removed_reel_turns_watchers_away() {
    let mut topic = topic();
    let effects = topic.update(Update::Removed);
    assert!(effects.stale && effects.events == [Event::Removed] && !topic.is_public);
}

#[test]
fn comments_are_read_again_when_an_account_was_deleted() {
    let mut topic = topic();
    topic.update(written(comment(1, None)));
    let effects = topic.update(Update::AccountDeleted);
    assert!(effects.stale && effects.events.is_empty() && topic.is_public);
}
