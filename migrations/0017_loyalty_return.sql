-- Loyalty programmes with a double-entry ledger of coins, and VAT that is added to prices. Money is in minor units.

-- Programme of a company. No row: none yet.
CREATE TABLE loyalty_programme (
    company_id      BIGINT  NOT NULL PRIMARY KEY REFERENCES company (id) ON DELETE CASCADE,
    is_active       BOOLEAN NOT NULL,
    -- Coins for each whole unit of the currency.
    coins_per_unit  BIGINT  NOT NULL CHECK (coins_per_unit BETWEEN 1 AND 1000),
    -- Value of a coin at a checkout.
    coin_value      BIGINT  NOT NULL CHECK (coin_value >= 1),
    -- Coins that a card must hold before its owner may spend any.
    minimum_coins   BIGINT  NOT NULL CHECK (minimum_coins >= 0),
    changed_at      BIGINT  NOT NULL
);

-- Card of a customer at a company. Its coins are the sum of the card's ledger entries.
CREATE TABLE loyalty_card (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- Negative if coins were spent whose order was returned later.
    coins           BIGINT  NOT NULL,
    -- Coins earned in all, without those of orders that were returned.
    total_coins     BIGINT  NOT NULL CHECK (total_coins >= 0),
    last_kind       TEXT    NOT NULL,
    last_coins      BIGINT  NOT NULL,
    last_at         BIGINT  NOT NULL,
    PRIMARY KEY (company_id, account_id)
);
CREATE INDEX loyalty_card_account ON loyalty_card (account_id, last_at);
CREATE INDEX loyalty_card_company ON loyalty_card (company_id, coins);

-- Double-entry ledger of coins: each transaction has one entry of the card and one of the company's liability, whose
-- sum is zero. Rows are only added.
CREATE TABLE loyalty_entry (
    order_id        BIGINT  NOT NULL REFERENCES customer_order (id),
    -- Number of the transaction among those of the order.
    position        BIGINT  NOT NULL,
    ledger          TEXT    NOT NULL CHECK (ledger IN ('card', 'company')),
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Owner of the card.
    account_id      BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    kind            TEXT    NOT NULL CHECK (kind IN ('earned', 'earning_reversed', 'spent', 'spending_reversed')),
    coins           BIGINT  NOT NULL CHECK (coins <> 0),
    at              BIGINT  NOT NULL,
    PRIMARY KEY (order_id, position, ledger)
);
CREATE INDEX loyalty_entry_card ON loyalty_entry (account_id, company_id, at, order_id, position)
    WHERE ledger = 'card' AND account_id IS NOT NULL;
CREATE INDEX loyalty_entry_account ON loyalty_entry (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX loyalty_entry_company ON loyalty_entry (company_id, ledger);

-- The customer spends coins at the checkout.
ALTER TABLE cart ADD COLUMN use_coins BOOLEAN NOT NULL DEFAULT FALSE;

-- Coins spent, and their value: a part of the discount.
ALTER TABLE customer_order ADD COLUMN coins_spent BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customer_order ADD COLUMN coins_value BIGINT NOT NULL DEFAULT 0;

-- VAT that was added to the prices. The subtotal contains it, so that the total stays the sum of its parts; the amounts
-- of the lines do not.
ALTER TABLE customer_order ADD COLUMN vat_added BIGINT NOT NULL DEFAULT 0;

-- Days after the handover in which customers may ask for a return. 0: the company takes nothing back.
ALTER TABLE company ADD COLUMN return_days BIGINT NOT NULL DEFAULT 14 CHECK (return_days BETWEEN 0 AND 365);

-- Return of units of an order: see `store::order::returns`.
CREATE TABLE order_return (
    id              BIGINT  NOT NULL PRIMARY KEY,
    order_id        BIGINT  NOT NULL REFERENCES customer_order (id),
    state           TEXT    NOT NULL,
    reason          TEXT    NOT NULL,
    description     TEXT    NOT NULL DEFAULT '',
    -- Paid for the units: what a refund pays back.
    amount          BIGINT  NOT NULL CHECK (amount >= 0),
    refunded        BIGINT  NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount),
    -- Units went back to the stock.
    restocked       BOOLEAN NOT NULL DEFAULT FALSE,
    -- Idempotency key of the customer's client.
    client_id       TEXT,
    created_at      BIGINT  NOT NULL,
    changed_at      BIGINT  NOT NULL,
    UNIQUE (order_id, client_id)
);

CREATE TABLE order_return_line (
    return_id       BIGINT  NOT NULL REFERENCES order_return (id) ON DELETE CASCADE,
    -- Line of the order.
    position        BIGINT  NOT NULL,
    quantity        BIGINT  NOT NULL CHECK (quantity >= 1),
    -- Part of the line's amount.
    amount          BIGINT  NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (return_id, position)
);

-- Pictures and videos of the customer.
CREATE TABLE order_return_media (
    return_id       BIGINT  NOT NULL REFERENCES order_return (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    media_id        BIGINT  NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    PRIMARY KEY (return_id, position)
);
CREATE INDEX order_return_media_file ON order_return_media (media_id);

-- Each step of a return, for the timeline of its order.
CREATE TABLE order_return_change (
    return_id       BIGINT  NOT NULL REFERENCES order_return (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    at              BIGINT  NOT NULL,
    state           TEXT    NOT NULL,
    -- 'customer' or 'company'.
    actor           TEXT    NOT NULL,
    actor_id        BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    note            TEXT    NOT NULL DEFAULT '',
    PRIMARY KEY (return_id, position)
);
CREATE INDEX order_return_change_actor ON order_return_change (actor_id) WHERE actor_id IS NOT NULL;
