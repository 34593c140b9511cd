-- Decisions about reported reels. Their company hears of each.
CREATE TABLE reel_review (
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    decision        TEXT    NOT NULL CHECK (decision IN ('hidden', 'kept', 'removed')),
    -- Reason that most reports name. See `store::social::report::Reason`.
    reason          TEXT,
    at              BIGINT  NOT NULL,
    -- Null until the company was told.
    told_at         BIGINT,
    PRIMARY KEY (reel_id, decision, at)
);
CREATE INDEX reel_review_untold ON reel_review (at) WHERE told_at IS NULL;
