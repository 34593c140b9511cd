/** Adds or removes an online user. Returns the same set if nothing changed. */
export function withPresence(online: ReadonlySet<number>, user: number, there: boolean): ReadonlySet<number> {
  if (online.has(user) === there) return online;
  const next = new Set(online);
  if (there) next.add(user);
  else next.delete(user);
  return next;
}
