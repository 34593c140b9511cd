import { useLanguage } from "./i18n";

type When = Date | string | number;

/** Everything that is shown and depends on the language: numbers, dates, lists. Built once per language. */
export interface Format {
  number(value: number): string;
  /** A count in a badge: past 99 it reads "99+". */
  count(value: number): string;
  /** A large count in little room: "1.2K". */
  compact(value: number): string;
  time(at: When): string;
  date(at: When): string;
  dateTime(at: When): string;
  /** Day separator: "Today", "Yesterday", a weekday within the last week, else the date. */
  day(at: When, now?: When): string;
  /** Short stamp for a list row: the time today, else the day. */
  stamp(at: When, now?: When): string;
  /** "5 minutes ago". */
  relative(at: When, now?: When): string;
  list(items: string[]): string;
  bytes(value: number): string;
  /** Kilometres without their unit: one decimal below ten. */
  kilometres(value: number): string;
}

const DAY = 86_400_000;

export function makeFormat(tag: string): Format {
  // `latn` keeps figures tabular in every face that is loaded.
  const options = { numberingSystem: "latn" } as const;
  const number = new Intl.NumberFormat(tag, options);
  const compact = new Intl.NumberFormat(tag, { ...options, notation: "compact", maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(tag, { ...options, hour: "numeric", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(tag, { ...options, day: "numeric", month: "short", year: "numeric" });
  const sameYear = new Intl.DateTimeFormat(tag, { ...options, day: "numeric", month: "short" });
  const long = new Intl.DateTimeFormat(tag, { ...options, dateStyle: "long", timeStyle: "short" });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "long" });
  const list = new Intl.ListFormat(tag);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });

  const plainDate = (at: Date, now: Date) =>
    (at.getFullYear() === now.getFullYear() ? sameYear : date).format(at);

  return {
    number: (value) => number.format(value),
    kilometres: (value) => number.format(value < 10 ? Math.round(value * 10) / 10 : Math.round(value)),
    count: (value) => (value > 99 ? `${number.format(99)}+` : number.format(value)),
    compact: (value) => compact.format(value),
    time: (at) => time.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    dateTime: (at) => long.format(new Date(at)),
    day(at, now = Date.now()) {
      const days = calendarDays(new Date(at), new Date(now));
      if (days === 0 || days === 1) return capitalize(relative.format(-days, "day"), tag);
      if (days > 1 && days < 7) return capitalize(weekday.format(new Date(at)), tag);
      return plainDate(new Date(at), new Date(now));
    },
    stamp(at, now = Date.now()) {
      return calendarDays(new Date(at), new Date(now)) === 0 ? time.format(new Date(at)) : this.day(at, now);
    },
    relative(at, now = Date.now()) {
      const seconds = Math.round((new Date(at).getTime() - new Date(now).getTime()) / 1000);
      const [unit, size] =
        RELATIVE.find(([, limit]) => Math.abs(seconds) >= limit) ?? (["second", 1] as const);
      return relative.format(Math.trunc(seconds / size), unit);
    },
    list: (items) => list.format(items),
    bytes(value) {
      const [unit, size] = value >= 1e6 ? (["megabyte", 1e6] as const) : (["kilobyte", 1e3] as const);
      // A size above zero is never shown as zero.
      const shown = value > 0 ? Math.max(value / size, 0.1) : 0;
      return new Intl.NumberFormat(tag, { ...options, style: "unit", unit, maximumFractionDigits: 1 }).format(
        shown,
      );
    },
  };
}

const RELATIVE = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** Days on the calendar between two moments, in local time: 23:59 and 00:01 are one day apart. */
function calendarDays(at: Date, now: Date): number {
  const midnight = (moment: Date) => Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  return Math.round((midnight(now) - midnight(at)) / DAY);
}

function capitalize(text: string, tag: string): string {
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}

const made = new Map<string, Format>();

/** One for each language: a formatter of Intl costs more than all that a message shows. */
export function useFormat(): Format {
  const { tag } = useLanguage();
  const format = made.get(tag) ?? makeFormat(tag);
  made.set(tag, format);
  return format;
}
