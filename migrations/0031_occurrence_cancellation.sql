-- Dates that a company calls off with their bookings.

-- Reason that customers read.
ALTER TABLE occurrence ADD COLUMN cancel_reason TEXT;
ALTER TABLE occurrence ADD COLUMN cancelled_by BIGINT REFERENCES account (id) ON DELETE SET NULL;
-- Last booking that the cancellation has ended and whose customer was told, from 0. NULL: nothing is left to end.
ALTER TABLE occurrence ADD COLUMN ended_through BIGINT;
CREATE INDEX occurrence_ending ON occurrence (id) WHERE ended_through IS NOT NULL;
