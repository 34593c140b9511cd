// What both streams know of people at this moment: who is there, who is writing.

/** A typing signal holds this long; its sender repeats it sooner, and one that left repeats nothing. */
export const typingHolds = 6_000;

/** Who is writing, and until when (Unix milliseconds). */
export type Typing = Readonly<Record<number, number>>;

export function withTyping(typing: Typing, user: number, on: boolean, now: number): Typing {
  if (on) return { ...typing, [user]: now + typingHolds };
  if (!(user in typing)) return typing;
  const { [user]: _, ...others } = typing;
  return others;
}

export function typingNow(typing: Typing, now: number): number[] {
  return Object.entries(typing)
    .filter(([, until]) => until > now)
    .map(([user]) => Number(user));
}

/** When the next of them falls silent; undefined when nobody writes. */
export function nextSilence(typing: Typing, now: number): number | undefined {
  const ends = Object.values(typing).filter((until) => until > now);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

export function withPresence(online: ReadonlySet<number>, user: number, there: boolean): ReadonlySet<number> {
  if (online.has(user) === there) return online;
  const next = new Set(online);
  if (there) next.add(user);
  else next.delete(user);
  return next;
}
