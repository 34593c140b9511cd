-- Indexes of bookings, dates and waitlists by all that their queries compare. Without statistics, SQLite chooses the index
-- with the most columns of these.

-- Bookings of one date, such as those that end when the company calls it off.
DROP INDEX booking_offering;
CREATE INDEX booking_offering ON booking (offering_id, starts_at);

-- Entries of a customer by the time that they want.
DROP INDEX waitlist_entry_account;
CREATE INDEX waitlist_entry_account ON waitlist_entry (account_id, starts_at);

-- Dates that are not over.
CREATE INDEX occurrence_end ON occurrence (offering_id, ends_at);

-- An account that is deleted leaves what it did.
CREATE INDEX booking_change_actor ON booking_change (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX occurrence_canceller ON occurrence (cancelled_by) WHERE cancelled_by IS NOT NULL;
