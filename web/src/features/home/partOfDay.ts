export type PartOfDay = "morning" | "afternoon" | "evening";

/** In local time; the small hours belong to the evening before. */
export function partOfDay(now: Date): PartOfDay {
  const hour = now.getHours();
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 18 ? "afternoon" : "evening";
}
