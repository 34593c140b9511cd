-- Encodings begun so far. The outcome of an earlier one than the last counts no more.
ALTER TABLE reel_upload ADD COLUMN attempts BIGINT NOT NULL DEFAULT 0;
