import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { useMoney } from "@/shared/money/formatMoney";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { formatDate, plusDays, weeksOf } from "../model/dates";
import { mayArrive, mayDepart, type Stay } from "../model/stay";
import type { CalendarDay } from "../types";
import classes from "./NightsCalendar.module.css";

interface MonthProps {
  month: string;
  title: string;
  firstDay: number;
  known: ReadonlyMap<string, CalendarDay>;
  currency: string;
  selection: Stay;
  /** Date that the Tab key reaches. */
  tabStop: string | null;
  onChoose: (date: string) => void;
}

/** Month of a calendar as a table. */
export function Month({ month, title, firstDay, ...rest }: MonthProps) {
  const { tag } = useLanguage();
  const weeks = weeksOf(month, firstDay);
  // 2024-01-01 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, day) => plusDays("2024-01-01", firstDay - 1 + day));
  return (
    <table className={classes.month}>
      <caption>
        <VisuallyHidden>{title}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {weekdays.map((date) => (
            <th key={date} scope="col" abbr={formatDate(tag, date, { weekday: "long" })}>
              {formatDate(tag, date, { weekday: "short" })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, at) => (
              <Night key={date ?? `empty-${at}`} date={date} {...rest} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type NightProps = Omit<MonthProps, "month" | "title" | "firstDay"> & { date: string | null };

function Night({ date, known, currency, selection, tabStop, onChoose }: NightProps) {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const money = useMoney();
  if (date === null) return <td />;
  const day = known.get(date);
  const state = day?.state ?? "closed";
  const isEnd = date === selection.date || date === selection.until;
  const inRange =
    selection.date !== null && selection.until !== null && selection.date <= date && date <= selection.until;
  const open =
    isEnd ||
    mayArrive(selection, date, known) ||
    (selection.until === null && mayDepart(selection, date, known));
  const price = day?.price != null && state === "free" ? money(day.price, currency, "tag") : null;
  const name = formatDate(tag, date, { weekday: "long", day: "numeric", month: "long" });
  const label = [
    name,
    date === selection.date && t("nights.arrival"),
    date === selection.until && t("nights.departure"),
    price ?? t(`nights.${state}`),
  ];
  return (
    <td data-in-range={inRange ? "" : undefined}>
      <button
        type="button"
        className={`bare ${classes.day}`}
        data-date={date}
        data-state={open ? "free" : state}
        aria-pressed={isEnd}
        aria-disabled={!open}
        aria-label={label.filter(Boolean).join(", ")}
        tabIndex={date === tabStop ? 0 : -1}
        onClick={() => open && onChoose(date)}
      >
        <span className={classes.number}>{Number(date.slice(8))}</span>
        {price && <span className={classes.price}>{price}</span>}
      </button>
    </td>
  );
}
