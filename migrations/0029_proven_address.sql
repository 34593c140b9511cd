-- True if the account had verified the address. Only such an address is kept from other accounts until the token expires.
-- Rows of an earlier release keep the rule they were written under.
ALTER TABLE former_address ADD COLUMN proven BOOLEAN NOT NULL DEFAULT TRUE;
