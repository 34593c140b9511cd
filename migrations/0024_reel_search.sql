-- The search index follows the reels by the time of their last change.
CREATE INDEX reel_updated ON reel (updated_at, id);
