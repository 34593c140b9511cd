-- The index that messages are searched in. It can be made anew from the messages.

-- How far each chat is indexed: the chat's sequence.
CREATE TABLE indexed_chat (
    chat_id         BIGINT  NOT NULL PRIMARY KEY,
    seq             BIGINT  NOT NULL
);

-- Ids rise with time, so that the newest come first when the index is read backwards.
CREATE TABLE indexed_message (
    id              BIGINT  NOT NULL PRIMARY KEY,
    chat_id         BIGINT  NOT NULL,
    seq             BIGINT  NOT NULL,
    -- Words come folded, without their places.
    words           TSVECTOR NOT NULL,
    UNIQUE (chat_id, seq)
);
-- A short list of what is pending: every search reads all of it.
CREATE INDEX indexed_message_words ON indexed_message USING gin (words) WITH (gin_pending_list_limit = 256);
