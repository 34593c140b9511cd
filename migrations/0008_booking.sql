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
    -- Time at which the present start was confirmed or chosen. A reminder is due only after it.
    scheduled_at    BIGINT  NOT NULL,
    created_at      BIGINT  NOT NULL,
    changed_at      BIGINT  NOT NULL,
    UNIQUE (customer_id, client_id)
);
CREATE INDEX booking_customer ON booking (customer_id, starts_at) WHERE customer_id IS NOT NULL;
CREATE INDEX booking_company ON booking (company_id, starts_at);
CREATE INDEX booking_offering ON booking (offering_id);
CREATE INDEX booking_expiry ON booking (hold_expires_at) WHERE state = 'held';
CREATE INDEX booking_company_expiry ON booking (company_id, hold_expires_at) WHERE state = 'held';
CREATE INDEX booking_awaiting ON booking (company_id) WHERE state = 'awaiting_company';
CREATE INDEX booking_confirmed ON booking (starts_at) WHERE state = 'confirmed';

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

-- Customers who wait for room in a full offering. The first whose party fits is offered a hold: a booking with the id of
-- the entry.
CREATE TABLE waitlist_entry (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- Local date of the slot, or of the arrival.
    date            TEXT    NOT NULL,
    -- Departure of a stay.
    check_out       TEXT,
    -- Chosen start. NULL: any start on the date, or a stay.
    slot_at         BIGINT,
    occurrence_id   BIGINT  REFERENCES occurrence (id) ON DELETE CASCADE,
    -- Class. NULL: the first.
    variant_id      BIGINT  REFERENCES offering_variant (id) ON DELETE CASCADE,
    -- Units of the class, or rooms of a stay.
    quantity        BIGINT  NOT NULL CHECK (quantity >= 1),
    members         BIGINT  NOT NULL CHECK (members >= 1),
    -- Time in which room is wanted.
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    customer_name   TEXT    NOT NULL,
    contact_number  TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    note            TEXT    NOT NULL,
    -- Number of changes that may have made room, and of those that were considered. They only grow, so that a change
    -- during the consideration is not lost.
    wakes           BIGINT  NOT NULL DEFAULT 1,
    considered      BIGINT  NOT NULL DEFAULT 0,
    offered_at      BIGINT,
    announced_at    BIGINT,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX waitlist_entry_company ON waitlist_entry (company_id, starts_at);
CREATE INDEX waitlist_entry_due ON waitlist_entry (company_id, created_at)
    WHERE offered_at IS NULL AND wakes > considered;
CREATE INDEX waitlist_entry_unannounced ON waitlist_entry (offered_at)
    WHERE offered_at IS NOT NULL AND announced_at IS NULL;
CREATE INDEX waitlist_entry_offering ON waitlist_entry (offering_id, created_at);
CREATE INDEX waitlist_entry_account ON waitlist_entry (account_id, created_at);
CREATE INDEX waitlist_entry_occurrence ON waitlist_entry (occurrence_id) WHERE occurrence_id IS NOT NULL;
CREATE INDEX waitlist_entry_variant ON waitlist_entry (variant_id) WHERE variant_id IS NOT NULL;
CREATE INDEX waitlist_entry_end ON waitlist_entry (ends_at);

-- Reminders that were sent. A booking that is moved has another start, so it is reminded again.
CREATE TABLE booking_reminder (
    booking_id      BIGINT  NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
    -- 'day' or 'hours'.
    kind            TEXT    NOT NULL,
    starts_at       BIGINT  NOT NULL,
    sent_at         BIGINT  NOT NULL,
    PRIMARY KEY (booking_id, kind, starts_at)
);

-- Subscription of an account's bookings in a calendar. The secret of its URL is stored as a hash.
CREATE TABLE calendar_feed (
    account_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    secret_hash     TEXT    NOT NULL UNIQUE,
    created_at      BIGINT  NOT NULL
);
