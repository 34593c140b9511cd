import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import type { Fulfilment } from "@/shared/orders/types";
import { orderTime } from "./terms";

interface Terms {
  kind: Fulfilment;
  minutes: number;
  /** Minor units. */
  minimum_order: number;
  /** Lowest delivery fee. Null: nothing is delivered. */
  fee: number | null;
  /** Subtotal from which a delivery is free. Null: never. */
  freeFrom: number | null;
}

/** Returns the terms of a way to get an order in words: time, fee, minimum. */
export function useFulfilmentTerms(currency: string): (terms: Terms) => string {
  const { t } = useTranslation("fulfilment");
  const money = useMoney();
  return ({ kind, minutes, minimum_order, fee, freeFrom }) => {
    const time = orderTime(kind, minutes);
    const words = [
      time && t(`time.${time.unit}`, { count: time.count }),
      fee !== null && (fee > 0 ? t("fee.from", { fee: money(fee, currency, "tag") }) : t("fee.none")),
      fee !== null && fee > 0 && freeFrom && t("fee.freeFrom", { amount: money(freeFrom, currency, "tag") }),
      minimum_order > 0 && t("minimum", { amount: money(minimum_order, currency, "tag") }),
    ];
    return words.filter(Boolean).join(" · ");
  };
}
