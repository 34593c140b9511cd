import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { inlineSign } from "@/lib/direction";
import { useLanguage } from "@/lib/i18n";
import { IconButton } from "@/ui/IconButton";
import { moveFocus } from "../hooks/moveFocus";
import { formatDate } from "../model/dates";
import type { CalendarDay } from "../types";
import classes from "./DayStrip.module.css";

interface DayStripProps {
  days: readonly CalendarDay[];
  value: string | null;
  onChange: (date: string) => void;
  /** The end of the loaded days is near. */
  onMore: () => void;
}

/** Strip of days, scrolled by swipe, by buttons or with the arrow keys. */
export function DayStrip({ days, value, onChange, onMore }: DayStripProps) {
  const { t } = useTranslation("booking");
  const strip = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  const count = days.length;
  useEffect(() => {
    const { current } = end;
    if (!current || count === 0 || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      root: strip.current,
      rootMargin: "0px 600px",
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [count]);
  const started = useRef(false);
  useEffect(() => {
    // A day from the address may be far down the strip.
    if (started.current || count === 0 || value === null) return;
    started.current = true;
    const day = strip.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (day && strip.current) strip.current.scrollLeft = day.offsetLeft - strip.current.clientWidth / 3;
  }, [count, value]);
  const scroll = (side: 1 | -1) => {
    const turned = inlineSign();
    const { current } = strip;
    current?.scrollBy({ left: side * turned * current.clientWidth * 0.8, behavior: "smooth" });
  };
  const tabStop = days.find(({ date }) => date === value)?.date ?? days[0]?.date;
  return (
    <div className={classes.strip}>
      <div className={classes.arrows}>
        <IconButton icon={IconChevronLeft} label={t("days.earlier")} directed onClick={() => scroll(-1)} />
        <IconButton icon={IconChevronRight} label={t("days.later")} directed onClick={() => scroll(1)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll in all browsers */}
      <div
        ref={strip}
        role="group"
        aria-label={t("days.label")}
        className={classes.days}
        onKeyDown={moveFocus}
      >
        {days.map((day) => (
          <Day
            key={day.date}
            day={day}
            selected={day.date === value}
            tabStop={day.date === tabStop}
            onChange={onChange}
          />
        ))}
        <span ref={end} />
      </div>
    </div>
  );
}

interface DayProps {
  day: CalendarDay;
  selected: boolean;
  tabStop: boolean;
  onChange: (date: string) => void;
}

function Day({ day: { date, state }, selected, tabStop, onChange }: DayProps) {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const part = (options: Intl.DateTimeFormatOptions) => formatDate(tag, date, options);
  const name = part({ weekday: "long", day: "numeric", month: "long" });
  const unavailable = state === "closed";
  return (
    <button
      type="button"
      data-item=""
      className={`bare ${classes.day}`}
      data-state={state}
      aria-pressed={selected}
      aria-disabled={unavailable}
      aria-label={t("days.day", { day: name, state: t(`days.${state}`) })}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => !unavailable && onChange(date)}
    >
      <span className={classes.weekday}>{part({ weekday: "short" })}</span>
      <span className={classes.number}>{part({ day: "numeric" })}</span>
      <span className={classes.month}>{part({ month: "short" })}</span>
    </button>
  );
}
