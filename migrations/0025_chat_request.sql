-- Message requests: a direct chat that a stranger opened. See store::chat::request.

-- Account that has not accepted the chat yet, NULL when nothing is to accept.
ALTER TABLE chat ADD COLUMN request_to BIGINT;
-- Messages that the other account has sent as a request.
ALTER TABLE chat ADD COLUMN request_sent BIGINT NOT NULL DEFAULT 0;
-- Sequence at which the request was accepted, 0 when there was none.
ALTER TABLE chat ADD COLUMN accepted_seq BIGINT NOT NULL DEFAULT 0;
