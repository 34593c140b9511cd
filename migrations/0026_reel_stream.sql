-- Playlists, segments and a preview strip stand beside the file of a video: see `store::media::stream`.
ALTER TABLE media ADD COLUMN streams BOOLEAN NOT NULL DEFAULT FALSE;
