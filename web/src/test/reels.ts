import type { Reel, ReelComment } from "@/shared/reels/types";

export const reelOf = (change: Partial<Reel> = {}): Reel => ({
  id: 1,
  company: { id: 5, handle: "casa-azul", name: "Casa Azul", city: "Lisbon", logo: null, followed: false },
  state: "published",
  caption: "Rice, and the sea.",
  language: "US",
  video: {
    url: "/media/1",
    small_url: null,
    mime: "video/mp4",
    width: 540,
    height: 960,
    duration_ms: 8500,
  },
  poster: null,
  subtitles: [],
  offerings: [],
  counts: { likes: 2, comments: 1, saves: 0, shares: 0, views: 9, revision: 1 },
  liked: false,
  folder_id: null,
  published_at: "2026-11-20T10:00:00.000Z",
  publish_at: null,
  why: [],
  distance_km: null,
  ...change,
});

export const commentOf = (change: Partial<ReelComment> = {}): ReelComment => ({
  id: 11,
  reel_id: 1,
  parent_id: null,
  author: { id: 7, type: "regular", userName: "alice", firstName: "Alice", lastName: "Martin" },
  by_company: false,
  text: "Lovely.",
  mentions: [],
  likes: 0,
  liked: false,
  replies: 0,
  at: "2026-11-20T10:00:00.000Z",
  can_delete: false,
  ...change,
});
