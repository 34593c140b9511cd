/** Returns the time of an instant in a zone, as HH:MM. */
export const timeIn = (zone: string, at: number): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(at);
