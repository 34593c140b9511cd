-- After an order: receipts, reviews, invoices, figures of companies, loyalty and returns. Money is in minor units.

-- Time of the receipt's mail. NULL: not sent yet.
ALTER TABLE customer_order ADD COLUMN receipt_at BIGINT;
CREATE INDEX customer_order_receipt ON customer_order (created_at) WHERE receipt_at IS NULL;

-- Day of the order in the zone of its company, from the moment that it was placed.
ALTER TABLE customer_order ADD COLUMN placed_on TEXT;
CREATE INDEX customer_order_placed ON customer_order (company_id, state, created_at, id) WHERE placed_on IS NOT NULL;

-- Reviews of an order: one of the company (no offering) and one of each offering.
ALTER TABLE review ADD COLUMN order_id BIGINT REFERENCES customer_order (id) ON DELETE SET NULL;
ALTER TABLE review ADD COLUMN changed_at BIGINT;
CREATE UNIQUE INDEX review_order ON review (order_id, COALESCE(offering_id, 0)) WHERE order_id IS NOT NULL;
CREATE INDEX review_unanswered ON review (company_id, created_at) WHERE reply IS NULL;

-- Last number of a company's documents of a year.
CREATE TABLE invoice_counter (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    kind            TEXT    NOT NULL,
    year            BIGINT  NOT NULL,
    last            BIGINT  NOT NULL,
    PRIMARY KEY (company_id, kind, year)
);

-- Invoices and credit notes. A row never changes. Amounts of a credit note are negative.
CREATE TABLE invoice (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    -- Without gaps in company, kind and year: `2026-000042`, `C2026-000003`.
    number          TEXT    NOT NULL,
    kind            TEXT    NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    order_id        BIGINT  REFERENCES customer_order (id) ON DELETE SET NULL,
    -- Invoice that a credit note corrects.
    corrects        TEXT,
    -- JSON objects and array, as on the day of issue.
    seller          TEXT    NOT NULL,
    buyer           TEXT    NOT NULL,
    lines           TEXT    NOT NULL,
    net             BIGINT  NOT NULL,
    vat             BIGINT  NOT NULL,
    total           BIGINT  NOT NULL CHECK (total = net + vat),
    currency        TEXT    NOT NULL,
    note            TEXT    NOT NULL DEFAULT '',
    -- Idempotency key of the business's client.
    client_id       TEXT,
    issued_at       BIGINT  NOT NULL,
    PRIMARY KEY (company_id, number),
    FOREIGN KEY (company_id, corrects) REFERENCES invoice (company_id, number)
);
CREATE INDEX invoice_company ON invoice (company_id, issued_at, number);
CREATE INDEX invoice_order ON invoice (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX invoice_corrects ON invoice (company_id, corrects) WHERE corrects IS NOT NULL;
CREATE UNIQUE INDEX invoice_client ON invoice (company_id, client_id) WHERE client_id IS NOT NULL;

-- Orders of a company by the day on which they were placed. Kept in the transactions that change orders.
CREATE TABLE company_day (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    day             TEXT    NOT NULL,
    -- Placed and not cancelled.
    orders          BIGINT  NOT NULL,
    fulfilled       BIGINT  NOT NULL,
    cancelled       BIGINT  NOT NULL,
    -- Totals of these orders without what was paid back.
    income          BIGINT  NOT NULL,
    PRIMARY KEY (company_id, day)
);

-- Customers of a company with what they ordered. Kept in the same transactions.
CREATE TABLE company_customer (
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- As in the newest order.
    name            TEXT    NOT NULL,
    email           TEXT    NOT NULL,
    orders          BIGINT  NOT NULL,
    spent           BIGINT  NOT NULL,
    first_at        BIGINT  NOT NULL,
    last_at         BIGINT  NOT NULL,
    PRIMARY KEY (company_id, account_id)
);
CREATE INDEX company_customer_last ON company_customer (company_id, last_at, account_id);
CREATE INDEX company_customer_account ON company_customer (account_id);
