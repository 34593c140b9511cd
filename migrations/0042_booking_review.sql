-- Reviews of bookings that no order pays.

ALTER TABLE review ADD COLUMN booking_id BIGINT REFERENCES booking (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX review_booking ON review (booking_id, COALESCE(offering_id, 0)) WHERE booking_id IS NOT NULL;
