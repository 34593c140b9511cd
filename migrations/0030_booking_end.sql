-- Requests that a company has to answer by their start, and visits that are over.
CREATE INDEX booking_unanswered ON booking (starts_at) WHERE state = 'awaiting_company';
CREATE INDEX booking_over ON booking (ends_at) WHERE state IN ('confirmed', 'checked_in');

-- Time of a step that the address of the booking is to be mailed. NULL: the mail was sent, or none is due.
ALTER TABLE booking_change ADD COLUMN mail_due_at BIGINT;
CREATE INDEX booking_change_mail ON booking_change (mail_due_at) WHERE mail_due_at IS NOT NULL;
