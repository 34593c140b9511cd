-- Group requests: a stranger has added somebody to a group. See store::chat::request.

-- Stranger who added the member, NULL once the member has accepted. It stays when the member leaves without accepting.
ALTER TABLE chat_member ADD COLUMN request_from BIGINT;
-- The member left, and was not removed: only somebody whom the member knows adds the member again.
ALTER TABLE chat_member ADD COLUMN left_freely BOOLEAN NOT NULL DEFAULT FALSE;
