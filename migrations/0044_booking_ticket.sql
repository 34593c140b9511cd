-- Tickets about bookings that no order pays.

ALTER TABLE ticket ADD COLUMN booking_id BIGINT REFERENCES booking (id) ON DELETE SET NULL;
CREATE INDEX ticket_booking ON ticket (booking_id) WHERE booking_id IS NOT NULL;
