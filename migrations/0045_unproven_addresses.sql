-- Only an address that the account had verified can be restored: the mailbox of another may be a stranger's.

DELETE FROM former_address WHERE NOT proven;
ALTER TABLE former_address DROP COLUMN proven;
