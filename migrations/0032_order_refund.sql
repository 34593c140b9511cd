-- Refunds that a company makes by itself, and open returns by company. Money is in minor units.

-- Part of an order that its company paid back without a return.
CREATE TABLE order_refund (
    order_id        BIGINT  NOT NULL REFERENCES customer_order (id) ON DELETE CASCADE,
    -- Number of the refund among those of its order.
    position        BIGINT  NOT NULL,
    amount          BIGINT  NOT NULL CHECK (amount > 0),
    -- Part of the goods at their unit prices that it stands for. The coins of the order follow it.
    goods_value     BIGINT  NOT NULL CHECK (goods_value >= 0),
    reason          TEXT    NOT NULL,
    -- Member of the company.
    actor_id        BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    -- Idempotency key of the company's client, and hash of its request.
    client_id       TEXT,
    request_hash    TEXT,
    at              BIGINT  NOT NULL,
    PRIMARY KEY (order_id, position),
    UNIQUE (order_id, client_id)
);
CREATE INDEX order_refund_actor ON order_refund (actor_id) WHERE actor_id IS NOT NULL;

-- Units that a refund pays back. They cannot be returned any more.
CREATE TABLE order_refund_line (
    order_id        BIGINT  NOT NULL,
    refund          BIGINT  NOT NULL,
    -- Line of the order.
    position        BIGINT  NOT NULL,
    quantity        BIGINT  NOT NULL CHECK (quantity >= 1),
    -- Part of the line's amount.
    amount          BIGINT  NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (order_id, refund, position),
    FOREIGN KEY (order_id, refund) REFERENCES order_refund (order_id, position) ON DELETE CASCADE
);

-- Part of the refunded amount that the company paid back by itself, and so after the payment.
ALTER TABLE order_booking ADD COLUMN given_back BIGINT NOT NULL DEFAULT 0;

-- Company of the order, to find the returns that wait for it.
ALTER TABLE order_return ADD COLUMN company_id BIGINT;
UPDATE order_return SET company_id = (SELECT o.company_id FROM customer_order o WHERE o.id = order_return.order_id);
CREATE INDEX order_return_company ON order_return (company_id, state);

-- Orders of a company by their total.
CREATE INDEX customer_order_total ON customer_order (company_id, state, total, id) WHERE placed_on IS NOT NULL;
