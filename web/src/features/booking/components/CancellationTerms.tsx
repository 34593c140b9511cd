import { useTranslation } from "react-i18next";
import type { Booking } from "@/shared/booking/types";
import { useMoney } from "@/shared/money/formatMoney";
import type { BookingFormat } from "../hooks/useBookingFormat";
import classes from "./Summary.module.css";

type Terms = Pick<Booking, "free_cancel_until" | "cancel_fee" | "currency">;

/** Terms of cancellation in words, with the date. */
export function CancellationTerms({ terms, format }: { terms: Terms; format: BookingFormat }) {
  const { t } = useTranslation("booking");
  const money = useMoney();
  const { free_cancel_until, cancel_fee, currency } = terms;
  const fee = money(cancel_fee, currency);
  const isOver = Date.parse(free_cancel_until) <= Date.now();
  if (cancel_fee === 0) return <p>{t("cancellation.free")}</p>;
  return (
    <p>
      {isOver
        ? t("cancellation.fee", { fee })
        : t("cancellation.freeUntil", { until: format.dayTime(free_cancel_until) })}
      {!isOver && <span className={classes.note}> {t("cancellation.after", { fee })}</span>}
    </p>
  );
}
