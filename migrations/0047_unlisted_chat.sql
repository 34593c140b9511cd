-- Sequence of a direct chat that is not in the member's list: the next message after it lists the chat. -1 when it is listed.
ALTER TABLE chat_member ADD COLUMN unlisted_seq BIGINT NOT NULL DEFAULT -1;
