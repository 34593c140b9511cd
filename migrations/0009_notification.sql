-- Notifications of accounts. The API makes them after the commit that causes them.

-- Version of an account's notifications. Each change takes the next version, in the order of the commits.
CREATE TABLE notification_inbox (
    account_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    version         BIGINT  NOT NULL
);

-- One entry of the list. An unread entry gathers all causes with the same kind and subject.
CREATE TABLE notification (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- Version of the inbox at the first cause.
    id              BIGINT  NOT NULL,
    -- See `store::notification::Kind`.
    kind            TEXT    NOT NULL,
    -- What it opens: see `store::notification::Target`.
    target          TEXT    NOT NULL,
    -- Chat, booking, offering or company, by target.
    subject_id      BIGINT,
    -- Unread entries with the same key are one.
    group_key       TEXT    NOT NULL,
    -- Version of the inbox at the latest cause. Newest first.
    position        BIGINT  NOT NULL,
    at              BIGINT  NOT NULL,
    read_at         BIGINT,
    PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX notification_position ON notification (account_id, position);
CREATE UNIQUE INDEX notification_unread ON notification (account_id, group_key) WHERE read_at IS NULL;

-- What caused an entry. It outlives the entry, so that a repeated cause does not bring a deleted entry back.
CREATE TABLE notification_cause (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    cause           TEXT    NOT NULL,
    notification_id BIGINT  NOT NULL,
    actor_id        BIGINT  REFERENCES account (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (account_id, cause)
);
CREATE UNIQUE INDEX notification_cause_position ON notification_cause (account_id, position);
CREATE INDEX notification_cause_entry ON notification_cause (account_id, notification_id, position);
CREATE INDEX notification_cause_actor ON notification_cause (actor_id) WHERE actor_id IS NOT NULL;

-- Channels that an account chose for a group of kinds. Without a row, each kind has its own default.
CREATE TABLE notification_preference (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind_group      TEXT    NOT NULL,
    push            BOOLEAN,
    mail            BOOLEAN,
    PRIMARY KEY (account_id, kind_group)
);
