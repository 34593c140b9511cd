-- Invitations to a team for people who have a business account already, and tickets of companies that the operator looks at.
-- Membership by invitation never deletes the account.

CREATE TABLE team_invitation (
    id              BIGINT  NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL REFERENCES company (id) ON DELETE CASCADE,
    email           TEXT    NOT NULL,
    email_key       TEXT    NOT NULL,
    role            TEXT    NOT NULL CHECK (role IN ('manager', 'staff')),
    -- Hash of the token in the link that was mailed last.
    token_hash      TEXT    NOT NULL UNIQUE,
    sent_at         BIGINT  NOT NULL,
    expires_at      BIGINT  NOT NULL,
    UNIQUE (company_id, email_key)
);

ALTER TABLE company_member ADD COLUMN by_invitation BOOLEAN NOT NULL DEFAULT FALSE;

-- Time at which the customer asked the operator to look at a ticket of a company.
ALTER TABLE ticket ADD COLUMN escalated_at BIGINT;
CREATE INDEX ticket_escalated ON ticket (changed_at, id) WHERE escalated_at IS NOT NULL;
