import type { UserCard } from "@/api/types";
import type { Offering, Picture } from "@/shared/offering/types";

export type ReelState = "draft" | "scheduled" | "published" | "hidden" | "removed";

export interface ReelCompany {
  id: number;
  handle: string;
  name: string;
  city: string;
  logo: Picture | null;
  followed: boolean;
}

export interface ReelVideo {
  url: string;
  /** The same video in 360 pixels. */
  small_url: string | null;
  mime: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
}

export interface ReelCounts {
  likes: number;
  comments: number;
  saves: number;
  shares: number;
  views: number;
  /** The greater revision is the newer state. */
  revision: number;
}

export interface SubtitleTrack {
  language: string;
  url: string;
}

export interface Reel {
  id: number;
  company: ReelCompany;
  state: ReelState;
  caption: string;
  language: string;
  video: ReelVideo | null;
  poster: Picture | null;
  subtitles: SubtitleTrack[];
  offerings: Offering[];
  counts: ReelCounts;
  liked: boolean;
  folder_id: number | null;
  published_at: string | null;
  publish_at: string | null;
  why: string[];
  distance_km: number | null;
}

export interface ReelComment {
  id: number;
  reel_id: number;
  parent_id: number | null;
  author: UserCard;
  by_company: boolean;
  text: string;
  mentions: UserCard[];
  likes: number;
  liked: boolean;
  replies: number;
  at: string;
  can_delete: boolean;
}
