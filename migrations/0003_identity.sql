-- What proves who somebody is, beside the password: codes, a second factor, social providers.

-- A code that was sent out. Only its keyed hash is kept; it lives ten minutes and five tries.
CREATE TABLE code (
    -- What it is for and whom it went to: 'reset:regular:ada@plaza.example', 'verify:17:mail'.
    purpose         TEXT    NOT NULL PRIMARY KEY,
    -- NULL where there is no such account: then nothing was sent, and nobody can tell, since the row behaves the same.
    account_id      BIGINT  REFERENCES account (id) ON DELETE CASCADE,
    hash            TEXT    NOT NULL,
    tries           BIGINT  NOT NULL DEFAULT 0,
    sent_at         BIGINT  NOT NULL,
    expires_at      BIGINT  NOT NULL,
    -- Hash of what was handed out when the code was typed rightly, to prove it once more at the next step.
    proof           TEXT,
    -- Codes sent in the hour that began then.
    sends           BIGINT  NOT NULL DEFAULT 1,
    hour_from       BIGINT  NOT NULL
);
CREATE INDEX code_account ON code (account_id);

-- Earlier passwords, which must not come back.
CREATE TABLE password_history (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    password_hash   TEXT    NOT NULL,
    until           BIGINT  NOT NULL,
    PRIMARY KEY (account_id, until)
);

-- The authenticator app. Not in force before `confirmed_at`.
CREATE TABLE two_factor (
    account_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- Encrypted with the server's key.
    secret          TEXT    NOT NULL,
    confirmed_at    BIGINT,
    -- The last time step that served, so that a code serves once.
    used_step       BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash            TEXT    NOT NULL,
    used_at         BIGINT,
    PRIMARY KEY (account_id, hash)
);

-- Who somebody is at an OpenID provider.
CREATE TABLE social_identity (
    issuer          TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at      BIGINT  NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX social_identity_account ON social_identity (account_id);

-- Mail and text messages on their way, and those that nobody was configured to send.
CREATE TABLE outbox (
    id              BIGINT  NOT NULL PRIMARY KEY,
    channel         TEXT    NOT NULL CHECK (channel IN ('mail', 'sms')),
    recipient       TEXT    NOT NULL,
    subject         TEXT,
    body            TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    -- What arrives later than this is of no use: a code that has run out.
    expires_at      BIGINT  NOT NULL,
    sent_at         BIGINT,
    tries           BIGINT  NOT NULL DEFAULT 0,
    next_try_at     BIGINT  NOT NULL
);
CREATE INDEX outbox_due ON outbox (next_try_at) WHERE sent_at IS NULL;
CREATE INDEX outbox_created ON outbox (created_at);
-- Texts that are still to be erased.
CREATE INDEX outbox_texts ON outbox (expires_at) WHERE body <> '';

-- Browsers that want to be told when nobody looks.
CREATE TABLE push_subscription (
    endpoint        TEXT    NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    session_id      BIGINT  NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    public_key      TEXT    NOT NULL,
    secret          TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account_id);

-- What a browser could not be told yet, because its push service was not there: of each chat the newest message.
CREATE TABLE push_waiting (
    endpoint        TEXT    NOT NULL REFERENCES push_subscription (endpoint) ON DELETE CASCADE,
    chat_id         BIGINT  NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    seq             BIGINT  NOT NULL,
    tries           BIGINT  NOT NULL,
    next_try_at     BIGINT  NOT NULL,
    -- When it was said.
    at              BIGINT  NOT NULL,
    PRIMARY KEY (endpoint, chat_id)
);
CREATE INDEX push_waiting_due ON push_waiting (next_try_at);
CREATE INDEX push_waiting_chat ON push_waiting (chat_id);
