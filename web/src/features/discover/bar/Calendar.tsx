import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inlineSign } from "@/lib/direction";
import { useLanguage } from "@/lib/i18n";
import {
  firstWeekday,
  formatDate,
  monthOf,
  plusDays,
  plusMonths,
  weeksOf,
} from "@/shared/booking/model/dates";
import { IconButton } from "@/ui/IconButton";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./Calendar.module.css";

interface CalendarProps {
  today: string;
  from: string | null;
  until: string | null;
  onChoose: (day: string) => void;
}

/** Months ahead in which a search may look. */
const MONTHS = 23;

/** Month of days from today on. Arrows move between days, Page Up and Page Down between months. */
export function Calendar({ today, from, until, onChoose }: CalendarProps) {
  const { t } = useTranslation("discover");
  const { tag } = useLanguage();
  const [month, setMonth] = useState(() => monthOf(from ?? today));
  const [focused, setFocused] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const firstMonth = monthOf(today);
  const lastMonth = plusMonths(firstMonth, MONTHS);
  const title = formatDate(tag, month, { month: "long", year: "numeric" });
  const onKeyDown = (event: KeyboardEvent) => {
    const day = (event.target as HTMLElement).dataset.date;
    const to = day && nextDay(day, event.key);
    if (!to) return;
    event.preventDefault();
    if (to < today || monthOf(to) > lastMonth) return;
    setMonth(monthOf(to));
    setFocused(to);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus());
  };
  const inMonth = (day: string | null) => (day && monthOf(day) === month ? day : null);
  const stop = inMonth(focused) ?? inMonth(from) ?? (month === firstMonth ? today : month);
  return (
    <div>
      <div className={classes.head}>
        <IconButton
          icon={IconChevronLeft}
          label={t("calendar.previous")}
          directed
          disabled={month === firstMonth}
          onClick={() => setMonth(plusMonths(month, -1))}
        />
        <span className={classes.title} aria-live="polite">
          {title}
        </span>
        <IconButton
          icon={IconChevronRight}
          label={t("calendar.next")}
          directed
          disabled={month >= lastMonth}
          onClick={() => setMonth(plusMonths(month, 1))}
        />
      </div>
      <table ref={grid} className={classes.month} onKeyDown={onKeyDown}>
        <caption>
          <VisuallyHidden>{title}</VisuallyHidden>
        </caption>
        <WeekdayHead tag={tag} />
        <tbody>
          {weeksOf(month, firstWeekday(tag))
            .filter(isAhead(today))
            .map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((date, at) => (
                  <Day
                    key={date ?? `empty-${at}`}
                    date={date}
                    tag={tag}
                    past={date !== null && date < today}
                    chosen={date !== null && (date === from || date === until)}
                    within={date !== null && from !== null && until !== null && from <= date && date <= until}
                    stop={date === stop}
                    onChoose={onChoose}
                  />
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** Weeks that are over are left out. */
const isAhead = (today: string) => (week: (string | null)[]) =>
  week.some((date) => date !== null && date >= today);

function WeekdayHead({ tag }: { tag: string }) {
  // 2024-01-01 was a Monday.
  const days = Array.from({ length: 7 }, (_, day) => plusDays("2024-01-01", firstWeekday(tag) - 1 + day));
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th key={day} scope="col" abbr={formatDate(tag, day, { weekday: "long" })}>
            {formatDate(tag, day, { weekday: "short" })}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayProps {
  date: string | null;
  tag: string;
  past: boolean;
  chosen: boolean;
  within: boolean;
  /** The Tab key reaches it. */
  stop: boolean;
  onChoose: (day: string) => void;
}

function Day({ date, tag, past, chosen, within, stop, onChoose }: DayProps) {
  if (date === null) return <td />;
  return (
    <td data-within={within ? "" : undefined}>
      <button
        type="button"
        className={`bare ${classes.day}`}
        data-date={date}
        aria-pressed={chosen}
        aria-label={formatDate(tag, date, { weekday: "long", day: "numeric", month: "long" })}
        disabled={past}
        tabIndex={stop ? 0 : -1}
        onClick={() => onChoose(date)}
      >
        {Number(date.slice(8))}
      </button>
    </td>
  );
}

function nextDay(day: string, key: string): string | null {
  const turned = inlineSign();
  const steps: Record<string, number> = {
    ArrowRight: turned,
    ArrowLeft: -turned,
    ArrowDown: 7,
    ArrowUp: -7,
    PageDown: 28,
    PageUp: -28,
  };
  const step = steps[key];
  return step === undefined ? null : plusDays(day, step);
}
