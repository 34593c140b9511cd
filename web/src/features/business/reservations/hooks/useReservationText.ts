import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { bookedClasses, hasListedItems, paymentState } from "../model/bill";
import type { Reservation } from "../types";

/** Returns the words for the items of a reservation and for its payment. Both are empty where there are none. */
export function useReservationText() {
  const { t } = useTranslation("reservations");
  const { number } = useFormat();
  const money = useMoney();
  const item = ({ quantity, name }: { quantity: number; name: string }) =>
    t("item", { quantity: number(quantity), name });
  return {
    item,
    items: (reservation: Reservation): string =>
      hasListedItems(reservation) ? bookedClasses(reservation).map(item).join(", ") : "",
    payment(reservation: Reservation): string {
      const state = paymentState(reservation);
      const { refunded, currency } = reservation;
      if (state === "refunded") return t("payment.refundedAmount", { amount: money(refunded, currency) });
      return state ? t(`payment.${state}`) : "";
    },
  };
}
