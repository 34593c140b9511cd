import type { ReactNode } from "react";
import { specOf } from "@/shared/booking/model/bookable";
import type { BookableOffering } from "@/shared/booking/types";
import type { BookingFormat } from "../hooks/useBookingFormat";
import type { Hold } from "../hooks/useHold";
import { useTotal } from "../hooks/useTotal";
import classes from "./ActionBar.module.css";
import { HoldTimer } from "./HoldTimer";

interface ActionBarProps {
  offering: BookableOffering;
  hold: Hold;
  estimate: number | null;
  format: BookingFormat;
  /** The button takes the whole width: it names time and total itself. */
  full: boolean;
  onExpire: () => void;
  action: ReactNode;
}

/** Foot of a phone and a tablet: total, hold and the button that goes on. */
export function ActionBar({ offering, hold, estimate, format, full, onExpire, action }: ActionBarProps) {
  const formatTotal = useTotal();
  const booking = hold.status === "held" ? hold.booking : null;
  const isStay = specOf(offering.availability).rooms;
  const total = booking?.total ?? estimate;
  const timer = hold.status === "held" && <HoldTimer deadline={hold.deadline} onEnd={onExpire} />;
  return (
    <div className={full ? `${classes.bar} ${classes.full}` : classes.bar}>
      {full ? (
        timer
      ) : (
        <div className={classes.words}>
          {total !== null && <span className={classes.total}>{formatTotal(total, offering.currency)}</span>}
          {booking && (
            <span className={classes.when}>
              {isStay ? format.stay(booking.starts_at, booking.ends_at) : format.short(booking.starts_at)}
            </span>
          )}
          {timer}
        </div>
      )}
      {action}
    </div>
  );
}
