-- Orders that end before a payment of several orders is paid. Money is in minor units.

-- Part of `refunded` that never was paid, apart from its bookings: the order was cancelled first.
ALTER TABLE customer_order ADD COLUMN waived BIGINT NOT NULL DEFAULT 0 CHECK (waived >= 0);
