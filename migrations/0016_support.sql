-- Support tickets and feedback.

CREATE TABLE ticket (
    id              BIGINT  NOT NULL PRIMARY KEY,
    -- Number for people: `K7QP-4MXD`.
    code            TEXT    NOT NULL UNIQUE,
    customer_id     BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    -- NULL: the operator answers.
    company_id      BIGINT  REFERENCES company (id) ON DELETE SET NULL,
    order_id        BIGINT  REFERENCES customer_order (id) ON DELETE SET NULL,
    -- See `store::support::TicketCategory`.
    category        TEXT    NOT NULL,
    -- Way of contact that the customer chose. NULL: a ticket by category.
    support_type    TEXT,
    subject         TEXT    NOT NULL,
    -- See `store::support::TicketState`.
    state           TEXT    NOT NULL CHECK (state IN ('open', 'waiting_customer', 'resolved', 'closed')),
    -- Idempotency key of the client.
    client_id       TEXT,
    created_at      BIGINT  NOT NULL,
    changed_at      BIGINT  NOT NULL
);
CREATE INDEX ticket_customer ON ticket (customer_id, changed_at, id);
CREATE INDEX ticket_company ON ticket (company_id, changed_at, id) WHERE company_id IS NOT NULL;
CREATE INDEX ticket_company_open ON ticket (company_id) WHERE state = 'open';
CREATE INDEX ticket_operator ON ticket (changed_at, id) WHERE company_id IS NULL;
CREATE INDEX ticket_order ON ticket (order_id, id) WHERE order_id IS NOT NULL;
CREATE INDEX ticket_resolved ON ticket (changed_at) WHERE state = 'resolved';
CREATE UNIQUE INDEX ticket_client ON ticket (customer_id, client_id) WHERE client_id IS NOT NULL;

-- Messages and changes of the state, in order of their ids.
CREATE TABLE ticket_message (
    id              BIGINT  NOT NULL PRIMARY KEY,
    ticket_id       BIGINT  NOT NULL REFERENCES ticket (id) ON DELETE CASCADE,
    side            TEXT    NOT NULL CHECK (side IN ('customer', 'company', 'operator', 'system')),
    -- NULL: the operator or the system.
    author_id       BIGINT  REFERENCES account (id) ON DELETE SET NULL,
    -- See `store::support::MessageKind`.
    kind            TEXT    NOT NULL CHECK (kind IN ('message', 'state')),
    -- Empty for a change of the state, and for a message of files.
    text            TEXT    NOT NULL,
    -- State that the message or change brought about. NULL: unchanged.
    state           TEXT,
    client_id       TEXT,
    -- The other side was notified. A server announces what another process has written.
    is_announced    BOOLEAN NOT NULL DEFAULT FALSE,
    at              BIGINT  NOT NULL
);
CREATE INDEX ticket_message_ticket ON ticket_message (ticket_id, id);
CREATE INDEX ticket_message_author ON ticket_message (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX ticket_message_news ON ticket_message (id) WHERE is_announced = FALSE;
CREATE UNIQUE INDEX ticket_message_client ON ticket_message (ticket_id, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE ticket_file (
    message_id      BIGINT  NOT NULL REFERENCES ticket_message (id) ON DELETE CASCADE,
    media_id        BIGINT  NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    position        BIGINT  NOT NULL,
    PRIMARY KEY (message_id, media_id)
);
CREATE INDEX ticket_file_media ON ticket_file (media_id);

CREATE TABLE feedback (
    id              BIGINT  NOT NULL PRIMARY KEY,
    account_id      BIGINT  NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    title           TEXT    NOT NULL,
    description     TEXT    NOT NULL,
    media_id        BIGINT  REFERENCES media (id) ON DELETE SET NULL,
    at              BIGINT  NOT NULL
);
CREATE INDEX feedback_account ON feedback (account_id, at);
CREATE INDEX feedback_media ON feedback (media_id) WHERE media_id IS NOT NULL;
