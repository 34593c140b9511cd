-- Between people: requests, blocks, reports. Friends are in `friendship`.

CREATE TABLE friend_request (
    from_id         BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    to_id           BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    -- A refused request stays for a while, so that it cannot be sent again and again.
    refused_at      BIGINT,
    PRIMARY KEY (from_id, to_id),
    CHECK (from_id <> to_id)
);
CREATE INDEX friend_request_to ON friend_request (to_id);

CREATE TABLE block (
    blocker_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    blocked_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (blocker_id, blocked_id),
    CHECK (blocker_id <> blocked_id)
);
CREATE INDEX block_blocked ON block (blocked_id);

-- What somebody found wrong with a chat or a person in it.
CREATE TABLE report (
    id              BIGINT  NOT NULL PRIMARY KEY,
    reporter_id     BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    reported_id     BIGINT  REFERENCES account (id) ON DELETE CASCADE,
    chat_id         BIGINT  REFERENCES chat (id) ON DELETE CASCADE,
    seq             BIGINT,
    reason          TEXT    NOT NULL,
    comment         TEXT    NOT NULL DEFAULT '',
    -- JSON of the messages that were shown to the reporter.
    evidence        TEXT    NOT NULL DEFAULT '[]',
    at              BIGINT  NOT NULL
);
