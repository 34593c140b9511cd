-- Companies and what they offer.
-- Money is in minor units of the company's currency. Minutes of a day may exceed 1440: past midnight. Dates are
-- YYYY-MM-DD in the company's time zone.

CREATE TABLE company (
    id              BIGINT  NOT NULL PRIMARY KEY,
    owner_id        BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- Account of kind 'company' with the name and logo: the company in chats and blocks.
    account_id      BIGINT  NOT NULL UNIQUE REFERENCES account (id) ON DELETE CASCADE,
    -- Lower-case name in the URL of the public page: `casa-azul`.
    handle          TEXT    NOT NULL UNIQUE,
    name            TEXT    NOT NULL,
    -- Words of name, town and categories, each after a space, without case and accents.
    search_key      TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    phone           TEXT    NOT NULL,
    registration    TEXT,
    vat_number      TEXT,
    address         TEXT    NOT NULL,
    city            TEXT    NOT NULL,
    postal_code     TEXT    NOT NULL,
    -- ISO 3166-1 alpha-2.
    country         TEXT    NOT NULL,
    latitude        DOUBLE PRECISION,
    longitude       DOUBLE PRECISION,
    website         TEXT,
    -- JSON array of the URLs of its pages on social networks.
    social_links    TEXT    NOT NULL DEFAULT '[]',
    -- IANA name.
    time_zone       TEXT    NOT NULL,
    -- ISO 4217.
    currency        TEXT    NOT NULL,
    description     TEXT    NOT NULL DEFAULT '',
    logo_id         BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    cover_id        BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    price_level     BIGINT  CHECK (price_level BETWEEN 1 AND 4),
    minimum_order   BIGINT  NOT NULL DEFAULT 0,
    takes_orders_in_store BOOLEAN NOT NULL DEFAULT TRUE,
    -- Length of a table reservation.
    table_minutes   BIGINT  NOT NULL DEFAULT 90,
    -- Bookings are accepted from this many minutes before the start, up to this many days ahead.
    notice_minutes  BIGINT  NOT NULL DEFAULT 30,
    horizon_days    BIGINT  NOT NULL DEFAULT 90,
    -- A booking is cancelled for free until this many hours before its start. Later, the fee is this share of the total.
    free_cancel_hours BIGINT NOT NULL DEFAULT 24,
    cancel_fee_percent BIGINT NOT NULL DEFAULT 0 CHECK (cancel_fee_percent BETWEEN 0 AND 100),
    -- The business answers each booking before it is confirmed.
    approves_bookings BOOLEAN NOT NULL DEFAULT FALSE,
    paused_until    BIGINT,
    rating_sum      BIGINT  NOT NULL DEFAULT 0,
    rating_count    BIGINT  NOT NULL DEFAULT 0,
    follower_count  BIGINT  NOT NULL DEFAULT 0,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX company_owner ON company (owner_id);
CREATE INDEX company_city ON company (city);
CREATE INDEX company_logo ON company (logo_id) WHERE logo_id IS NOT NULL;
CREATE INDEX company_cover ON company (cover_id) WHERE cover_id IS NOT NULL;

CREATE TABLE company_category (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    category        TEXT    NOT NULL,
    PRIMARY KEY (company_id, category)
);
CREATE INDEX company_category_category ON company_category (category, company_id);

CREATE TABLE company_subcategory (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    subcategory     TEXT    NOT NULL,
    PRIMARY KEY (company_id, subcategory)
);

-- Filter features, such as `halal` or `pet_friendly`.
CREATE TABLE company_feature (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    feature         TEXT    NOT NULL,
    PRIMARY KEY (company_id, feature)
);

-- Accounts that act for the company, the owner included.
CREATE TABLE company_member (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    role            TEXT    NOT NULL CHECK (role IN ('owner', 'manager', 'staff')),
    since           BIGINT  NOT NULL,
    -- Rises with each choice of the account. Its membership with the highest is the active one.
    choice          BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (company_id, account_id)
);
CREATE INDEX company_member_account ON company_member (account_id, choice, company_id);

-- The company that each account acts for. The loss of a membership makes the one chosen before it active.
CREATE VIEW active_member AS
SELECT m.company_id, m.account_id, m.role FROM company_member m
WHERE NOT EXISTS (SELECT 1 FROM company_member o
    WHERE o.account_id = m.account_id AND (o.choice, o.company_id) > (m.choice, m.company_id));


CREATE TABLE company_follower (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    since           BIGINT  NOT NULL,
    PRIMARY KEY (company_id, account_id)
);
CREATE INDEX company_follower_account ON company_follower (account_id, since);

-- Weekdays count from 1, Monday.
CREATE TABLE opening_interval (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    weekday         BIGINT  NOT NULL CHECK (weekday BETWEEN 1 AND 7),
    opens           BIGINT  NOT NULL,
    closes          BIGINT  NOT NULL,
    PRIMARY KEY (company_id, weekday, opens)
);

-- Hours of one date that replace those of its weekday.
CREATE TABLE opening_exception (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    date            TEXT    NOT NULL,
    -- JSON array of [opens, closes]. Empty: closed.
    hours           TEXT    NOT NULL,
    note            TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (company_id, date)
);

CREATE TABLE company_picture (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    media_id        BIGINT  NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    caption         TEXT    NOT NULL DEFAULT '',
    position        BIGINT  NOT NULL,
    PRIMARY KEY (company_id, media_id)
);
CREATE INDEX company_picture_media ON company_picture (media_id);

CREATE TABLE company_news (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    title           TEXT    NOT NULL,
    text            TEXT    NOT NULL,
    media_id        BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    published_at    BIGINT  NOT NULL
);
CREATE INDEX company_news_company ON company_news (company_id, published_at);
CREATE INDEX company_news_media ON company_news (media_id) WHERE media_id IS NOT NULL;

-- Section of a menu, or shelf of a shop.
CREATE TABLE offering_folder (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    name            TEXT    NOT NULL,
    position        BIGINT  NOT NULL
);
CREATE INDEX offering_folder_company ON offering_folder (company_id);

-- What a company sells: a dish, a treatment, a room type, a sailing, an event, a product.
CREATE TABLE offering (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    category        TEXT    NOT NULL,
    subcategory     TEXT,
    kind            TEXT    NOT NULL CHECK (kind IN ('product', 'service', 'ticket')),
    -- Allocator: see `store::catalogue::availability`.
    availability    TEXT    NOT NULL,
    state           TEXT    NOT NULL CHECK (state IN ('draft', 'active', 'archived')),
    name            TEXT    NOT NULL,
    search_key      TEXT    NOT NULL,
    description     TEXT    NOT NULL DEFAULT '',
    -- Lowest price of the variants that are for sale.
    price           BIGINT  NOT NULL CHECK (price >= 0),
    -- Hundredths of a percent: 1000 is 10 %. Included in the price.
    vat_rate        BIGINT  NOT NULL CHECK (vat_rate BETWEEN 0 AND 10000),
    -- Price when delivered, where it differs.
    delivery_price  BIGINT  CHECK (delivery_price >= 0),
    duration_minutes BIGINT NOT NULL DEFAULT 0,
    -- Distance between two starts, and time to clear after each.
    step_minutes    BIGINT  NOT NULL DEFAULT 30,
    buffer_minutes  BIGINT  NOT NULL DEFAULT 0,
    -- Persons of one booking.
    members_min     BIGINT  NOT NULL DEFAULT 1,
    members_max     BIGINT  NOT NULL DEFAULT 1,
    -- JSON object of the category's detail fields.
    details         TEXT    NOT NULL DEFAULT '{}',
    -- JSON array of option groups of a dish: name, required, max, choices with price.
    options         TEXT    NOT NULL DEFAULT '[]',
    folder_id       BIGINT  REFERENCES offering_folder (id) ON DELETE SET NULL,
    position        BIGINT  NOT NULL DEFAULT 0,
    sold_out        BOOLEAN NOT NULL DEFAULT FALSE,
    rating_sum      BIGINT  NOT NULL DEFAULT 0,
    rating_count    BIGINT  NOT NULL DEFAULT 0,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);
CREATE INDEX offering_company ON offering (company_id, state, kind, position);
CREATE INDEX offering_category ON offering (category, state, id);
CREATE INDEX offering_folder_id ON offering (folder_id) WHERE folder_id IS NOT NULL;

CREATE TABLE offering_picture (
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    media_id        BIGINT  NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    PRIMARY KEY (offering_id, media_id)
);
CREATE INDEX offering_picture_media ON offering_picture (media_id);

-- What is counted and priced: each offering has at least one. Colour and size of a product, ticket class, cabin class.
CREATE TABLE offering_variant (
    id              BIGINT  NOT NULL PRIMARY KEY,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    name            TEXT    NOT NULL DEFAULT '',
    -- JSON object: color, size.
    attributes      TEXT    NOT NULL DEFAULT '{}',
    sku             TEXT,
    price           BIGINT  NOT NULL CHECK (price >= 0),
    -- Units of each bucket: rooms a night, places a start, seats an occurrence, stock in all. NULL: not counted.
    capacity        BIGINT  CHECK (capacity >= 0),
    position        BIGINT  NOT NULL DEFAULT 0,
    sold_out        BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX offering_variant_offering ON offering_variant (offering_id, position);
-- Finds the lines of an imported file.
CREATE INDEX offering_variant_sku ON offering_variant (sku) WHERE sku IS NOT NULL;

-- Price of the nights from `from_date` to `to_date`, both included, on these weekdays (bit 0 is Monday).
CREATE TABLE night_rate (
    id              BIGINT  NOT NULL PRIMARY KEY,
    variant_id      BIGINT  NOT NULL REFERENCES offering_variant (id) ON DELETE CASCADE,
    from_date       TEXT    NOT NULL,
    to_date         TEXT    NOT NULL,
    weekdays        BIGINT  NOT NULL DEFAULT 127,
    -- NULL: the price of the variant.
    price           BIGINT  CHECK (price >= 0),
    min_nights      BIGINT  NOT NULL DEFAULT 1,
    closed          BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX night_rate_variant ON night_rate (variant_id);

-- A dated occurrence: concert evening, sailing, workshop date.
CREATE TABLE occurrence (
    id              BIGINT  NOT NULL PRIMARY KEY,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    starts_at       BIGINT  NOT NULL,
    ends_at         BIGINT  NOT NULL,
    cancelled_at    BIGINT,
    UNIQUE (offering_id, starts_at)
);

-- What is taken as a whole: a therapist, a table, a boat.
CREATE TABLE resource (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL CHECK (kind IN ('staff', 'table', 'equipment')),
    name            TEXT    NOT NULL,
    -- Role of a member of staff.
    title           TEXT    NOT NULL DEFAULT '',
    picture_id      BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    -- Persons at a table.
    seats_min       BIGINT  NOT NULL DEFAULT 1,
    seats_max       BIGINT  NOT NULL DEFAULT 1,
    -- Tables with the same group may be joined.
    join_group      TEXT,
    -- Place on the floor plan, in a room of 100 × 70.
    area            TEXT    NOT NULL DEFAULT '',
    x               BIGINT  NOT NULL DEFAULT 0,
    y               BIGINT  NOT NULL DEFAULT 0,
    width           BIGINT  NOT NULL DEFAULT 8,
    height          BIGINT  NOT NULL DEFAULT 8,
    is_round        BOOLEAN NOT NULL DEFAULT FALSE,
    position        BIGINT  NOT NULL DEFAULT 0,
    active          BOOLEAN NOT NULL DEFAULT TRUE
);
CREATE INDEX resource_company ON resource (company_id, kind, position);
CREATE INDEX resource_picture ON resource (picture_id) WHERE picture_id IS NOT NULL;

-- Resources that can serve an offering.
CREATE TABLE resource_offering (
    resource_id     BIGINT  NOT NULL REFERENCES resource (id) ON DELETE CASCADE,
    offering_id     BIGINT  NOT NULL REFERENCES offering (id) ON DELETE CASCADE,
    PRIMARY KEY (resource_id, offering_id)
);
CREATE INDEX resource_offering_offering ON resource_offering (offering_id);

-- Weekly times of an offering or a resource.
CREATE TABLE schedule_rule (
    id              BIGINT  NOT NULL PRIMARY KEY,
    offering_id     BIGINT  REFERENCES offering (id) ON DELETE CASCADE,
    resource_id     BIGINT  REFERENCES resource (id) ON DELETE CASCADE,
    -- Bit 0 is Monday.
    weekdays        BIGINT  NOT NULL CHECK (weekdays BETWEEN 1 AND 127),
    starts          BIGINT  NOT NULL,
    ends            BIGINT  NOT NULL,
    valid_from      TEXT,
    valid_until     TEXT,
    CHECK ((offering_id IS NULL) <> (resource_id IS NULL))
);
CREATE INDEX schedule_rule_offering ON schedule_rule (offering_id) WHERE offering_id IS NOT NULL;
CREATE INDEX schedule_rule_resource ON schedule_rule (resource_id) WHERE resource_id IS NOT NULL;

-- A date on which an offering or a resource has other times.
CREATE TABLE schedule_exception (
    id              BIGINT  NOT NULL PRIMARY KEY,
    offering_id     BIGINT  REFERENCES offering (id) ON DELETE CASCADE,
    resource_id     BIGINT  REFERENCES resource (id) ON DELETE CASCADE,
    date            TEXT    NOT NULL,
    -- NULL with `available = FALSE`: the whole day.
    starts          BIGINT,
    ends            BIGINT,
    available       BOOLEAN NOT NULL,
    CHECK ((offering_id IS NULL) <> (resource_id IS NULL))
);
CREATE INDEX schedule_exception_offering ON schedule_exception (offering_id, date) WHERE offering_id IS NOT NULL;
CREATE INDEX schedule_exception_resource ON schedule_exception (resource_id, date) WHERE resource_id IS NOT NULL;

CREATE TABLE review (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    offering_id     BIGINT  REFERENCES offering (id) ON DELETE CASCADE,
    author_id       BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    rating          BIGINT  NOT NULL CHECK (rating BETWEEN 1 AND 5),
    service_fast    BOOLEAN NOT NULL,
    as_described    BOOLEAN NOT NULL,
    meets_expectations BOOLEAN NOT NULL,
    product_quality TEXT    NOT NULL CHECK (product_quality IN ('good', 'average', 'poor')),
    comments        TEXT    NOT NULL,
    reply           TEXT,
    replied_at      BIGINT,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX review_company ON review (company_id, created_at);
CREATE INDEX review_offering ON review (offering_id, created_at) WHERE offering_id IS NOT NULL;
CREATE INDEX review_author ON review (author_id);

-- Policies, rules, facilities and directions of a company.
CREATE TABLE policy (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL CHECK (kind IN ('cancellation', 'rule', 'refund', 'privacy', 'facility', 'directions')),
    -- Category that it applies to. NULL: all.
    category        TEXT,
    title           TEXT    NOT NULL,
    text            TEXT    NOT NULL DEFAULT '',
    -- Key of a listed facility.
    facility        TEXT,
    position        BIGINT  NOT NULL DEFAULT 0,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL
);
CREATE INDEX policy_company ON policy (company_id, kind, position);
