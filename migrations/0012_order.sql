-- Delivery addresses, carts, orders and payments. Money is in minor units of the company's currency.

CREATE TABLE delivery_address (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL CHECK (kind IN ('home', 'work')),
    first_name      TEXT    NOT NULL,
    last_name       TEXT    NOT NULL,
    phone_number    TEXT    NOT NULL,
    -- House number or name of the building.
    house           TEXT    NOT NULL,
    road            TEXT    NOT NULL,
    pincode         TEXT    NOT NULL,
    city            TEXT    NOT NULL,
    state           TEXT    NOT NULL,
    -- ISO 3166-1 alpha-2.
    country         TEXT    NOT NULL,
    latitude        DOUBLE PRECISION,
    longitude       DOUBLE PRECISION,
    -- For the courier.
    instructions    TEXT    NOT NULL DEFAULT '',
    is_default      BOOLEAN NOT NULL DEFAULT FALSE,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX delivery_address_account ON delivery_address (account_id, created_at);

-- Ways in which a company hands over orders: see `store::order::Fulfilment`. No row: not offered.
CREATE TABLE fulfilment (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL,
    -- Minutes from the payment until the order is ready or delivered.
    minutes         BIGINT  NOT NULL CHECK (minutes >= 0),
    minimum_order   BIGINT  NOT NULL DEFAULT 0 CHECK (minimum_order >= 0),
    PRIMARY KEY (company_id, kind)
);

-- Fee of a delivery up to a distance. The nearest zone that reaches the address applies.
CREATE TABLE delivery_zone (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL,
    up_to_metres    BIGINT  NOT NULL CHECK (up_to_metres > 0),
    fee             BIGINT  NOT NULL CHECK (fee >= 0),
    -- Subtotal from which the delivery is free. NULL: never.
    free_from       BIGINT  CHECK (free_from >= 0),
    PRIMARY KEY (company_id, kind, up_to_metres),
    FOREIGN KEY (company_id, kind) REFERENCES fulfilment (company_id, kind) ON DELETE CASCADE
);

CREATE TABLE promo_code (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Upper case.
    code            TEXT    NOT NULL,
    kind            TEXT    NOT NULL CHECK (kind IN ('percent', 'amount', 'free_delivery')),
    -- Percent, or minor units.
    value           BIGINT  NOT NULL CHECK (value >= 0),
    minimum_order   BIGINT  NOT NULL DEFAULT 0,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    -- Maximum uses in all, and by one customer. NULL: no limit.
    limit_total     BIGINT  CHECK (limit_total >= 0),
    limit_each      BIGINT  CHECK (limit_each >= 0),
    used            BIGINT  NOT NULL DEFAULT 0 CHECK (used >= 0),
    is_active       BOOLEAN NOT NULL DEFAULT TRUE,
    created_at      BIGINT  NOT NULL,
    UNIQUE (company_id, code)
);

-- One cart for each company. It stays until its order is paid.
CREATE TABLE cart (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- NULL: not chosen yet.
    fulfilment      TEXT,
    customer_name   TEXT    NOT NULL DEFAULT '',
    contact_number  TEXT    NOT NULL DEFAULT '',
    email           TEXT    NOT NULL DEFAULT '',
    note            TEXT    NOT NULL DEFAULT '',
    wants_cutlery   BOOLEAN NOT NULL DEFAULT FALSE,
    address_id      BIGINT  REFERENCES delivery_address (id) ON DELETE SET NULL,
    -- NULL: as soon as possible.
    scheduled_at    BIGINT,
    members         BIGINT,
    promo_code      TEXT,
    tip             BIGINT  NOT NULL DEFAULT 0 CHECK (tip >= 0),
    updated_at      BIGINT  NOT NULL,
    UNIQUE (account_id, company_id)
);
CREATE INDEX cart_company ON cart (company_id);
CREATE INDEX cart_address ON cart (address_id) WHERE address_id IS NOT NULL;

CREATE TABLE cart_line (
    id              BIGINT  NOT NULL PRIMARY KEY,
    cart_id         BIGINT  NOT NULL REFERENCES cart (id) ON DELETE CASCADE,
    variant_id      BIGINT  NOT NULL REFERENCES offering_variant (id) ON DELETE CASCADE,
    -- JSON array of chosen options: group and choice.
    options         TEXT    NOT NULL DEFAULT '[]',
    note            TEXT    NOT NULL DEFAULT '',
    quantity        BIGINT  NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    UNIQUE (cart_id, variant_id, options, note)
);
CREATE INDEX cart_line_variant ON cart_line (variant_id);

-- One payment of a checkout, for one order of each company.
CREATE TABLE payment (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    -- 'sandbox', 'stripe', or 'on_site'.
    provider        TEXT    NOT NULL,
    -- Id at the provider.
    reference       TEXT,
    state           TEXT    NOT NULL,
    amount          BIGINT  NOT NULL CHECK (amount >= 0),
    refunded        BIGINT  NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
    currency        TEXT    NOT NULL,
    card_brand      TEXT,
    card_last4      TEXT,
    -- Code of the last failure.
    failure         TEXT,
    -- Idempotency key of the customer's client, and hash of the request.
    client_id       TEXT,
    request_hash    TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    changed_at      BIGINT  NOT NULL,
    UNIQUE (account_id, client_id)
);
CREATE INDEX payment_processing ON payment (provider, changed_at) WHERE state = 'processing';
CREATE UNIQUE INDEX payment_reference ON payment (provider, reference) WHERE reference IS NOT NULL;

-- Events of the provider that were applied. An event applies once.
CREATE TABLE payment_event (
    provider        TEXT    NOT NULL,
    event_id        TEXT    NOT NULL,
    payment_id      BIGINT  NOT NULL REFERENCES payment (id) ON DELETE CASCADE,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (provider, event_id)
);
CREATE INDEX payment_event_payment ON payment_event (payment_id);

CREATE TABLE customer_order (
    id              BIGINT  NOT NULL PRIMARY KEY,
    -- Order number that people read to each other: `P7KQ-4MXD`.
    code            TEXT    NOT NULL UNIQUE,
    company_id      BIGINT  NOT NULL REFERENCES company (id),
    customer_id     BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    payment_id      BIGINT  NOT NULL REFERENCES payment (id),
    state           TEXT    NOT NULL,
    fulfilment      TEXT    NOT NULL,
    customer_name   TEXT    NOT NULL,
    contact_number  TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    note            TEXT    NOT NULL DEFAULT '',
    wants_cutlery   BOOLEAN NOT NULL DEFAULT FALSE,
    members         BIGINT,
    -- JSON object: the delivery address at the time of the order.
    address         TEXT,
    scheduled_at    BIGINT,
    -- Time that the customer was told.
    promised_at     BIGINT,
    subtotal        BIGINT  NOT NULL CHECK (subtotal >= 0),
    discount        BIGINT  NOT NULL CHECK (discount BETWEEN 0 AND subtotal + delivery_fee),
    delivery_fee    BIGINT  NOT NULL CHECK (delivery_fee >= 0),
    tip             BIGINT  NOT NULL CHECK (tip >= 0),
    -- Contained in the total.
    vat             BIGINT  NOT NULL,
    total           BIGINT  NOT NULL CHECK (total = subtotal - discount + delivery_fee + tip),
    refunded        BIGINT  NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND total),
    currency        TEXT    NOT NULL,
    promo_id        BIGINT  REFERENCES promo_code (id) ON DELETE SET NULL,
    promo_code      TEXT,
    -- End of the time to pay.
    hold_expires_at BIGINT,
    cancel_reason   TEXT,
    -- Member of the company who has taken the order.
    handled_by      BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    -- Answer of the customer: received or not.
    received        BOOLEAN,
    created_at      BIGINT  NOT NULL,
    changed_at      BIGINT  NOT NULL
);
CREATE INDEX customer_order_customer ON customer_order (customer_id, created_at) WHERE customer_id IS NOT NULL;
CREATE INDEX customer_order_pending ON customer_order (company_id, customer_id) WHERE state = 'pending_payment';
CREATE INDEX customer_order_board ON customer_order (company_id, id, state)
    WHERE state IN ('new', 'accepted', 'processing', 'ready', 'en_route');
CREATE INDEX customer_order_expiry ON customer_order (hold_expires_at) WHERE state = 'pending_payment';
CREATE INDEX customer_order_payment ON customer_order (payment_id);
CREATE INDEX customer_order_promo ON customer_order (promo_id, customer_id) WHERE promo_id IS NOT NULL;
CREATE INDEX customer_order_handled_by ON customer_order (handled_by) WHERE handled_by IS NOT NULL;

CREATE TABLE order_line (
    order_id        BIGINT  NOT NULL REFERENCES customer_order (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    offering_id     BIGINT  REFERENCES offering (id) ON DELETE SET NULL,
    variant_id      BIGINT  REFERENCES offering_variant (id) ON DELETE SET NULL,
    name            TEXT    NOT NULL,
    variant_name    TEXT    NOT NULL,
    -- JSON array of chosen options with their prices.
    options         TEXT    NOT NULL,
    note            TEXT    NOT NULL,
    quantity        BIGINT  NOT NULL CHECK (quantity >= 1),
    -- Options included.
    unit_price      BIGINT  NOT NULL CHECK (unit_price >= 0),
    vat_rate        BIGINT  NOT NULL,
    discount        BIGINT  NOT NULL,
    -- After the discount, VAT included.
    amount          BIGINT  NOT NULL CHECK (amount = quantity * unit_price - discount),
    vat             BIGINT  NOT NULL,
    -- Units are taken from the stock.
    counted         BOOLEAN NOT NULL,
    PRIMARY KEY (order_id, position)
);
CREATE INDEX order_line_offering ON order_line (offering_id) WHERE offering_id IS NOT NULL;
CREATE INDEX order_line_variant ON order_line (variant_id) WHERE variant_id IS NOT NULL;

-- Each step of an order, for its timeline.
CREATE TABLE order_change (
    order_id        BIGINT  NOT NULL REFERENCES customer_order (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    at              BIGINT  NOT NULL,
    state           TEXT    NOT NULL,
    -- 'customer', 'company' or 'system'.
    actor           TEXT    NOT NULL,
    actor_id        BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    note            TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (order_id, position)
);
CREATE INDEX order_change_actor ON order_change (actor_id) WHERE actor_id IS NOT NULL;

-- Cards that the payment provider keeps. Their numbers never reach this server.
CREATE TABLE saved_card (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    provider        TEXT    NOT NULL,
    -- Token of the provider.
    token           TEXT    NOT NULL,
    brand           TEXT    NOT NULL,
    last4           TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    UNIQUE (account_id, provider, token)
);
