-- Customers may pay at the company. If not, they pay when they book or order.
ALTER TABLE company ADD COLUMN takes_payment_on_site BOOLEAN NOT NULL DEFAULT TRUE;
