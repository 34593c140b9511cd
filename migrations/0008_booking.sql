-- What is taken of the inventory, and the bookings that took it.

-- Counted inventory: units of a variant at one start. Stock has one bucket, at 0. The row comes into being with the first
-- hold.
CREATE TABLE capacity_bucket (
    variant_id      BIGINT  NOT NULL REFERENCES offering_variant (id) ON DELETE CASCADE,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    capacity        BIGINT  NOT NULL,
    held            BIGINT  NOT NULL DEFAULT 0 CHECK (held >= 0),
    sold            BIGINT  NOT NULL DEFAULT 0 CHECK (sold >= 0),
    PRIMARY KEY (variant_id, starts_at),
    CHECK (held + sold <= capacity)
);

CREATE TABLE booking (
    id              BIGINT  NOT NULL PRIMARY KEY,
    -- What people read to each other: `K7Q-4MX`.
    code            TEXT    NOT NULL UNIQUE,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    -- NULL for a walk-in.
    customer_id     BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    state           TEXT    NOT NULL,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    members         BIGINT  NOT NULL CHECK (members >= 1),
    -- Minor units of `currency`, VAT included.
    total           BIGINT  NOT NULL CHECK (total >= 0),
    vat             BIGINT  NOT NULL,
    currency        TEXT    NOT NULL,
    customer_name   TEXT    NOT NULL DEFAULT '',
    contact_number  TEXT    NOT NULL DEFAULT '',
    email           TEXT    NOT NULL DEFAULT '',
    note            TEXT    NOT NULL DEFAULT '',
    -- Seen by the business only.
    company_note    TEXT    NOT NULL DEFAULT '',
    -- Idempotency key of the customer's client.
    client_id       TEXT,
    hold_expires_at BIGINT,
    -- Terms at the time of booking: free until, then this fee.
    free_cancel_until BIGINT NOT NULL,
    cancel_fee      BIGINT  NOT NULL,
    cancel_reason   TEXT,
    reminded_at     BIGINT,
    created_at      BIGINT  NOT NULL,
    changed_at      BIGINT  NOT NULL,
    UNIQUE (customer_id, client_id)
);
CREATE INDEX booking_customer ON booking (customer_id, starts_at) WHERE customer_id IS NOT NULL;
CREATE INDEX booking_company ON booking (company_id, starts_at);
CREATE INDEX booking_offering ON booking (offering_id);
CREATE INDEX booking_expiry ON booking (hold_expires_at) WHERE state = 'held';
CREATE INDEX booking_company_expiry ON booking (company_id, hold_expires_at) WHERE state = 'held';
CREATE INDEX booking_reminder ON booking (starts_at) WHERE state = 'confirmed' AND reminded_at IS NULL;

-- Units that a booking takes from buckets. A stay has one row for each night.
CREATE TABLE booking_item (
    booking_id      BIGINT  NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    variant_id      BIGINT  NOT NULL REFERENCES offering_variant (id) ON DELETE CASCADE,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    quantity        BIGINT  NOT NULL CHECK (quantity >= 1),
    unit_price      BIGINT  NOT NULL CHECK (unit_price >= 0),
    -- The bucket is counted. FALSE: the price only.
    counted         BOOLEAN NOT NULL,
    PRIMARY KEY (booking_id, variant_id, starts_at)
);
CREATE INDEX booking_item_variant ON booking_item (variant_id, starts_at);

CREATE TABLE booking_resource (
    booking_id      BIGINT  NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    resource_id     BIGINT  NOT NULL REFERENCES resource (id) ON DELETE CASCADE,
    PRIMARY KEY (booking_id, resource_id)
);
CREATE INDEX booking_resource_resource ON booking_resource (resource_id);

-- Exclusive inventory: a resource on a grid of five minutes (`tick` is Unix time / 300 s). The primary key decides who
-- was first.
CREATE TABLE occupancy (
    resource_id     BIGINT  NOT NULL REFERENCES resource (id) ON DELETE CASCADE,
    tick            BIGINT  NOT NULL,
    booking_id      BIGINT  NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    PRIMARY KEY (resource_id, tick)
);
CREATE INDEX occupancy_booking ON occupancy (booking_id);

-- Each step of a booking, for its timeline.
CREATE TABLE booking_change (
    booking_id      BIGINT  NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    state           TEXT    NOT NULL,
    -- 'customer', 'company' or 'system'.
    actor           TEXT    NOT NULL,
    actor_id        BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    note            TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (booking_id, at, state)
);

CREATE TABLE waitlist_entry (
    id              BIGINT  NOT NULL PRIMARY KEY,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    date            TEXT    NOT NULL,
    members         BIGINT  NOT NULL CHECK (members >= 1),
    created_at      BIGINT  NOT NULL,
    -- Hold that was offered to this person.
    booking_id      BIGINT  REFERENCES booking (id) ON DELETE SET NULL,
    UNIQUE (offering_id, account_id, date)
);
CREATE INDEX waitlist_entry_first ON waitlist_entry (offering_id, date, created_at);
