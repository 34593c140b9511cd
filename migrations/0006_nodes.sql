-- The processes that share this database.

-- What is the same for all of them: the name by which their news is told from that of others.
CREATE TABLE deployment (
    name            TEXT    NOT NULL PRIMARY KEY,
    value           TEXT    NOT NULL
);

-- Who has which number in the ids that are given out, for how long.
CREATE TABLE node (
    number          BIGINT  NOT NULL PRIMARY KEY,
    holder          TEXT    NOT NULL,
    until           BIGINT  NOT NULL
);

-- What waits to be called for once, on whichever node: the second step of a sign-in, the way back from a social provider,
-- a socket's ticket. Only a hash of its key is kept.
CREATE TABLE one_use (
    hash            TEXT    NOT NULL PRIMARY KEY,
    -- What the key stands for, as JSON.
    what            TEXT    NOT NULL,
    tries           BIGINT  NOT NULL DEFAULT 0,
    expires_at      BIGINT  NOT NULL
);
CREATE INDEX one_use_expires ON one_use (expires_at);

-- How often something may still be tried, whichever node is asked: when it may be tried as often as ever again. What has
-- no row was not tried lately.
CREATE TABLE allowance (
    -- A hash: what was typed into a wrong field may be a password.
    hash            TEXT    NOT NULL PRIMARY KEY,
    full_at         BIGINT  NOT NULL
);
CREATE INDEX allowance_full ON allowance (full_at);
