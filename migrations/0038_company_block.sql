-- Changes of a date that hold for everything a company offers by weekly times, and the company's notes on them.
CREATE TABLE schedule_change (
    id              BIGINT  NOT NULL PRIMARY KEY,
    offering_id     BIGINT  REFERENCES offering (id) ON DELETE CASCADE,
    resource_id     BIGINT  REFERENCES resource (id) ON DELETE CASCADE,
    company_id      BIGINT  REFERENCES company (id) ON DELETE CASCADE,
    date            TEXT    NOT NULL,
    -- NULL with `available = FALSE`: the whole day.
    starts          BIGINT,
    ends            BIGINT,
    available       BOOLEAN NOT NULL,
    note            TEXT    NOT NULL DEFAULT '',
    -- One owner.
    CHECK (CASE WHEN offering_id IS NULL THEN 0 ELSE 1 END + CASE WHEN resource_id IS NULL THEN 0 ELSE 1 END
        + CASE WHEN company_id IS NULL THEN 0 ELSE 1 END = 1)
);
INSERT INTO schedule_change (id, offering_id, resource_id, date, starts, ends, available)
    SELECT id, offering_id, resource_id, date, starts, ends, available FROM schedule_exception;
DROP TABLE schedule_exception;
ALTER TABLE schedule_change RENAME TO schedule_exception;
CREATE INDEX schedule_exception_offering ON schedule_exception (offering_id, date) WHERE offering_id IS NOT NULL;
CREATE INDEX schedule_exception_resource ON schedule_exception (resource_id, date) WHERE resource_id IS NOT NULL;
CREATE INDEX schedule_exception_company ON schedule_exception (company_id, date) WHERE company_id IS NOT NULL;
