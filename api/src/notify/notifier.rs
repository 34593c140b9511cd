//! Notifications of accounts: stored, published to open pages, then sent as push and mail by their preferences.
//!
//! A cause calls [`Notifier::notify`] after its commit. A failure is logged and never fails the cause. See
//! [`store::notification`] for the reasons and guarantees.

use std::{
    collections::HashMap,
    sync::{Arc, Weak},
};

use hub::{Hub, notifier::MessageNotifier};
use store::{
    Db,
    account::{credentials, privacy},
    chat::Message,
    company::{self, Permission},
    notification::{self, Change, Channels, Group, InboxChange, Kind, Notice, Notification},
    social,
    types::{
        ids::{ChatId, CompanyId, Ids, UserId},
        timestamp::Timestamp,
    },
};

use super::{dispatcher::OutboxDispatcher, notification_texts, push::Push};

/// Accounts notified in one transaction.
const BATCH: i64 = 100;

pub struct Notifier {
    db: Db,
    hub: Hub,
    ids: Arc<Ids>,
    outbox: Arc<OutboxDispatcher>,
    push: Option<Arc<Push>>,
    /// Origin of links in mails.
    origin: String,
}

impl Notifier {
    /// Starts to notify of mentions in chats, and of messages by `push`.
    pub fn start(
        db: Db,
        hub: Hub,
        ids: Arc<Ids>,
        outbox: Arc<OutboxDispatcher>,
        push: Option<Arc<Push>>,
        origin: String,
    ) -> Arc<Self> {
        let notifier = Arc::new(Self { db, hub, ids, outbox, push, origin });
        let chats = ChatNotifier { notifier: Arc::downgrade(&notifier), push: notifier.push.clone() };
        notifier.hub.set_notifier(Arc::new(chats));
        notifier
    }

    /// Notifies these accounts. A repeat of the cause has no effect.
    pub async fn notify(&self, accounts: &[UserId], notice: Notice) {
        if let Err(cause) = self.send(accounts, &notice).await {
            tracing::warn!(%cause, notice = notice.cause, "a notification is lost");
        }
    }

    /// Notifies an account of a security event.
    pub async fn security(&self, account: UserId, kind: Kind, now: Timestamp) {
        self.notify(&[account], Notice::new(kind, now.0)).await;
    }

    /// Notifies all who work for a company.
    pub async fn notify_company(&self, id: CompanyId, notice: Notice) {
        match company::members(&self.db, id).await {
            Ok(members) => self.notify(&members, notice).await,
            Err(cause) => tracing::warn!(%cause, notice = notice.cause, "a notification is lost"),
        }
    }

    /// Notifies those who work for a company with a role that has a permission.
    pub async fn notify_company_with(&self, id: CompanyId, permission: Permission, notice: Notice) {
        match company::members_with(&self.db, id, permission).await {
            Ok(members) => self.notify(&members, notice).await,
            Err(cause) => tracing::warn!(%cause, notice = notice.cause, "a notification is lost"),
        }
    }

    /// Notifies many accounts, some at a time. `next` returns those with greater ids than one, in order, at most so many.
    pub async fn notify_many(&self, notice: Notice, next: impl AsyncFn(UserId, i64) -> store::Result<Vec<UserId>>) {
        let mut after = UserId(0);
        loop {
            match next(after, BATCH).await {
                Ok(accounts) => {
                    let Some(last) = accounts.last() else { return };
                    after = *last;
                    self.notify(&accounts, notice.clone()).await;
                }
                Err(cause) => return tracing::warn!(%cause, notice = notice.cause, "notifications are lost"),
            }
        }
    }

    /// Takes back what `actor` caused with this kind, such as a friend request that waits no more.
    pub async fn retract(&self, account: UserId, kind: Kind, actor: UserId) {
        self.publish(notification::retract(&self.db, account, kind, actor).await);
    }

    /// Takes back these causes of each account.
    pub async fn retract_causes(&self, accounts: &[UserId], causes: &[String]) {
        self.publish(notification::retract_causes(&self.db, accounts, causes).await);
    }

    /// Takes back all that one of the two caused for the other.
    pub async fn separate(&self, one: UserId, other: UserId) {
        self.publish(notification::delete_from(&self.db, one, other).await);
        self.publish(notification::delete_from(&self.db, other, one).await);
    }

    fn publish(&self, changes: store::Result<Vec<InboxChange>>) {
        match changes {
            Ok(changes) => self.hub.inbox_changed(changes),
            Err(cause) => tracing::warn!(%cause, "an obsolete notification stays"),
        }
    }

    async fn send(&self, accounts: &[UserId], notice: &Notice) -> store::Result<()> {
        let now = Timestamp::now();
        let changes = notification::notify(&self.db, accounts, notice, now).await?;
        self.hub.inbox_changed(changes.clone());
        let channels = self.channels(&changes, notice.kind).await?;
        for change in changes {
            if let (Change::Entry(entry), Some(channels)) = (change.change, channels.get(&change.account)) {
                self.forward(change.account, *channels, &entry, now).await?;
            }
        }
        Ok(())
    }

    /// Returns the channels of each account by its preferences and the two main switches of its settings. Mails about
    /// security are always sent.
    async fn channels(&self, changes: &[InboxChange], kind: Kind) -> store::Result<HashMap<UserId, Channels>> {
        let accounts: Vec<_> = changes.iter().map(|change| change.account).collect();
        if accounts.is_empty() {
            return Ok(HashMap::new());
        }
        let mut channels = notification::channels(&self.db, &accounts, kind).await?;
        for (account, settings) in privacy::of(&self.db, &accounts).await? {
            if let Some(channels) = channels.get_mut(&account) {
                channels.push &= settings.push_notifications;
                channels.mail &= settings.email_notifications || kind.spec().group == Group::Security;
            }
        }
        Ok(channels)
    }

    async fn forward(
        &self,
        account: UserId,
        channels: Channels,
        entry: &Notification,
        now: Timestamp,
    ) -> store::Result<()> {
        let push = self.push.as_ref().filter(|_| channels.push);
        // A further cause of an unread entry is no reason for another mail.
        let mails = channels.mail && entry.count == 1;
        if push.is_none() && !mails {
            return Ok(());
        }
        let contact = credentials::contact(&self.db, account).await?;
        let reader = social::card(&self.db, account).await?.kind;
        if let Some(push) = push {
            push.notification(account, notification_texts::push(entry, reader, &contact.language));
        }
        if let Some(email) = contact.email.filter(|_| mails) {
            let letter = notification_texts::mail(entry, reader, &contact.language, &self.origin);
            self.outbox.send_best_effort(letter.to(self.ids.next(now), &email, now));
        }
        Ok(())
    }
}

/// Notifies of messages and of mentions in them.
struct ChatNotifier {
    /// Weak, because the hub holds this and the notifier holds the hub.
    notifier: Weak<Notifier>,
    push: Option<Arc<Push>>,
}

impl MessageNotifier for ChatNotifier {
    fn message_sent(&self, chat: ChatId, message: &Message, here: &mut dyn Iterator<Item = UserId>) {
        let here: Vec<UserId> = here.collect();
        if let Some(push) = &self.push {
            push.message_sent(chat, message, &mut here.iter().copied());
        }
        let mentioned = message.mentions.iter().copied().filter(|user| !here.contains(user)).collect();
        self.mentions_changed(chat, message, mentioned, Vec::new());
    }

    fn mentions_changed(&self, chat: ChatId, message: &Message, added: Vec<UserId>, removed: Vec<UserId>) {
        let Some(notifier) = self.notifier.upgrade().filter(|_| !added.is_empty() || !removed.is_empty()) else {
            return;
        };
        let event = format!("{chat}:{}", message.seq);
        let causes = [notification::cause(Kind::Mention, &event)];
        let notice = Notice::new(Kind::Mention, event).by(message.sender).about(chat.0);
        actix_rt::spawn(async move {
            if !added.is_empty() {
                notifier.notify(&added, notice).await;
            }
            if !removed.is_empty() {
                notifier.retract_causes(&removed, &causes).await;
            }
        });
    }

    fn request_sent(&self, chat: ChatId, from: UserId, to: UserId) {
        let Some(notifier) = self.notifier.upgrade() else { return };
        let notice = Notice::new(Kind::MessageRequest, chat).by(from).about(chat.0);
        actix_rt::spawn(async move { notifier.notify(&[to], notice).await });
    }

    fn request_answered(&self, by: UserId, from: UserId) {
        let Some(notifier) = self.notifier.upgrade() else { return };
        actix_rt::spawn(async move { notifier.retract(by, Kind::MessageRequest, from).await });
    }
}
