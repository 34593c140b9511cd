import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { dateIn } from "@/shared/opening/zonedTime";
import { useZonedFormat } from "../hooks/useZonedFormat";
import classes from "./BookableTimes.module.css";
import { slotPath, stayPath } from "./paths";
import type { Bookable, BookableTime } from "./types";

interface BookableTimesProps {
  bookable: Bookable;
  /** Names the result. */
  name: string;
}

/** From so many on, the number left tells nothing. */
const FEW = 10;

/** Free times of a result, or its stay with the price. Each opens the booking with it chosen. */
export function BookableTimes({ bookable, name }: BookableTimesProps) {
  const { t } = useTranslation("catalogue");
  const money = useMoney();
  const { day, time: timeText } = useTimeText(bookable);
  const { offering_id, members, children, times, stay, currency } = bookable;
  if (stay) {
    const { nights, total, vat_added, left } = stay;
    return (
      <Link to={stayPath(offering_id, bookable, stay)} className={classes.link}>
        <span className={classes.chip}>
          {t("free.stay", { count: nights, price: money(total + vat_added, currency, "tag") })}
          {left < FEW && <Left count={left} t={t} />}
        </span>
      </Link>
    );
  }
  if (times.length === 0) return null;
  return (
    <div className={classes.free}>
      {day && <p className={classes.day}>{day}</p>}
      <ul className={classes.times} aria-label={t("free.times", { name, count: members })}>
        {times.map((time) => (
          <li key={time.starts_at}>
            <Link
              to={slotPath(offering_id, { date: time.date, members, children }, time)}
              className={classes.link}
            >
              <span className={classes.chip}>
                {timeText(time)}
                {time.occurrence_id !== null && time.left !== null && time.left < FEW && (
                  <Left count={time.left} t={t} />
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Left({ count, t }: { count: number; t: TFunction<"catalogue"> }) {
  return (
    <span className={classes.left}>
      {" · "}
      {t("free.left", { count })}
    </span>
  );
}

/** Times alone where all of them are on one day, which stands above them unless it is today. Else each has its day. */
function useTimeText({ time_zone, times }: Bookable) {
  const format = useZonedFormat(time_zone);
  const [first] = times;
  const isOneDay = times.every(({ date }) => date === first?.date);
  const isToday = first?.date === dateIn(time_zone, Date.now());
  return {
    day: first && isOneDay && !isToday && times.length > 1 ? format.date(first.starts_at) : null,
    time: ({ starts_at }: BookableTime) =>
      isOneDay && (isToday || times.length > 1) ? format.time(starts_at) : format.short(starts_at),
  };
}
