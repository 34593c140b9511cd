-- What an account keeps beside its name: documents, likings, privacy; and the company of a professional.

-- A paper of an account (identity, licence). The file is private: only its owner may read it.
CREATE TABLE document (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
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

CREATE TABLE company (
    id              BIGINT  NOT NULL PRIMARY KEY,
    owner_id        BIGINT  NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE,
    name            TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    phone           TEXT    NOT NULL,
    registration    TEXT,
    vat_number      TEXT,
    address         TEXT    NOT NULL,
    city            TEXT    NOT NULL,
    postal_code     TEXT    NOT NULL,
    country         TEXT    NOT NULL,
    website         TEXT,
    created_at      BIGINT  NOT NULL
);

CREATE TABLE company_category (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    category        TEXT    NOT NULL,
    PRIMARY KEY (company_id, category)
);
