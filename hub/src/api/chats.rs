//! What REST asks of chats: commands that go through a chat's room as those of a connection do, and news of what was
//! written beside it.

use serde_json::value::RawValue;
use store::{
    chat::{self, ChatSummary, CommandId},
    types::{
        ids::{ChatId, UserId},
        timestamp::Millis,
    },
};
use tokio::sync::oneshot;

use crate::{
    Hub, Principal,
    protocol::Refusal,
    room::Inbound,
    topics::{
        chat::{Command, Notice},
        chat_list,
        friends::Between,
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
    ) -> Result<Box<RawValue>, Refusal> {
        let (answer, answered) = oneshot::channel();
        self.core.chats.send(&self.core, chat, Inbound::Ask { who: *who, id, command, answer })?;
        answered.await.unwrap_or_else(|_| Err(Refusal::unavailable()))
    }

    /// Somebody keeps something else of a chat (mute, pin, archive, draft, block): all their devices are told.
    pub async fn chat_kept(&self, user: UserId, chat: ChatId) -> store::Result<ChatSummary> {
        let line = chat::summary(&self.core.db, user, chat).await?;
        let kept = Box::new(line.clone());
        self.core.chats.tell(chat, Notice::Kept { user, line: kept.clone(), at: Millis::now() });
        self.core.chat_lists.tell(user, chat_list::Notice::Kept(kept));
        Ok(line)
    }

    /// Somebody has cleared a chat for themselves.
    pub fn chat_cleared(&self, user: UserId, chat: ChatId, up_to: i64) {
        self.core.chats.tell(chat, Notice::Cleared { user, up_to });
        self.core.chat_lists.tell(user, chat_list::Notice::Cleared { chat, up_to });
        self.core.tell_line(user, chat);
    }

    /// `by` has blocked `other`, or does not any more: their direct chat is shut or open, and neither sees the other come
    /// and go, or as before.
    pub async fn blocked(&self, by: UserId, other: UserId, stands: bool) -> store::Result<()> {
        if let Some(chat) = chat::find_direct(&self.core.db, by, other).await? {
            self.core.chats.tell(chat, Notice::Blocked { by, stands });
            self.chat_kept(by, chat).await?;
        }
        // They are friends no more, and neither sees whether the other is online.
        if stands {
            self.friends_changed(by, other, Between::Parted).await?;
        }
        Ok(())
    }
}
