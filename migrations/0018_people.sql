-- Codes of profiles, and plans of companies.

-- Code that leads to a profile, made when its owner first asks for it. A new one replaces it.
CREATE TABLE profile_code (
    account_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- See `store::social::ProfileCode`.
    code            TEXT    NOT NULL UNIQUE,
    created_at      BIGINT  NOT NULL
);

-- See `store::company::plan`.
ALTER TABLE company ADD COLUMN plan TEXT NOT NULL DEFAULT 'start' CHECK (plan IN ('start', 'team', 'house'));
