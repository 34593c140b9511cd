-- Versions of what public pages show, for deployments of several nodes. The transaction that changes a company, its
-- inventory or the market counts its row up, so that every node can tell whether its copy of an answer is current.
-- Slots: see `store::db::changes`.
CREATE TABLE public_version (
    slot            BIGINT  NOT NULL PRIMARY KEY,
    version         BIGINT  NOT NULL
);
