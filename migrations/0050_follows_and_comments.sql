-- Whoever has blocked a company, or is blocked by it, follows it no longer.
DELETE FROM company_follower WHERE EXISTS (
    SELECT 1 FROM company c JOIN block b ON (b.blocker_id = c.account_id AND b.blocked_id = company_follower.account_id)
        OR (b.blocker_id = company_follower.account_id AND b.blocked_id = c.account_id)
    WHERE c.id = company_follower.company_id);
UPDATE company SET follower_count = (SELECT count(*) FROM company_follower f WHERE f.company_id = company.id)
WHERE follower_count <> (SELECT count(*) FROM company_follower f WHERE f.company_id = company.id);

-- The author wrote it for the company of the reel. It stays the company's when the author leaves.
ALTER TABLE reel_comment ADD COLUMN by_company BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE reel_comment SET by_company = TRUE WHERE EXISTS (
    SELECT 1 FROM reel r JOIN company_member m ON m.company_id = r.company_id
    WHERE r.id = reel_comment.reel_id AND m.account_id = reel_comment.author_id);

-- Idempotency key of the author and hash of what was asked for under it. A repeat answers with the comment.
ALTER TABLE reel_comment ADD COLUMN client_id TEXT;
ALTER TABLE reel_comment ADD COLUMN request_hash TEXT;
CREATE UNIQUE INDEX reel_comment_client ON reel_comment (author_id, client_id) WHERE client_id IS NOT NULL;
