-- Codes of profiles, plans of companies, and reports about comments.

-- Code that leads to a profile, made when its owner first asks for it. A new one replaces it.
CREATE TABLE profile_code (
    account_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    -- See `store::social::ProfileCode`.
    code            TEXT    NOT NULL UNIQUE,
    created_at      BIGINT  NOT NULL
);

-- See `store::company::plan`.
ALTER TABLE company ADD COLUMN plan TEXT NOT NULL DEFAULT 'start' CHECK (plan IN ('start', 'team', 'house'));

-- A report is about a chat, an account, a reel or a comment.
ALTER TABLE report ADD COLUMN comment_id BIGINT REFERENCES reel_comment (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX report_comment ON report (comment_id, reporter_id) WHERE comment_id IS NOT NULL;
-- Accounts that have reported it since the last review.
ALTER TABLE reel_comment ADD COLUMN reports BIGINT NOT NULL DEFAULT 0;
CREATE INDEX reel_comment_reported ON reel_comment (reports, id) WHERE reports > 0;
