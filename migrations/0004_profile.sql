-- What an account keeps beside its name: documents, likings, privacy.

-- A paper of an account (identity, licence). The file is private: only its owner may read it.
CREATE TABLE document (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- Company that the document was handed in for. Null for a document about the account alone.
    company_id      BIGINT,
    kind            TEXT    NOT NULL,
    name            TEXT    NOT NULL,
    mime            TEXT    NOT NULL,
    key             TEXT    NOT NULL UNIQUE,
    bytes           BIGINT  NOT NULL,
    -- YYYY-MM-DD.
    expires_on      TEXT,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX document_account ON document (account_id);

CREATE TABLE favourite_category (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    category        TEXT    NOT NULL,
    PRIMARY KEY (account_id, category)
);

-- Missing: everything as it is by default.
CREATE TABLE privacy (
    account_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- JSON of the settings.
    settings        TEXT    NOT NULL,
    updated_at      BIGINT  NOT NULL
);
