-- What proves who somebody is, beside the password: codes, a second factor, social providers.

-- Codes that were sent out: the newest and the one before it. Only keyed hashes are stored.
CREATE TABLE code (
    -- Use and recipient: 'reset:regular:ada@plaza.example', 'verify:17:mail'.
    purpose         TEXT    NOT NULL,
    -- The known network that asked for the code, '' for all others together: strangers cannot replace the owner's code.
    source          TEXT    NOT NULL DEFAULT '',
    -- NULL where there is no such account: nothing was sent, and the row behaves the same.
    account_id      BIGINT  REFERENCES account (id) ON DELETE CASCADE,
    hash            TEXT    NOT NULL,
    expires_at      BIGINT  NOT NULL,
    before_hash     TEXT,
    before_expires_at BIGINT NOT NULL DEFAULT 0,
    -- Wrong attempts at a verification code. Attempts at a reset are counted in `allowance`, by account and network.
    tries           BIGINT  NOT NULL DEFAULT 0,
    sent_at         BIGINT  NOT NULL,
    -- Hash of the token that a right code was exchanged for.
    proof           TEXT,
    proof_expires_at BIGINT NOT NULL DEFAULT 0,
    -- Codes sent in the hour that began then.
    sends           BIGINT  NOT NULL DEFAULT 1,
    hour_from       BIGINT  NOT NULL,
    PRIMARY KEY (purpose, source)
);
CREATE INDEX code_account ON code (account_id);

-- Networks from which an account signed in lately. Attempts from there are counted apart from those of strangers.
CREATE TABLE known_network (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    network         TEXT    NOT NULL,
    seen_at         BIGINT  NOT NULL,
    PRIMARY KEY (account_id, network)
);
CREATE INDEX known_network_seen ON known_network (seen_at);

-- Addresses that an account had when a change was requested or made. The token in the mail to the address restores it;
-- until it expires no other account may take the address.
CREATE TABLE former_address (
    hash            TEXT    NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    email           TEXT    NOT NULL,
    email_key       TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    expires_at      BIGINT  NOT NULL
);
CREATE INDEX former_address_account ON former_address (account_id);
CREATE INDEX former_address_email ON former_address (email_key);
CREATE INDEX former_address_expires ON former_address (expires_at);

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
