-- Accounts and their signed-in devices.
-- Portable dialect: times are Unix milliseconds, texts that are compared without case have a folded twin (*_key).
-- Until the first release these files are changed in place: a database of an earlier commit is refused with a clear
-- message, and made anew.

CREATE TABLE account (
    id              BIGINT  NOT NULL PRIMARY KEY,
    kind            TEXT    NOT NULL CHECK (kind IN ('regular', 'professional', 'guest', 'company')),
    user_name       TEXT    NOT NULL,
    user_name_key   TEXT    NOT NULL UNIQUE,
    -- The name with every letter replaced by what it looks like (Unicode TS 39): two names that look alike are one.
    user_name_look  TEXT    NOT NULL UNIQUE,
    -- NULL for guests, and once the account is deleted.
    email           TEXT,
    email_key       TEXT    UNIQUE,
    email_verified_at BIGINT,
    -- The address that replaces `email` once the owner has proven to read it. Serves for nothing before.
    pending_email   TEXT,
    -- NULL for guests, and for accounts that only a social provider signs in.
    password_hash   TEXT,
    first_name      TEXT    NOT NULL,
    last_name       TEXT    NOT NULL,
    -- The words of the three names, each after a space, without case and accents: what the account is found by.
    search_key      TEXT    NOT NULL,
    phone           TEXT,
    phone_verified_at BIGINT,
    dob             TEXT,
    gender          TEXT    CHECK (gender IN ('male', 'female', 'other')),
    address         TEXT,
    address_line2   TEXT,
    city            TEXT,
    postal_code     TEXT,
    country         TEXT,
    language        TEXT    NOT NULL DEFAULT 'US',
    marketing       BOOLEAN NOT NULL DEFAULT FALSE,
    -- What the account says of itself on its page.
    bio             TEXT,
    terms_at        BIGINT  NOT NULL,
    picture         TEXT,
    created_at      BIGINT  NOT NULL,
    last_seen_at    BIGINT  NOT NULL,
    -- A deleted account keeps its row, emptied of what tells who it was, so that chats keep their history.
    deleted_at      BIGINT
);

CREATE INDEX account_picture ON account (picture) WHERE picture IS NOT NULL;

-- One signed-in device. Its refresh tokens form a family: using one twice revokes the session.
CREATE TABLE session (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    user_agent      TEXT    NOT NULL,
    address         TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    last_used_at    BIGINT  NOT NULL,
    expires_at      BIGINT  NOT NULL,
    revoked_at      BIGINT
);
CREATE INDEX session_account ON session (account_id);
CREATE INDEX session_revoked ON session (revoked_at) WHERE revoked_at IS NOT NULL;

CREATE TABLE refresh_token (
    hash            TEXT    NOT NULL PRIMARY KEY,
    session_id      BIGINT  NOT NULL REFERENCES session (id) ON DELETE CASCADE,
    -- The token that this one was issued for. NULL for the first of a session.
    parent          TEXT,
    created_at      BIGINT  NOT NULL,
    used_at         BIGINT,
    -- When another token of the same parent was used first. This one then ends the session.
    superseded_at   BIGINT
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);
CREATE INDEX refresh_token_parent ON refresh_token (parent) WHERE parent IS NOT NULL;

-- Friends, both ways in one row: lower id first.
CREATE TABLE friendship (
    low_id          BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    high_id         BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    since           BIGINT  NOT NULL,
    PRIMARY KEY (low_id, high_id),
    CHECK (low_id < high_id)
);
CREATE INDEX friendship_high ON friendship (high_id);

-- An uploaded file; the bytes lie in the blob store under `key`, which nobody can guess.
CREATE TABLE media (
    id              BIGINT  NOT NULL PRIMARY KEY,
    key             TEXT    NOT NULL UNIQUE,
    owner_id        BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL CHECK (kind IN ('image', 'voice', 'video', 'file')),
    mime            TEXT    NOT NULL,
    -- The name that a file had on its owner's device.
    name            TEXT,
    -- Pictures and videos.
    width           BIGINT,
    height          BIGINT,
    placeholder     TEXT,
    -- Voice messages and videos.
    duration_ms     BIGINT,
    -- JSON array of loudness, 0 to 100, of a voice message.
    waveform        TEXT,
    -- Key of a video's first picture.
    poster          TEXT,
    bytes           BIGINT  NOT NULL,
    -- A message carries it. What nothing shows is removed after a day.
    used            BOOLEAN NOT NULL DEFAULT FALSE,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX media_owner ON media (owner_id);
CREATE UNIQUE INDEX media_poster ON media (poster) WHERE poster IS NOT NULL;
CREATE INDEX media_unused ON media (created_at) WHERE used = FALSE;

-- Files whose bytes are to be taken off the disk. Written in the transaction that forgets a file, or before one is put in
-- place that is still to be made known, so that no crash leaves bytes behind.
CREATE TABLE removal (
    key             TEXT    NOT NULL PRIMARY KEY,
    due_at          BIGINT  NOT NULL
);
