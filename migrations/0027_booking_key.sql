-- Hash of the request that the idempotency key of a booking stands for. NULL: without a key, or from an earlier release.
ALTER TABLE booking ADD COLUMN request_hash TEXT;

-- Key of the company's client for a walk-in.
CREATE UNIQUE INDEX booking_walk_in ON booking (company_id, client_id) WHERE customer_id IS NULL AND client_id IS NOT NULL;
