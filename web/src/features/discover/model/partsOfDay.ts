/** Parts of a day in which a booking starts, from the first to the last time, in the zone of the company. */
export const PARTS_OF_DAY = [
  { key: "morning", from: "06:00", to: "11:30" },
  { key: "lunch", from: "11:30", to: "15:00" },
  { key: "afternoon", from: "14:00", to: "18:00" },
  { key: "evening", from: "17:00", to: "26:00" },
] as const;

export type PartOfDay = (typeof PARTS_OF_DAY)[number]["key"];
