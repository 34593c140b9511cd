export type ShareKind = "reel" | "company" | "product" | "profile";

/** Content to share, with its page. */
export interface ShareTarget {
  kind: ShareKind;
  id: number;
  title: string;
  text?: string;
  /** Path of its page, if it has one. */
  path: string | null;
}
