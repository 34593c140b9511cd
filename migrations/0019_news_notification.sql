-- Time at which followers were notified of news. NULL: not yet.
ALTER TABLE company_news ADD COLUMN announced_at BIGINT;
UPDATE company_news SET announced_at = published_at;
CREATE INDEX company_news_unannounced ON company_news (published_at) WHERE announced_at IS NULL;
