import { api, unwrap } from "@/api/client";
import { asDeepRequired } from "@/api/deepRequired";
import { KEEP_ALIVE } from "@/api/keepAlive";
import { COMMENTS_KEY, FEEDS_KEY } from "@/shared/reels/feeds";
import type { Reel, ReelComment, ReelCounts } from "@/shared/reels/types";
import type { ReportDetails } from "@/shared/report/api";
import type { CommentPage } from "./model/comments";

export interface FeedPage {
  reels: Reel[];
  /** Cursor of the next page. */
  next: string | null;
}

export const NAMED = "named";

export const reelKeys = {
  /** Feeds that begin with a reel, of all towns. */
  feed: (first: number | null) => [...FEEDS_KEY, first],
  feedNear: (first: number | null, town: string) => [...FEEDS_KEY, first, town],
  comments: (reel: number) => [...COMMENTS_KEY, reel],
  replies: (reel: number, comment: number) => [...COMMENTS_KEY, reel, comment],
  /** A comment that an address names, with the one that it answers. */
  named: (reel: number, comment: number) => [...COMMENTS_KEY, reel, NAMED, comment],
};

const COMMENTS = 20;

/** Position that a feed is ranked for. */
export interface FeedPosition {
  latitude: number;
  longitude: number;
}

export async function readFeed(
  first: number | null,
  cursor: string | null,
  position: FeedPosition | null,
): Promise<FeedPage> {
  const query = { ...position, ...(cursor === null ? { reel_id: first ?? undefined } : { cursor }) };
  const { data, next } = await unwrap(api.GET("/api/v1/userprofessional/all-reels/", { params: { query } }));
  // The schema does not describe the values of an offering's details.
  return { reels: data as unknown as Reel[], next: next ?? null };
}

export const likeReel = async (reel_id: number, liked: boolean): Promise<ReelCounts> =>
  (await unwrap(api.POST("/api/v1/userprofessional/reel-like/", { ...KEEP_ALIVE, body: { reel_id, liked } })))
    .data.counts;

export const reportView = (reel_id: number, watched_ms: number, skipped: boolean) =>
  unwrap(
    api.POST("/api/v1/userprofessional/reel-view/", {
      ...KEEP_ALIVE,
      body: { reel_id, watched_ms, skipped },
    }),
  );

export const muteCompany = (company_id: number, muted: boolean) =>
  unwrap(api.PUT("/api/v1/users/reel-mutes/", { body: { company_id, muted } }));

export const reportReel = (reel_id: number, { reason, comment }: ReportDetails) =>
  unwrap(api.POST("/api/v1/users/report-reel/", { body: { reel_id, reason, comment } }));

export const reportComment = (comment_id: number, { reason, comment }: ReportDetails) =>
  unwrap(api.POST("/api/v1/users/report-comment/", { body: { comment_id, reason, comment } }));

/** Comments of a reel, or the answers to one of them. */
export async function readComments(
  reel_id: number,
  cursor: number | null,
  parent?: number,
): Promise<CommentPage> {
  const query = { cursor: cursor ?? undefined, parent, per_page: COMMENTS };
  const { data, next } = await unwrap(
    api.GET("/api/v1/userprofessional/get-comments-reel/{reel_id}/", {
      params: { path: { reel_id }, query },
    }),
  );
  return { comments: asDeepRequired(data) as ReelComment[], next: next ?? null };
}

/** A comment after the one that it answers, as a page of a list. */
export async function readThread(comment_id: number): Promise<CommentPage> {
  const params = { path: { comment_id } };
  const answer = await unwrap(api.GET("/api/v1/userprofessional/comments-reel/{comment_id}/", { params }));
  const { comment, reply } = asDeepRequired(answer.data);
  return { comments: (reply ? [comment, reply] : [comment]) as ReelComment[], next: null };
}

export async function writeComment(
  reel_id: number,
  comment: string,
  parent: number | null,
  client_id: string,
): Promise<ReelComment> {
  const body = { reel_id, comment, parent, client_id };
  const answer = await unwrap(api.POST("/api/v1/userprofessional/comments-reel/", { body }));
  return asDeepRequired(answer.data) as ReelComment;
}

export const likeComment = async (comment_id: number, liked: boolean) =>
  (
    await unwrap(
      api.POST("/api/v1/userprofessional/like-comment/", { ...KEEP_ALIVE, body: { comment_id, liked } }),
    )
  ).data;

export const deleteComment = (comment_id: number) =>
  unwrap(
    api.DELETE("/api/v1/userprofessional/comments-reel/{comment_id}/", { params: { path: { comment_id } } }),
  );
