-- Advertisements of companies. See `store::advertisement`.
CREATE TABLE advertisement (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    title           TEXT    NOT NULL,
    text            TEXT    NOT NULL,
    media_id        BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    -- Offering that it leads to. NULL: the page of the company.
    offering_id     BIGINT  REFERENCES offering (id) ON DELETE SET NULL,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    paused          BOOLEAN NOT NULL DEFAULT FALSE,
    -- Random number by which one is drawn.
    lot             BIGINT  NOT NULL,
    views           BIGINT  NOT NULL DEFAULT 0,
    clicks          BIGINT  NOT NULL DEFAULT 0,
    CHECK (starts_at < ends_at)
);
CREATE INDEX advertisement_company ON advertisement (company_id, id);
CREATE INDEX advertisement_lot ON advertisement (lot) WHERE NOT paused;
CREATE INDEX advertisement_media ON advertisement (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX advertisement_offering ON advertisement (offering_id) WHERE offering_id IS NOT NULL;

-- Accounts that have seen an advertisement, so that each counts once.
CREATE TABLE advertisement_view (
    advertisement_id BIGINT NOT NULL REFERENCES advertisement (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    clicked         BOOLEAN NOT NULL DEFAULT FALSE,
    PRIMARY KEY (advertisement_id, account_id)
);
CREATE INDEX advertisement_view_account ON advertisement_view (account_id);
