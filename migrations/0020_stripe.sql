-- Payments by Stripe: customers, cards with their expiry, refunds that the provider has to make.

-- Customer of an account at a provider. Without an account: to be deleted at the provider.
CREATE TABLE payment_customer (
    provider        TEXT    NOT NULL,
    reference       TEXT    NOT NULL,
    account_id      BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    PRIMARY KEY (provider, reference),
    UNIQUE (provider, account_id)
);
CREATE INDEX payment_customer_account ON payment_customer (account_id);

ALTER TABLE saved_card ADD COLUMN is_default BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE saved_card ADD COLUMN exp_month BIGINT CHECK (exp_month BETWEEN 1 AND 12);
ALTER TABLE saved_card ADD COLUMN exp_year BIGINT;

-- Time of the last look at the provider.
ALTER TABLE payment ADD COLUMN checked_at BIGINT;
-- The provider will not change the payment any more: it is paid, or cancelled there too.
ALTER TABLE payment ADD COLUMN provider_ended BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX payment_open ON payment (provider, changed_at) WHERE reference IS NOT NULL AND provider_ended = FALSE;

-- Refunds that the provider has to make. A row is written in the transaction that promises the money.
CREATE TABLE provider_refund (
    payment_id      BIGINT  NOT NULL REFERENCES payment (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    amount          BIGINT  NOT NULL CHECK (amount > 0),
    -- 'pending', 'sent' or 'failed'.
    state           TEXT    NOT NULL,
    -- Id at the provider.
    reference       TEXT,
    tries           BIGINT  NOT NULL DEFAULT 0,
    due_at          BIGINT  NOT NULL,
    PRIMARY KEY (payment_id, position)
);
CREATE INDEX provider_refund_due ON provider_refund (due_at) WHERE state = 'pending';
CREATE UNIQUE INDEX provider_refund_reference ON provider_refund (reference) WHERE reference IS NOT NULL;
