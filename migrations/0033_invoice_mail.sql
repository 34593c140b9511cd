-- Mails of invoices. The link in each leads to the document as PDF, for whoever has its secret.
CREATE TABLE invoice_mail (
    secret_hash     TEXT    NOT NULL PRIMARY KEY,
    company_id      BIGINT  NOT NULL,
    number          TEXT    NOT NULL,
    language        TEXT    NOT NULL,
    at              BIGINT  NOT NULL,
    FOREIGN KEY (company_id, number) REFERENCES invoice (company_id, number) ON DELETE CASCADE
);
CREATE INDEX invoice_mail_document ON invoice_mail (company_id, number);
