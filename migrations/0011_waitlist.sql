-- Company whose owner deleted the account. The row stays for the bookings of its customers; nobody finds it.
ALTER TABLE company ADD COLUMN closed_at BIGINT;
