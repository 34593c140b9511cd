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
