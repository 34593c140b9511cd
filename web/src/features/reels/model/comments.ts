import type { ReelComment } from "@/shared/reels/types";
import type { CommentEvent, CommentLikes } from "./reelTopic";

export interface CommentPage {
  comments: ReelComment[];
  /** Cursor of the next page. */
  next: number | null;
}

/** Pages of one list: comments newest first, or the answers to one of them oldest first. */
export interface CommentPages {
  pages: CommentPage[];
  pageParams: unknown[];
}

/** Adds a comment at the start. A known comment is replaced. */
export function withComment(data: CommentPages, comment: ReelComment): CommentPages {
  if (isKnown(data, comment)) return replaced(data, comment);
  const [first, ...rest] = data.pages;
  if (!first) return data;
  return { ...data, pages: [{ ...first, comments: [comment, ...first.comments] }, ...rest] };
}

/** Adds an answer at the end, if the end is known. */
export function withReply(data: CommentPages, comment: ReelComment): CommentPages {
  if (isKnown(data, comment)) return replaced(data, comment);
  const last = data.pages.at(-1);
  if (!last || last.next !== null) return data;
  const pages = [...data.pages.slice(0, -1), { ...last, comments: [...last.comments, comment] }];
  return { ...data, pages };
}

const isKnown = (data: CommentPages, { id }: ReelComment): boolean =>
  data.pages.some(({ comments }) => comments.some((comment) => comment.id === id));

/** A live comment is the same for everyone: the viewer's own like and rights are those that one of both tells. */
const replaced = (data: CommentPages, comment: ReelComment): CommentPages =>
  mapComment(data, comment.id, (known) => ({
    ...comment,
    liked: known.liked || comment.liked,
    can_delete: known.can_delete || comment.can_delete,
  }));

export function withoutComment(data: CommentPages, id: number): CommentPages {
  const pages = data.pages.map((page) => ({
    ...page,
    comments: page.comments.filter((comment) => comment.id !== id),
  }));
  return { ...data, pages };
}

export function mapComment(
  data: CommentPages,
  id: number,
  change: (comment: ReelComment) => ReelComment,
): CommentPages {
  const pages = data.pages.map((page) => ({
    ...page,
    comments: page.comments.map((comment) => (comment.id === id ? change(comment) : comment)),
  }));
  return { ...data, pages };
}

/** Answers that are counted at once: of the latest, each is counted once. */
const COUNTED_MAX = 500;

/** Events of answers that were counted: the reply to the sender and the live event tell of the same one. */
export class CountedAnswers {
  readonly #counted = new Set<string>();

  /** Returns true the first time, and for events that count nothing. */
  isNew(event: CommentEvent): boolean {
    if (event.type === "comment_likes") return true;
    const [id, parent] =
      event.type === "comment"
        ? [event.comment.id, event.comment.parent_id]
        : [event.comment_id, event.parent_id];
    const key = `${event.type} ${id}`;
    if (parent === null) return true;
    if (this.#counted.has(key)) return false;
    this.#counted.add(key);
    const [oldest] = this.#counted;
    if (this.#counted.size > COUNTED_MAX && oldest) this.#counted.delete(oldest);
    return true;
  }
}

/** Applies an event to the list of the comments that answer nothing. */
export function applyToComments(data: CommentPages, event: CommentEvent): CommentPages {
  const replies = (id: number, by: number) =>
    mapComment(data, id, (parent) => ({ ...parent, replies: Math.max(0, parent.replies + by) }));
  if (event.type === "comment") {
    const { comment } = event;
    return comment.parent_id === null ? withComment(data, comment) : replies(comment.parent_id, 1);
  }
  if (event.type === "comment_removed") {
    return event.parent_id === null ? withoutComment(data, event.comment_id) : replies(event.parent_id, -1);
  }
  return withLikes(data, event.comments);
}

const withLikes = (data: CommentPages, changed: readonly CommentLikes[]): CommentPages =>
  changed.reduce(
    (known, { comment_id, likes }) => mapComment(known, comment_id, (comment) => ({ ...comment, likes })),
    data,
  );

/** Applies an event to a comment that an address names: others do not join it. */
export function applyToNamed(data: CommentPages, event: CommentEvent): CommentPages {
  const joins = event.type === "comment" && !isKnown(data, event.comment) && event.comment.parent_id === null;
  if (joins) return data;
  const changed = applyToComments(data, event);
  return event.type === "comment_removed" ? withoutComment(changed, event.comment_id) : changed;
}

/** Applies an event to the list of the answers to `parent`. */
export function applyToReplies(data: CommentPages, event: CommentEvent, parent: number): CommentPages {
  if (event.type === "comment") {
    return event.comment.parent_id === parent ? withReply(data, event.comment) : data;
  }
  if (event.type === "comment_removed") return withoutComment(data, event.comment_id);
  return withLikes(data, event.comments);
}
