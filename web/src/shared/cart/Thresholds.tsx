import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { thresholds } from "./carts";
import classes from "./Thresholds.module.css";
import type { Cart } from "./types";

/** Progress to the minimum order and to a free delivery. */
export function Thresholds({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const { minimum, freeDelivery } = thresholds(cart);
  const shown = [
    { key: "minimum", threshold: minimum },
    { key: "freeDelivery", threshold: freeDelivery },
  ] as const;
  return shown.map(({ key, threshold }) => {
    if (!threshold) return null;
    const { missing, share } = threshold;
    const words =
      missing > 0
        ? t(`threshold.${key}`, { amount: money(missing, cart.company.currency) })
        : t("threshold.reached");
    return (
      <div key={key} className={classes.threshold}>
        <span>{words}</span>
        <progress className={classes.progress} value={share} max={1} aria-label={words} />
      </div>
    );
  });
}
