import { splitLinks } from "./links";
import type { Media, MediaKind, Message } from "./wire";

/** Kinds of shared media in a chat. */
export const sharedKinds = ["picture", "video", "file", "link"] as const;
export type SharedKind = (typeof sharedKinds)[number];

/** A file with the message that carries it. */
export interface SharedFile {
  seq: number;
  at: string;
  sender: number;
  media: Media;
}

/** An address in a message, as the server lists it. */
export interface SharedUrl {
  seq: number;
  at: string;
  url: string;
}

export interface SharedLink {
  seq: number;
  at: string;
  text: string;
  href: string;
}

const kindIn: Record<Exclude<SharedKind, "link">, MediaKind> = {
  picture: "image",
  video: "video",
  file: "file",
};

/**
 * The files of a kind, the newest first: what the server listed, and what the open chat knows better. A message that is loaded
 * here is as it is here: newer than the list, or deleted since.
 */
export function sharedFiles(
  listed: readonly SharedFile[],
  messages: readonly Message[],
  kind: Exclude<SharedKind, "link">,
): SharedFile[] {
  const loaded = new Set(messages.map(({ seq }) => seq));
  const here = messages.flatMap(({ seq, at, sender, media, deleted }) =>
    deleted
      ? []
      : media.filter((one) => one.kind === kindIn[kind]).map((one) => ({ seq, at, sender, media: one })),
  );
  return [...here, ...listed.filter(({ seq }) => !loaded.has(seq))].sort((a, b) => b.seq - a.seq);
}

/** The addresses in what was said, the newest first, each once: as the server listed them, and as the open chat knows better. */
export function sharedLinks(listed: readonly SharedUrl[], messages: readonly Message[]): SharedLink[] {
  const loaded = new Set(messages.map(({ seq }) => seq));
  const here = messages
    .filter(({ deleted }) => !deleted)
    .flatMap(({ seq, at, text }) => linksIn(text).map((link) => ({ seq, at, ...link })));
  const older = listed
    .filter(({ seq }) => !loaded.has(seq))
    .flatMap(({ seq, at, url }) => linksIn(url).map((link) => ({ seq, at, ...link })));
  const seen = new Set<string>();
  return [...here, ...older]
    .sort((a, b) => b.seq - a.seq)
    .filter(({ href }) => !seen.has(href) && seen.add(href));
}

const linksIn = (text: string) =>
  splitLinks(text).flatMap(({ text, href }) => (href ? [{ text, href }] : []));
