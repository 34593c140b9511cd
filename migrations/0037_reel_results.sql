-- Figures of a reel for its company: plays, visitors without an account, openings of its offerings, and sales.

-- Times that accounts began it, and accounts that watched it to the end.
ALTER TABLE reel ADD COLUMN plays BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reel ADD COLUMN finished BIGINT NOT NULL DEFAULT 0;
-- Accounts that opened an offering from it, each offering by itself.
ALTER TABLE reel ADD COLUMN opens BIGINT NOT NULL DEFAULT 0;
-- The same of visitors without an account: estimates of `reel_visitors`.
ALTER TABLE reel ADD COLUMN visitor_views BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reel ADD COLUMN visitor_opens BIGINT NOT NULL DEFAULT 0;
-- Sales of `reel_sale`. The income is in minor units of the company's currency.
ALTER TABLE reel ADD COLUMN bookings BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reel ADD COLUMN orders BIGINT NOT NULL DEFAULT 0;
ALTER TABLE reel ADD COLUMN income BIGINT NOT NULL DEFAULT 0;

ALTER TABLE reel_view ADD COLUMN plays BIGINT NOT NULL DEFAULT 1;
ALTER TABLE reel_view ADD COLUMN finished BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE reel_view SET finished = TRUE WHERE 20 * watched_ms >= (
    SELECT 19 * v.duration_ms FROM reel r JOIN media v ON v.id = r.video_id WHERE r.id = reel_view.reel_id);
UPDATE reel SET plays = views, finished = (
    SELECT COUNT(*) FROM reel_view w WHERE w.reel_id = reel.id AND w.finished = TRUE);

-- Visitors without an account, as a sketch of a fixed size: see `store::types::distinct_sketch`. Nothing of a visitor can
-- be read from it.
CREATE TABLE reel_visitors (
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    event           TEXT    NOT NULL CHECK (event IN ('view', 'open')),
    sketch          TEXT    NOT NULL,
    PRIMARY KEY (reel_id, event)
);

-- Latest time at which an account opened an offering from a reel.
CREATE TABLE reel_open (
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (account_id, offering_id, reel_id)
);
CREATE INDEX reel_open_reel ON reel_open (reel_id);
CREATE INDEX reel_open_offering ON reel_open (offering_id);

-- Bookings and lines of orders that a reel led to, from the time that they were made.
CREATE TABLE reel_sale (
    reel_id         BIGINT  NOT NULL REFERENCES reel (id) ON DELETE CASCADE,
    booking_id      BIGINT  UNIQUE REFERENCES booking (id) ON DELETE CASCADE,
    order_id        BIGINT  REFERENCES customer_order (id) ON DELETE CASCADE,
    -- Line of the order.
    position        BIGINT,
    -- Sold and not cancelled.
    counted         BOOLEAN NOT NULL DEFAULT FALSE,
    -- Minor units, without what was paid back. 0 unless counted.
    income          BIGINT  NOT NULL DEFAULT 0,
    UNIQUE (order_id, position),
    CHECK ((booking_id IS NULL) <> (order_id IS NULL) AND (order_id IS NULL) = (position IS NULL))
);
CREATE INDEX reel_sale_reel ON reel_sale (reel_id);
