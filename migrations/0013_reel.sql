-- Reels: short videos of companies, what people do with them, and favourites.

-- Publications so far. A publication takes the next number under the lock of this row, so that numbers have no holes
-- and a reader that sees a number sees all before it.
CREATE TABLE reel_publication (
    id              BIGINT  NOT NULL PRIMARY KEY CHECK (id = 1),
    number          BIGINT  NOT NULL
);
INSERT INTO reel_publication (id, number) VALUES (1, 0);

CREATE TABLE reel (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- See `store::reel::ReelState`.
    state           TEXT    NOT NULL CHECK (state IN ('draft', 'scheduled', 'published', 'hidden', 'removed')),
    -- Null once the reel is removed.
    video_id        BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    -- The same video in 360 pixels.
    small_video_id  BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    poster_id       BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    caption         TEXT    NOT NULL DEFAULT '',
    -- Locale code of caption and speech.
    language        TEXT    NOT NULL,
    -- Time to publish a scheduled reel.
    publish_at      BIGINT,
    -- Order of publication, from 1. Kept by hidden and removed reels.
    number          BIGINT  UNIQUE,
    published_at    BIGINT,
    -- Place on the company's page. The lowest first, then the newest.
    position        BIGINT  NOT NULL DEFAULT 0,
    -- Square of half a degree in which the company was at publication: see `store::reel::feed`.
    cell            BIGINT,
    likes           BIGINT  NOT NULL DEFAULT 0,
    comments        BIGINT  NOT NULL DEFAULT 0,
    saves           BIGINT  NOT NULL DEFAULT 0,
    shares          BIGINT  NOT NULL DEFAULT 0,
    -- Accounts that have watched it.
    views           BIGINT  NOT NULL DEFAULT 0,
    -- Sum of the longest time that each account watched.
    watched_ms      BIGINT  NOT NULL DEFAULT 0,
    -- Changes of the counters so far. Orders the states that live pages receive.
    revision        BIGINT  NOT NULL DEFAULT 0,
    -- Accounts that have reported it since the last review.
    reports         BIGINT  NOT NULL DEFAULT 0,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);
CREATE INDEX reel_company ON reel (company_id, state, number);
CREATE INDEX reel_cell ON reel (cell, number) WHERE state = 'published';
CREATE INDEX reel_likes ON reel (likes, number) WHERE state = 'published';
CREATE INDEX reel_due ON reel (publish_at) WHERE state = 'scheduled';
CREATE INDEX reel_reported ON reel (reports, id) WHERE reports > 0;
CREATE INDEX reel_video ON reel (video_id) WHERE video_id IS NOT NULL;
CREATE INDEX reel_small_video ON reel (small_video_id) WHERE small_video_id IS NOT NULL;
CREATE INDEX reel_poster ON reel (poster_id) WHERE poster_id IS NOT NULL;

-- What is sold in a reel, in order.
CREATE TABLE reel_offering (
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    PRIMARY KEY (reel_id, offering_id)
);
CREATE INDEX reel_offering_offering ON reel_offering (offering_id);

-- Subtitles in WebVTT.
CREATE TABLE reel_subtitle (
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    language        TEXT    NOT NULL,
    text            TEXT    NOT NULL,
    PRIMARY KEY (reel_id, language)
);

CREATE TABLE reel_like (
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (reel_id, account_id)
);
CREATE INDEX reel_like_account ON reel_like (account_id, at);

CREATE TABLE reel_comment (
    id              BIGINT  NOT NULL PRIMARY KEY,
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    -- Comment that this one answers. An answer has no answers.
    parent_id       BIGINT  REFERENCES reel_comment (id) ON DELETE CASCADE,
    author_id       BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    text            TEXT    NOT NULL,
    -- JSON array of the ids of mentioned accounts.
    mentions        TEXT    NOT NULL DEFAULT '[]',
    likes           BIGINT  NOT NULL DEFAULT 0,
    replies         BIGINT  NOT NULL DEFAULT 0,
    at              BIGINT  NOT NULL
);
CREATE INDEX reel_comment_reel ON reel_comment (reel_id, id) WHERE parent_id IS NULL;
CREATE INDEX reel_comment_parent ON reel_comment (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX reel_comment_author ON reel_comment (author_id, id);

CREATE TABLE reel_comment_like (
    comment_id      BIGINT  NOT NULL REFERENCES reel_comment (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    PRIMARY KEY (comment_id, account_id)
);
CREATE INDEX reel_comment_like_account ON reel_comment_like (account_id);

CREATE TABLE reel_view (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    -- Longest time at once.
    watched_ms      BIGINT  NOT NULL,
    skipped         BOOLEAN NOT NULL,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (account_id, reel_id)
);
CREATE INDEX reel_view_reel ON reel_view (reel_id);

-- What an account makes of the reels of a company.
CREATE TABLE reel_taste (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    likes           BIGINT  NOT NULL DEFAULT 0,
    skips           BIGINT  NOT NULL DEFAULT 0,
    -- Since when the account wants to see none of them.
    muted_at        BIGINT,
    PRIMARY KEY (account_id, company_id)
);
CREATE INDEX reel_taste_company ON reel_taste (company_id);
CREATE INDEX reel_taste_muted ON reel_taste (account_id, muted_at) WHERE muted_at IS NOT NULL;

-- A report is about a chat, an account or a reel.
ALTER TABLE report ADD COLUMN reel_id BIGINT REFERENCES reel (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX report_reel ON report (reel_id, reporter_id) WHERE reel_id IS NOT NULL;

-- Uploads of videos in parts. The bytes are in the blob store until the video is encoded.
CREATE TABLE reel_upload (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    owner_id        BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- Key of the file that the parts are written to.
    key             TEXT    NOT NULL UNIQUE,
    name            TEXT    NOT NULL,
    bytes           BIGINT  NOT NULL,
    part_bytes      BIGINT  NOT NULL,
    -- See `store::reel::upload::UploadState`.
    state           TEXT    NOT NULL CHECK (state IN ('receiving', 'processing', 'ready', 'failed', 'used')),
    -- Reason for the failure.
    failure         TEXT,
    video_id        BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    small_video_id  BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    poster_id       BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);
CREATE INDEX reel_upload_company ON reel_upload (company_id, created_at);
CREATE INDEX reel_upload_updated ON reel_upload (updated_at);

CREATE TABLE reel_upload_part (
    upload_id       BIGINT  NOT NULL REFERENCES reel_upload (id) ON DELETE CASCADE,
    number          BIGINT  NOT NULL,
    -- SHA-256 of the bytes, hexadecimal.
    checksum        TEXT    NOT NULL,
    PRIMARY KEY (upload_id, number)
);

CREATE TABLE favourite_folder (
    id              BIGINT  NOT NULL PRIMARY KEY,
    owner_id        BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name            TEXT    NOT NULL,
    -- The name without case and accents.
    name_key        TEXT    NOT NULL,
    items           BIGINT  NOT NULL DEFAULT 0,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL,
    UNIQUE (owner_id, name_key)
);

-- An account has an item in one folder at a time.
CREATE TABLE favourite_item (
    owner_id        BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL CHECK (kind IN ('reel', 'offering')),
    -- Reel or offering, by kind.
    item_id         BIGINT  NOT NULL,
    folder_id       BIGINT  NOT NULL REFERENCES favourite_folder (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (owner_id, kind, item_id)
);
CREATE INDEX favourite_item_folder ON favourite_item (folder_id, at);
