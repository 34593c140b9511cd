/** Offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  // A date field holds the year 0002 while 2026 is typed.
  const local = `${part.year?.padStart(4, "0")}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`;
  return Date.parse(local) - Math.floor(instant / 1000) * 1000;
}

/** Converts a local time of a zone, such as `2026-12-24T20:00`, into RFC 3339 UTC. */
export function instantOf(local: string, zone: string): string {
  const plain = Date.parse(`${local}Z`);
  const first = plain - offsetAt(plain, zone);
  // The offset may differ on the other side of a change of summer time.
  return new Date(plain - offsetAt(first, zone)).toISOString();
}
