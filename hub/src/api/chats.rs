//! Chat operations for REST: commands that run through a chat's room, and updates about changes written directly.

use serde_json::value::RawValue;
use store::{
    account::AccountKind,
    chat::{self, ChatSummary, CommandId},
    types::{
        ids::{ChatId, SessionId, UserId},
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
    /// Runs a command of `who` in a chat's room. Returns the reply that a connection would get.
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

    /// Notifies a user's devices that the private state of a chat has changed (mute, pin, archive, draft, block).
    pub async fn chat_kept(&self, user: UserId, chat: ChatId) -> store::Result<ChatSummary> {
        let line = chat::summary(&self.state.db, user, chat).await?;
        let kept = Box::new(line.clone());
        self.state.chats.notify(chat, Update::Kept { user, line: kept.clone(), at: Timestamp::now() });
        self.state.chat_lists.notify(user, chat_list::Update::Kept(kept));
        Ok(line)
    }

    /// Notifies a user's devices of a chat cleared by that user.
    pub fn chat_cleared(&self, user: UserId, chat: ChatId, up_to: i64) {
        self.state.chats.notify(chat, Update::Cleared { user, up_to });
        self.state.chat_lists.notify(user, chat_list::Update::Cleared { chat, up_to });
        self.state.tell_line(user, chat);
    }

    /// Takes a chat that a user has deleted off the lists on the user's devices, where it may be open.
    pub fn chat_deleted(&self, user: UserId, chat: ChatId, up_to: i64) {
        self.state.chats.notify(chat, Update::Deleted { user, up_to });
        self.state.chat_lists.notify(user, chat_list::Update::Cleared { chat, up_to });
        self.state.chat_lists.notify(user, chat_list::Update::Removed { chat });
    }

    /// Accepts the requests between two accounts that became friends. A request that cannot be accepted stays one.
    pub(crate) async fn accept_between(&self, one: UserId, other: UserId) -> store::Result<()> {
        let direct = chat::request::between(&self.state.db, one, other).await?;
        let groups = chat::request::groups_between(&self.state.db, one, other).await?;
        for (chat, recipient) in direct.into_iter().chain(groups) {
            self.answer_request(recipient, chat, Command::Accept {}).await;
        }
        Ok(())
    }

    async fn answer_request(&self, user: UserId, chat: ChatId, command: Command) {
        let (session, expires_at) = (SessionId(0), Timestamp(i64::MAX));
        let who = Principal { user, session, kind: AccountKind::Regular, expires_at };
        let id = CommandId::of(Timestamp::now(), chat.0);
        if let Err(refusal) = self.ask_chat(&who, chat, id, command).await {
            tracing::debug!(code = refusal.code, %chat, "a request stays one");
        }
    }

    /// Handles a block or unblock of `other` by `by`. Closes or reopens their direct chat, hides or shows their presence
    /// and their comments, and the reels of a company. A block leaves the groups that `other` added `by` to and that `by`
    /// has not accepted.
    pub async fn blocked(&self, by: UserId, other: UserId, stands: bool) -> store::Result<()> {
        if let Some(chat) = chat::find_direct(&self.state.db, by, other).await? {
            self.state.chats.notify(chat, Update::Blocked { by, stands });
            self.chat_kept(by, chat).await?;
        }
        let are = stands || chat::blocks(&self.state.db, other, by).await?;
        for group in chat::groups_of_both(&self.state.db, by, other).await? {
            self.state.chats.notify(group, Update::Apart { one: by, other, are });
        }
        // A block ends the friendship and hides the online presence of both.
        if stands {
            self.friends_changed(by, other, FriendshipChange::Unfriended).await?;
            let groups = chat::request::groups_between(&self.state.db, by, other).await?;
            for (chat, _) in groups.into_iter().filter(|(_, asked)| *asked == by) {
                self.answer_request(by, chat, Command::Remove { user: by }).await;
            }
        }
        for account in [by, other] {
            self.state.reel_audience_changed(account).await?;
        }
        Ok(())
    }
}
