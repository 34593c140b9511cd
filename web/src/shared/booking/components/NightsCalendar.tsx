import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inlineSign } from "@/lib/direction";
import { useLanguage } from "@/lib/i18n";
import { usePhone } from "@/ui/breakpoints";
import { IconButton } from "@/ui/IconButton";
import { firstWeekday, formatDate, monthOf, plusDays, plusMonths } from "../model/dates";
import { chooseDate, daysByDate, type Stay } from "../model/stay";
import type { CalendarDay } from "../types";
import { Month } from "./Month";
import classes from "./NightsCalendar.module.css";

interface NightsCalendarProps {
  days: readonly CalendarDay[];
  months: readonly string[];
  currency: string;
  selection: Stay;
  onChange: (change: Pick<Stay, "date" | "until">) => void;
  /** A month comes into view. */
  onMonth: (month: string) => void;
}

/** Months with the lowest price of each night. The first press chooses the arrival, the second the departure. */
export function NightsCalendar({
  days,
  months,
  currency,
  selection,
  onChange,
  onMonth,
}: NightsCalendarProps) {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const phone = usePhone();
  const count = phone ? 1 : 2;
  const [first, setFirst] = useState(() => monthOf(selection.date ?? months[0] ?? ""));
  const [focused, setFocused] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const known = daysByDate(days);
  const at = Math.max(0, months.indexOf(first));
  const shown = months.slice(at, at + count);
  const show = (month: string) => {
    setFirst(month);
    for (let next = 0; next <= count; next += 1) onMonth(plusMonths(month, next));
  };
  const focus = (date: string) => {
    const month = monthOf(date);
    if (!months.includes(month)) return;
    if (!shown.includes(month))
      show(month < first ? month : (months[months.indexOf(month) - count + 1] ?? month));
    setFocused(date);
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const date = (event.target as HTMLElement).dataset.date;
    const to = date && nextDate(date, event.key);
    if (!to) return;
    event.preventDefault();
    focus(to);
  };
  const { date: arrival, until, rooms } = selection;
  // The selection follows a press with a later render. A second press before it counts from the first.
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = { date: arrival, until, rooms };
  }, [arrival, until, rooms]);
  const choose = (date: string) => {
    const change = chooseDate(latest.current, date, known);
    if (!change) return;
    latest.current = { ...latest.current, ...change };
    onChange(change);
  };
  const monthName = (month: string) => formatDate(tag, month, { month: "long", year: "numeric" });
  return (
    <div>
      <div className={classes.head}>
        <IconButton
          icon={IconChevronLeft}
          label={t("nights.previous")}
          directed
          disabled={at === 0}
          onClick={() => show(months[at - 1] ?? first)}
        />
        <span className={classes.caption} aria-live="polite">
          {shown.map(monthName).join(" – ")}
        </span>
        <IconButton
          icon={IconChevronRight}
          label={t("nights.next")}
          directed
          disabled={at + count >= months.length}
          onClick={() => show(months[at + 1] ?? first)}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the days inside */}
      <div ref={grid} className={classes.months} data-two={count > 1 ? "" : undefined} onKeyDown={onKeyDown}>
        {shown.map((month) => (
          <Month
            key={month}
            month={month}
            title={monthName(month)}
            firstDay={firstWeekday(tag)}
            known={known}
            currency={currency}
            selection={selection}
            tabStop={focused ?? selection.date ?? days.find(({ state }) => state === "free")?.date ?? null}
            onChoose={choose}
          />
        ))}
      </div>
    </div>
  );
}

function nextDate(date: string, key: string): string | null {
  const turned = inlineSign();
  const days: Record<string, number> = {
    ArrowRight: turned,
    ArrowLeft: -turned,
    ArrowDown: 7,
    ArrowUp: -7,
    PageDown: 28,
    PageUp: -28,
  };
  const step = days[key];
  return step === undefined ? null : plusDays(date, step);
}
