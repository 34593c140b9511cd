-- Indexes of bookings and waitlists by all that their queries name. SQLite keeps no statistics here, so that it takes the
-- index with the most columns in common.

-- Bookings of one date, such as those that end when the company calls it off.
DROP INDEX booking_offering;
CREATE INDEX booking_offering ON booking (offering_id, starts_at);

-- Entries of a customer, by the time that they want.
DROP INDEX waitlist_entry_account;
CREATE INDEX waitlist_entry_account ON waitlist_entry (account_id, starts_at);

-- An account that is deleted leaves the steps that it took.
CREATE INDEX booking_change_actor ON booking_change (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX occurrence_cancelled_by ON occurrence (cancelled_by) WHERE cancelled_by IS NOT NULL;
