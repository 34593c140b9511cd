import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { useParty } from "@/shared/booking/hooks/useParty";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { formatDate } from "@/shared/booking/model/dates";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { useReservationText } from "../hooks/useReservationText";
import { notesOf, placeNames } from "../model/facts";
import type { Filters } from "../model/filters";
import type { Reservation } from "../types";
import classes from "./PrintSheet.module.css";

interface PrintSheetProps {
  reservations: readonly Reservation[];
  /** Number of all that match. */
  total: number;
  filters: Filters;
  zone: string;
  /** Called when the dialog of the browser has closed. It has to stay the same function. */
  onDone: () => void;
}

const COLUMNS = ["time", "customer", "party", "offering", "place", "state", "total", "note"] as const;

/** Reservations as a plain table on paper. It prints itself, and is not seen on the screen. */
export function PrintSheet({ reservations, total, filters, zone, onDone }: PrintSheetProps) {
  const { t } = useTranslation("reservations");
  const { number } = useFormat();
  const scope = useScope(filters);
  useEffect(() => {
    window.addEventListener("afterprint", onDone);
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("afterprint", onDone);
    };
  }, [onDone]);
  return createPortal(
    <div className={classes.sheet}>
      <h1 className={classes.title}>{t("title")}</h1>
      <p>
        <Bdi>{scope}</Bdi>
      </p>
      <p>
        {reservations.length < total
          ? t("print.cut", { shown: number(reservations.length), total: number(total) })
          : t("pages.count", { count: total })}
      </p>
      <table className={classes.table}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col">
                {t(`column.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reservations.map((one) => (
            <Row key={one.id} reservation={one} zone={zone} oneDay={filters.from === filters.to} />
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}

interface RowProps {
  reservation: Reservation;
  zone: string;
  /** All begin on one date, which the head names. */
  oneDay: boolean;
}

function Row({ reservation, zone, oneDay }: RowProps) {
  const { t } = useTranslation("reservations");
  const format = useZonedFormat(zone);
  const money = useMoney();
  const party = useParty();
  const text = useReservationText();
  const { starts_at, ends_at, customer_name, code, members, offering, state, total, currency } = reservation;
  function when(): string {
    if (offering.availability === "nights") return `${format.date(starts_at)} – ${format.date(ends_at)}`;
    return oneDay ? format.time(starts_at) : format.short(starts_at);
  }
  return (
    <tr>
      <td>{when()}</td>
      <td>
        <Bdi>{customer_name || t("customer.deleted")}</Bdi>
        <br />
        <bdi dir="ltr">{code}</bdi>
      </td>
      <td>{party(reservation, String(members))}</td>
      <td>
        <Bdi>{[offering.name, text.items(reservation)].filter(Boolean).join(" · ")}</Bdi>
      </td>
      <td>
        <Bdi>{placeNames(reservation)}</Bdi>
      </td>
      <td>{t(`state.${state}`)}</td>
      <td>
        {total > 0 && money(total, currency)} {text.payment(reservation)}
      </td>
      <td>
        <Bdi>{notesOf(reservation)}</Bdi>
      </td>
    </tr>
  );
}

/** Says which reservations the filters choose. */
function useScope({ tab, query, from, to }: Filters): string {
  const { t } = useTranslation("reservations");
  const { tag } = useLanguage();
  const day = (date: string) => formatDate(tag, date, { dateStyle: "full" });
  const dates =
    from && from === to
      ? [day(from)]
      : [from && t("print.from", { date: day(from) }), to && t("print.until", { date: day(to) })];
  return [...dates, tab !== "all" && t(`tab.${tab}`), query && t("print.search", { query })]
    .filter(Boolean)
    .join(" · ");
}
