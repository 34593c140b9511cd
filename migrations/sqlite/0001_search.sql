-- The index that messages are searched in, in a file of its own beside the database: it can be made anew from the
-- messages, and writing it never waits for, or holds up, those who write messages.

-- How far each chat is indexed: the chat's sequence.
CREATE TABLE indexed_chat (
    chat_id         INTEGER NOT NULL PRIMARY KEY,
    seq             INTEGER NOT NULL
);

-- Ids rise with time, so that the newest come first when the index is read backwards.
CREATE TABLE indexed_message (
    id              INTEGER NOT NULL PRIMARY KEY,
    chat_id         INTEGER NOT NULL,
    seq             INTEGER NOT NULL,
    UNIQUE (chat_id, seq)
);

-- Words come folded and parted by spaces. Neither the text nor the places of the words are kept.
CREATE VIRTUAL TABLE message_words USING fts5 (
    words, content = '', contentless_delete = 1, detail = 'none', prefix = '1 2 3 4 5 6 7 8 9 10', tokenize = 'ascii'
);
