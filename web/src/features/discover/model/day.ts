const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a date of the calendar. Returns null for anything else, such as February 30. */
export function readDay(value: string | null): string | null {
  const at = value && DATE.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value ?? "") ? value : null;
}
