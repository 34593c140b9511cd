-- Children of a party, among its members. Bookings of before have none.
ALTER TABLE booking ADD COLUMN children BIGINT NOT NULL DEFAULT 0 CHECK (children >= 0 AND children < members);
ALTER TABLE waitlist_entry ADD COLUMN children BIGINT NOT NULL DEFAULT 0 CHECK (children >= 0 AND children < members);

-- Favourites may be companies. SQLite changes a check by a new table only.
CREATE TABLE favourite_item_of_all_kinds (
    owner_id        BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL CHECK (kind IN ('reel', 'offering', 'company')),
    -- Reel, offering or company, by kind.
    item_id         BIGINT  NOT NULL,
    folder_id       BIGINT  NOT NULL REFERENCES favourite_folder (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (owner_id, kind, item_id)
);
INSERT INTO favourite_item_of_all_kinds (owner_id, kind, item_id, folder_id, at)
    SELECT owner_id, kind, item_id, folder_id, at FROM favourite_item;
DROP TABLE favourite_item;
ALTER TABLE favourite_item_of_all_kinds RENAME TO favourite_item;
CREATE INDEX favourite_item_folder ON favourite_item (folder_id, at);
