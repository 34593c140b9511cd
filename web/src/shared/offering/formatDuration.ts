import { remember } from "@/lib/remember";

type Unit = "day" | "hour" | "minute";

const formatOf = remember(
  (tag: string, unit: Unit) =>
    new Intl.NumberFormat(tag, {
      style: "unit",
      unit,
      unitDisplay: "short",
      numberingSystem: "latn",
    } as Intl.NumberFormatOptions),
);

/** "45 min", "1 hr 30 min". */
export function formatDuration(tag: string, minutes: number): string {
  const part = (value: number, unit: Unit) => (value === 0 ? "" : formatOf(tag, unit).format(value));
  const days = Math.floor(minutes / 1440);
  const parts = [
    part(days, "day"),
    part(Math.floor((minutes % 1440) / 60), "hour"),
    part(minutes % 60, "minute"),
  ];
  return parts.filter(Boolean).join(" ");
}
