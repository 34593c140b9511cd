import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { IconButton } from "@/ui/IconButton";
import { type EventDay, monthGrid, shiftMonth } from "../model/events";
import classes from "./EventCalendar.module.css";

interface EventCalendarProps {
  days: readonly EventDay[];
  chosen: string | null;
  onChoose: (day: string | null) => void;
}

const dateFormat = (tag: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: "UTC", numberingSystem: "latn" });
  return (date: string) => format.format(Date.parse(date));
};

/** Month with the days that have events. A press shows one day. */
export function EventCalendar({ days, chosen, onChoose }: EventCalendarProps) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  const first = days[0]?.date.slice(0, 7) ?? "";
  const last = days.at(-1)?.date.slice(0, 7) ?? first;
  const [month, setMonth] = useState(chosen?.slice(0, 7) ?? first);
  const counts = new Map(days.map(({ date, occurrences }) => [date, occurrences.length]));
  const monthName = dateFormat(tag, { month: "long", year: "numeric" });
  const dayName = dateFormat(tag, { weekday: "long", day: "numeric", month: "long" });
  const short = dateFormat(tag, { weekday: "narrow" });
  const long = dateFormat(tag, { weekday: "long" });
  // 2026-06-01 is a Monday.
  const weekdays = monthGrid("2026-06")[0]?.filter((date) => date !== null) ?? [];
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <IconButton
          icon={IconChevronLeft}
          label={t("events.before")}
          directed
          disabled={month <= first}
          onClick={() => setMonth(shiftMonth(month, -1))}
        />
        <span className={classes.month} aria-live="polite">
          {monthName(`${month}-01`)}
        </span>
        <IconButton
          icon={IconChevronRight}
          label={t("events.after")}
          directed
          disabled={month >= last}
          onClick={() => setMonth(shiftMonth(month, 1))}
        />
      </div>
      <table className={classes.table} aria-label={monthName(`${month}-01`)}>
        <thead>
          <tr>
            {weekdays.map((date) => (
              <th key={date} scope="col" abbr={long(date)}>
                {short(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, at) => (
                <td key={date ?? at}>
                  {date && counts.has(date) ? (
                    <button
                      type="button"
                      className={`bare ${classes.day}`}
                      aria-pressed={date === chosen}
                      aria-label={t("events.day", { day: dayName(date), count: counts.get(date) })}
                      onClick={() => onChoose(date === chosen ? null : date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  ) : (
                    date && <span className={classes.other}>{Number(date.slice(8))}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && (
        <Button variant="subtle" onClick={() => onChoose(null)}>
          {t("events.all")}
        </Button>
      )}
    </div>
  );
}
