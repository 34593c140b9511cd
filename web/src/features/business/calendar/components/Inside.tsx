import { useTranslation } from "react-i18next";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { Bdi } from "@/ui/Bdi";
import { useDays } from "../../reservations/api";
import type { OfferingCard, Reservation } from "../../reservations/types";
import classes from "./Calendar.module.css";

/** Bookings that are named at most. */
const NAMED_MAX = 5;

interface BookingsProps {
  /** First and last date, both included. */
  dates: readonly [string, string];
  offerings: readonly OfferingCard[];
  /** Chooses the bookings that stay from those of the dates. */
  choose: (reservations: readonly Reservation[]) => readonly Reservation[];
  zone: string;
}

interface InsideProps extends Omit<BookingsProps, "dates"> {
  /** Null: none are chosen. */
  dates: BookingsProps["dates"] | null;
}

/** Names the bookings of the chosen dates that stay. */
export function Inside({ dates, ...props }: InsideProps) {
  return <div role="status">{dates && <Bookings dates={dates} {...props} />}</div>;
}

function Bookings({ dates: [first, last], offerings, choose, zone }: BookingsProps) {
  const { t } = useTranslation("business-calendar");
  const format = useZonedFormat(zone);
  const { data, isError, isPaused } = useDays(first, last, zone, offerings);
  if (!data)
    return <p className={classes.muted}>{t(isError || isPaused ? "inside.unknown" : "inside.loading")}</p>;
  const inside = choose(data);
  const rest = inside.length - NAMED_MAX;
  if (inside.length === 0) return null;
  return (
    <div className={classes.inside}>
      <p>{t("block.inside", { count: inside.length })}</p>
      <ul>
        {inside.slice(0, NAMED_MAX).map(({ id, customer_name, starts_at, offering }) => (
          <li key={id}>
            <Bdi>{customer_name}</Bdi> · {format.short(starts_at)} · <Bdi>{offering.name}</Bdi>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t("block.insideMore", { count: rest })}</p>}
    </div>
  );
}
