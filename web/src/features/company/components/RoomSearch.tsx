import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { LoadState } from "@/shared/booking/components/LoadState";
import { NightsCalendar } from "@/shared/booking/components/NightsCalendar";
import { Stepper } from "@/shared/booking/components/Stepper";
import { daysBetween, formatDate } from "@/shared/booking/model/dates";
import { MAX_UNITS } from "@/shared/booking/model/units";
import type { RoomCalendars } from "../hooks/useRooms";
import type { StaySearch } from "../model/staySearch";
import type { CompanyDetails } from "../types";
import classes from "./Choosing.module.css";

interface RoomSearchProps extends PartyProps {
  company: CompanyDetails;
  calendars: RoomCalendars;
  /** The rooms are not known yet. */
  loading: boolean;
}

/** Party and nights, on a calendar with the cheapest price of each night. */
export function RoomSearch({ company, search, calendars, loading, onChange }: RoomSearchProps) {
  const { t } = useTranslation("company");
  return (
    <section className={classes.search} aria-label={t("rooms.search")}>
      <Party search={search} onChange={onChange} />
      <details className={classes.dates} open={search.until === null}>
        <summary className={classes.summary}>
          <StayText search={search} />
        </summary>
        <LoadState
          loading={loading || (calendars.loading && calendars.days.length === 0)}
          error={calendars.days.length === 0 ? calendars.error : null}
          onRetry={calendars.retry}
          size={400}
        >
          <NightsCalendar
            days={calendars.days}
            months={calendars.months}
            currency={company.currency}
            selection={search}
            onChange={onChange}
            onMonth={calendars.show}
          />
        </LoadState>
      </details>
    </section>
  );
}

interface PartyProps {
  search: StaySearch;
  onChange: (change: Partial<StaySearch>) => void;
}

function Party({ search, onChange }: PartyProps) {
  const { t } = useTranslation("company");
  const { adults, children, rooms } = search;
  const fields = [
    { key: "adults", value: adults, min: rooms },
    { key: "children", value: children, min: 0 },
    { key: "rooms", value: rooms, min: 1 },
  ] as const;
  return (
    <div className={classes.party}>
      {fields.map(({ key, value, min }) => (
        <Stepper
          key={key}
          label={t(`rooms.${key}`)}
          name={t(`rooms.${key}`)}
          value={value}
          limits={{ min, max: MAX_UNITS }}
          // Each room has an adult.
          onChange={(next) =>
            onChange(key === "rooms" ? { rooms: next, adults: Math.max(adults, next) } : { [key]: next })
          }
        />
      ))}
    </div>
  );
}

function StayText({ search: { date, until } }: { search: StaySearch }) {
  const { t } = useTranslation("booking");
  const { tag } = useLanguage();
  const short = (day: string) => formatDate(tag, day, { weekday: "short", day: "numeric", month: "short" });
  if (date === null) return t("nights.title");
  if (until === null) return t("nights.chooseDeparture");
  return t("nights.stay", { from: short(date), to: short(until), count: daysBetween(date, until) });
}
