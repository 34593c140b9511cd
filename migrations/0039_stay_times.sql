-- Local times from which guests of a stay arrive and until which they leave, in minutes since 00:00.
ALTER TABLE company ADD COLUMN check_in_from BIGINT NOT NULL DEFAULT 900 CHECK (check_in_from >= 0 AND check_in_from < 1440);
ALTER TABLE company ADD COLUMN check_out_until BIGINT NOT NULL DEFAULT 660 CHECK (check_out_until >= 0 AND check_out_until < 1440);
