//! Marks and notices of mentions, as messages are edited and deleted.

use store::{
    chat::{MemberState, Message},
    types::ids::UserId,
};

use super::Chat;
use crate::notifier::MessageNotifier;

impl Chat {
    /// Returns true if an unread message mentions the member.
    pub(super) fn is_mentioned(&self, user: UserId) -> bool {
        let is_unread = |state: &MemberState| state.mentioned_seq > state.member.read_seq.max(state.cleared_seq);
        self.members.get(user).is_some_and(|state| is_unread(state) && !self.is_deleted(state.mentioned_seq))
    }

    /// Marks the members whom a changed message mentions, and takes the mark off the others.
    pub(super) fn mentions_changed(&mut self, message: &Message) {
        let seq = message.seq;
        let before = |user: UserId| {
            let mentions = |known: &&Message| known.seq < seq && !known.deleted && known.mentions.contains(&user);
            self.recent.iter().rev().find(mentions).map_or(0, |known| known.seq)
        };
        let marks = self.members.iter().filter_map(|state| {
            let user = state.member.user.id;
            match message.mentions.contains(&user) {
                true => (state.mentioned_seq < seq).then_some((user, seq)),
                false => (state.mentioned_seq == seq).then(|| (user, before(user))),
            }
        });
        for (user, mark) in marks.collect::<Vec<_>>() {
            if let Some(state) = self.members.get_mut(user) {
                state.mentioned_seq = mark;
            }
        }
    }

    /// Notifies of the mentions that an edit adds, and takes back the notices of those that it removes. A message that is no
    /// longer in memory notifies nobody.
    pub(super) fn mentions_edited(
        &self,
        notifier: &dyn MessageNotifier,
        message: &Message,
        here: &mut dyn Iterator<Item = UserId>,
    ) {
        let place = self.recent.binary_search_by_key(&message.seq, |known| known.seq);
        let Some(before) = place.ok().and_then(|place| self.recent.get(place)) else { return };
        let without = |all: &[UserId], some: &[UserId]| -> Vec<UserId> {
            all.iter().filter(|user| !some.contains(user)).copied().collect()
        };
        let here: Vec<UserId> = here.collect();
        let mut added = without(&without(&message.mentions, &before.mentions), &here);
        added.retain(|user| !self.members.is_asked(*user));
        let removed = without(&before.mentions, &message.mentions);
        if !added.is_empty() || !removed.is_empty() {
            notifier.mentions_changed(self.id, message, added, removed);
        }
    }
}
