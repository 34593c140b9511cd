-- Hash of the request that an idempotency key stands for. NULL: without a key, or from an earlier release.
ALTER TABLE order_return ADD COLUMN request_hash TEXT;
ALTER TABLE ticket ADD COLUMN request_hash TEXT;
ALTER TABLE ticket_message ADD COLUMN request_hash TEXT;
ALTER TABLE invoice ADD COLUMN request_hash TEXT;
