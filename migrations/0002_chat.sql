-- Chats. Every change in a chat takes the chat's next sequence number (chat.seq), in the transaction that makes it.
-- There is no log of events: each row knows the sequence of its last change, so what a reader missed since a sequence is
-- the rows changed after it.

CREATE TABLE chat (
    id              BIGINT  NOT NULL PRIMARY KEY,
    kind            TEXT    NOT NULL CHECK (kind IN ('direct', 'group')),
    title           TEXT,
    picture         TEXT,
    -- 'low:high' of the two accounts of a direct chat, so that there is only one.
    direct_key      TEXT    UNIQUE,
    -- Of a direct chat: one of the two has blocked the other. Kept by the block, so that a message reads no more rows.
    blocked         BOOLEAN NOT NULL DEFAULT FALSE,
    -- Changes only if the sequence ever starts anew.
    epoch           TEXT    NOT NULL,
    seq             BIGINT  NOT NULL DEFAULT 0,
    -- Sequence of the newest message, 0 when there is none.
    last_seq        BIGINT  NOT NULL DEFAULT 0,
    -- Sequence at which the title, the picture or the members changed last.
    changed_seq     BIGINT  NOT NULL DEFAULT 0,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);
CREATE INDEX chat_picture ON chat (picture) WHERE picture IS NOT NULL;

CREATE TABLE chat_member (
    chat_id         BIGINT  NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    role            TEXT    NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    -- Everything up to these sequences has been read by, has reached, this member.
    read_seq        BIGINT  NOT NULL DEFAULT 0,
    delivered_seq   BIGINT  NOT NULL DEFAULT 0,
    -- Chat sequence at which one of the two marks moved last.
    marked_seq      BIGINT  NOT NULL DEFAULT 0,
    joined_at       BIGINT  NOT NULL,
    -- Somebody who left keeps the row, so that what they said keeps its name.
    left_at         BIGINT,
    -- What the member keeps for themselves. Muted until then; far in the future for always.
    muted_until     BIGINT,
    pinned_at       BIGINT,
    archived_at     BIGINT,
    draft           TEXT,
    draft_at        BIGINT,
    -- Messages up to here are hidden from this member, who has cleared the chat.
    cleared_seq     BIGINT  NOT NULL DEFAULT 0,
    -- Sequence of the newest message that mentions this member.
    mentioned_seq   BIGINT  NOT NULL DEFAULT 0,
    -- Chat sequence at which the member came, left, or got another role last.
    changed_seq     BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (chat_id, account_id)
);
CREATE INDEX chat_member_account ON chat_member (account_id);

CREATE TABLE message (
    chat_id         BIGINT  NOT NULL,
    seq             BIGINT  NOT NULL,
    sender_id       BIGINT  NOT NULL,
    -- Employee who wrote for the sender, a company. Only its team sees it.
    agent_id        BIGINT,
    -- Chosen by the sender's device: the same send, repeated, is the same row.
    client_id       TEXT    NOT NULL,
    text            TEXT    NOT NULL,
    -- JSON array of the pictures, recordings and files, or NULL.
    media           TEXT,
    reply_to        BIGINT,
    -- JSON array of the accounts that are mentioned, or NULL.
    mentions        TEXT,
    forwarded       BOOLEAN NOT NULL DEFAULT FALSE,
    -- JSON of what was shared (a reel, a product, a profile), or NULL.
    content         TEXT,
    -- JSON of what happened to the group (somebody was added, it was renamed), or NULL.
    system          TEXT,
    at              BIGINT  NOT NULL,
    edited_at       BIGINT,
    -- Deleted for all: the text is gone, the place stays.
    deleted_at      BIGINT,
    -- Sequence of the last edit, deletion or reaction, 0 when there was none.
    changed_seq     BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (chat_id, seq),
    UNIQUE (chat_id, sender_id, client_id),
    -- Only who is or was a member has said something, and who has stays. One look for each message, where a reference to
    -- the chat and one to the account would be two.
    FOREIGN KEY (chat_id, sender_id) REFERENCES chat_member (chat_id, account_id)
);
CREATE INDEX message_agent ON message (chat_id, agent_id) WHERE agent_id IS NOT NULL;
CREATE INDEX message_changed ON message (chat_id, changed_seq) WHERE changed_seq > 0;

-- Which files a message shows. A file goes with the last message that shows it.
CREATE TABLE message_media (
    chat_id         BIGINT  NOT NULL,
    seq             BIGINT  NOT NULL,
    media_id        BIGINT  NOT NULL,
    kind            TEXT    NOT NULL,
    PRIMARY KEY (chat_id, seq, media_id),
    FOREIGN KEY (chat_id, seq) REFERENCES message (chat_id, seq) ON DELETE CASCADE
);
CREATE INDEX message_media_kind ON message_media (chat_id, kind, seq);
CREATE INDEX message_media_file ON message_media (media_id);

-- Which addresses of web pages stand in the text of a message.
CREATE TABLE message_link (
    chat_id         BIGINT  NOT NULL,
    seq             BIGINT  NOT NULL,
    -- Their order in the text.
    place           BIGINT  NOT NULL,
    url             TEXT    NOT NULL,
    PRIMARY KEY (chat_id, seq, place),
    FOREIGN KEY (chat_id, seq) REFERENCES message (chat_id, seq) ON DELETE CASCADE
);

-- Deleted for one member only.
CREATE TABLE message_hidden (
    chat_id         BIGINT  NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    seq             BIGINT  NOT NULL,
    PRIMARY KEY (chat_id, account_id, seq)
);

-- One reaction of each member to each message.
CREATE TABLE reaction (
    chat_id         BIGINT  NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    seq             BIGINT  NOT NULL,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    emoji           TEXT    NOT NULL,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (chat_id, seq, account_id)
);
