import { api, requestUntyped, unwrap } from "@/api/client";
import { type Page, toPage } from "@/api/pagination";
import type { Person } from "@/api/types";
import type { Reel, ReelComment, ReelCounts } from "@/shared/reels/types";
import type { ReportDetails } from "@/shared/report/api";
import type { CommentPage } from "./model/comments";

export interface FeedPage {
  reels: Reel[];
  /** Cursor of the next page. */
  next: string | null;
}

export const reelKeys = {
  feeds: ["reels", "feed"],
  feed: (first: number | null) => ["reels", "feed", first],
  comments: (reel: number) => ["reels", "comments", reel],
  replies: (reel: number, comment: number) => ["reels", "comments", reel, comment],
};

export async function readFeed(first: number | null, cursor: string | null): Promise<FeedPage> {
  const query = { reel_id: cursor === null ? (first ?? undefined) : undefined, cursor: cursor ?? undefined };
  const answer = await requestUntyped<Reel[]>("get", "/api/v1/userprofessional/all-reels/", { query });
  return { reels: answer.data, next: (answer as unknown as { next?: string | null }).next ?? null };
}

export async function likeReel(reel_id: number, liked: boolean): Promise<ReelCounts> {
  const answer = await requestUntyped<{ counts: ReelCounts }>("post", "/api/v1/userprofessional/reel-like/", {
    body: { reel_id, liked },
  });
  return answer.data.counts;
}

export const followCompany = (company_id: number) =>
  unwrap(api.POST("/api/v1/users/company/follow-toggle/", { params: { query: { company_id } } }));

export const reportView = (reel_id: number, watched_ms: number, skipped: boolean) =>
  requestUntyped("post", "/api/v1/userprofessional/reel-view/", { body: { reel_id, watched_ms, skipped } });

export const muteCompany = (company_id: number, muted: boolean) =>
  requestUntyped("put", `/api/v1/userprofessional/reel-mute/${company_id}/`, { body: { muted } });

export const reportReel = (reel_id: number, { reason, comment }: ReportDetails) =>
  requestUntyped("post", "/api/v1/users/report-reel/", { body: { reel_id, reason, comment } });

export async function readComments(reel: number, cursor: number | null): Promise<CommentPage> {
  const answer = await requestUntyped<ReelComment[]>(
    "get",
    `/api/v1/userprofessional/get-comments-reel/${reel}/`,
    {
      query: { cursor: cursor ?? undefined },
    },
  );
  return { comments: answer.data, next: (answer as unknown as { next?: number | null }).next ?? null };
}

export async function readReplies({ id, reel_id }: ReelComment, cursor: number | null): Promise<CommentPage> {
  const answer = await requestUntyped<ReelComment[]>(
    "get",
    `/api/v1/userprofessional/get-comments-reel/${reel_id}/`,
    {
      query: { parent: id, cursor: cursor ?? undefined },
    },
  );
  return { comments: answer.data, next: (answer as unknown as { next?: number | null }).next ?? null };
}

interface NewComment {
  id: string;
  text: string;
  parent: number | null;
}

export async function writeComment(reel_id: number, { id, text, parent }: NewComment): Promise<ReelComment> {
  const body = { id, reel_id, comment: text, parent: parent ?? undefined };
  return (await requestUntyped<ReelComment>("post", "/api/v1/userprofessional/comments-reel/", { body }))
    .data;
}

export const likeComment = (comment_id: number, liked: boolean) =>
  requestUntyped("post", "/api/v1/userprofessional/like-comment/", { body: { comment_id, liked } });

export const deleteComment = (comment: number) =>
  requestUntyped("delete", `/api/v1/userprofessional/comments-reel/${comment}/`);

export async function readFriends(query: string, page: number): Promise<Page<Person>> {
  const params = { query: { query: query || undefined, page, per_page: 50 } };
  return toPage(await unwrap(api.GET("/api/v1/users/friends/", { params })));
}

/** Sends a reel to chats. Returns the result of each. */
export const shareReel = async (reel_id: number, id: string, chat_ids: number[]) =>
  (await unwrap(api.POST("/api/v1/chat/chatapp-share-reels-in-chats/", { body: { id, reel_id, chat_ids } })))
    .data;
