-- Orders and bookings of a deleted account keep contact and address until they end.

ALTER TABLE customer_order ADD COLUMN erase_at_end BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX customer_order_erase_at_end ON customer_order (id) WHERE erase_at_end;

ALTER TABLE booking ADD COLUMN erase_at_end BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX booking_erase_at_end ON booking (id) WHERE erase_at_end;
