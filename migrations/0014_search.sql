-- Search reads companies and offerings by the time of their last change.

ALTER TABLE company ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX company_changed ON company (changed_at, id);
CREATE INDEX offering_updated ON offering (updated_at, id);

-- Tells the database from others, so that the index of another one is not used.
CREATE TABLE search_epoch (
    id              BIGINT  NOT NULL PRIMARY KEY CHECK (id = 1),
    epoch           BIGINT  NOT NULL
);
