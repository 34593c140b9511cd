import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { useNow } from "@/shared/opening/useNow";
import { minutesApart, viewerZone, zoneName } from "@/shared/opening/zonedTime";
import { formatHours, isAllDay, type WeekDay, weekOf } from "../model/week";
import type { CompanyDetails } from "../types";
import classes from "./WeekHours.module.css";

/** Opening hours of the next seven days, today marked, in the zone of the company. */
export function WeekHours({ company }: { company: Pick<CompanyDetails, "hours" | "time_zone"> }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  const now = useNow();
  const { time_zone: zone } = company;
  const week = weekOf(company.hours, zone, now);
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "long", timeZone: "UTC" });
  const named = (date: string) => {
    const name = weekday.format(Date.parse(date));
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  };
  return (
    <div>
      <table className={classes.week}>
        <caption className={classes.caption}>{t("hours.title")}</caption>
        <tbody>
          {week.map((day) => (
            <tr key={day.weekday} data-today={day.today ? "" : undefined}>
              <th scope="row">
                {named(day.date)}
                {day.today && <span className={classes.today}>{t("hours.today")}</span>}
              </th>
              <td>
                <DayHours day={day} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {minutesApart(zone, viewerZone(), now) !== 0 && (
        <p className={classes.zone}>
          {t("hours.zone", { zone: `${zoneCity(zone)} (${zoneName(tag, zone, now)})` })}
        </p>
      )}
    </div>
  );
}

function DayHours({ day }: { day: WeekDay }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  return (
    <>
      {day.hours.length === 0 && t("hours.closed")}
      {day.hours.map((hours) => (
        <span key={hours.opens} className={classes.interval}>
          {isAllDay(hours) ? t("hours.allDay") : formatHours(tag, hours)}
        </span>
      ))}
      {day.note && <span className={classes.note}>{day.note}</span>}
    </>
  );
}

/** "Europe/Lisbon" is "Lisbon". */
const zoneCity = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
