//! What REST asks of chats: commands that go through a chat's room as those of a connection do, and news of what was
//! written beside it.

use serde_json::value::RawValue;
use store::{
    chat::{self, ChatSummary, CommandId},
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};
use tokio::sync::oneshot;

use crate::{
    Hub, Principal,
    protocol::WireError,
    room::Inbound,
    topics::{
        chat::{Command, Update},
        chat_list,
        friends::FriendshipChange,
    },
};

impl Hub {
    /// Has a chat's room do something for `who`: the answer is what a connection would be told.
    pub async fn ask_chat(
        &self,
        who: &Principal,
        chat: ChatId,
        id: CommandId,
        command: Command,
    ) -> Result<Box<RawValue>, WireError> {
        let (answer, answered) = oneshot::channel();
        self.state.chats.send(&self.state, chat, Inbound::Ask { who: *who, id, command, answer })?;
        answered.await.unwrap_or_else(|_| Err(WireError::unavailable()))
    }

    /// Somebody keeps something else of a chat (mute, pin, archive, draft, block): all their devices are told.
    pub async fn chat_kept(&self, user: UserId, chat: ChatId) -> store::Result<ChatSummary> {
        let line = chat::summary(&self.state.db, user, chat).await?;
        let kept = Box::new(line.clone());
        self.state.chats.notify(chat, Update::Kept { user, line: kept.clone(), at: Timestamp::now() });
        self.state.chat_lists.notify(user, chat_list::Update::Kept(kept));
        Ok(line)
    }

    /// Somebody has cleared a chat for themselves.
    pub fn chat_cleared(&self, user: UserId, chat: ChatId, up_to: i64) {
        self.state.chats.notify(chat, Update::Cleared { user, up_to });
        self.state.chat_lists.notify(user, chat_list::Update::Cleared { chat, up_to });
        self.state.tell_line(user, chat);
    }

    /// `by` has blocked `other`, or does not any more: their direct chat is shut or open, and neither sees the other come
    /// and go, or as before.
    pub async fn blocked(&self, by: UserId, other: UserId, stands: bool) -> store::Result<()> {
        if let Some(chat) = chat::find_direct(&self.state.db, by, other).await? {
            self.state.chats.notify(chat, Update::Blocked { by, stands });
            self.chat_kept(by, chat).await?;
        }
        // They are friends no more, and neither sees whether the other is online.
        if stands {
            self.friends_changed(by, other, FriendshipChange::Unfriended).await?;
        }
        Ok(())
    }
}
