import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BookableOffering } from "@/shared/booking/types";
import type { BookingFormat } from "../hooks/useBookingFormat";
import type { Hold } from "../hooks/useHold";
import { useTotal } from "../hooks/useTotal";
import { BookingFacts } from "./BookingFacts";
import { CancellationTerms } from "./CancellationTerms";
import { HoldTimer } from "./HoldTimer";
import { OfferingHeader } from "./OfferingHeader";
import { PriceLines } from "./PriceLines";
import { RequestHint } from "./RequestHint";
import classes from "./Summary.module.css";

interface SummaryProps {
  offering: BookableOffering;
  hold: Hold;
  /** Total before the server has priced it. */
  estimate: number | null;
  format: BookingFormat;
  /** Company that answers the booking first: it is a request. */
  approval: string | null;
  /** Shows the terms of cancellation. */
  withTerms?: boolean;
  /** Shows the time left of the hold. */
  onExpire?: () => void;
  /** The button that goes on. */
  action?: ReactNode;
}

/** Card with what is booked so far, the total and the hold. */
export function Summary({
  offering,
  hold,
  estimate,
  format,
  approval,
  withTerms = false,
  onExpire,
  action,
}: SummaryProps) {
  const { t } = useTranslation("booking");
  const total = useTotal();
  const booking = hold.status === "held" ? hold.booking : null;
  return (
    <section className={classes.card} aria-label={t("summary")}>
      <OfferingHeader offering={offering} />
      {booking ? (
        <>
          <BookingFacts booking={booking} format={format} />
          <PriceLines booking={booking} format={format} />
          {withTerms && <CancellationTerms terms={booking} format={format} />}
        </>
      ) : (
        <dl className={classes.prices}>
          <div className={`${classes.price} ${classes.total}`}>
            <dt>{t("total.title")}</dt>
            <dd>{estimate === null ? "–" : total(estimate, offering.currency)}</dd>
          </div>
        </dl>
      )}
      {approval !== null && <RequestHint company={approval} />}
      {hold.status === "held" && onExpire && <HoldTimer deadline={hold.deadline} onEnd={onExpire} />}
      {action}
    </section>
  );
}
