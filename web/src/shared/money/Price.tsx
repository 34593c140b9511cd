import { useTranslation } from "react-i18next";
import type { Unit } from "@/shared/offering/types";
import { useMoney } from "./formatMoney";
import classes from "./Price.module.css";

interface PriceProps {
  /** Minor units. */
  amount: number;
  currency: string;
  /** The lowest of several prices: "from €35". */
  from?: boolean;
  unit?: Unit;
  size?: "md" | "lg";
}

/** Price with VAT, except where the country adds it, with its unit where the unit is not one item. */
export function Price({ amount, currency, from = false, unit = "item", size = "md" }: PriceProps) {
  const { t } = useTranslation("catalogue");
  const money = useMoney();
  const free = amount === 0;
  return (
    <span className={classes.price} data-size={size}>
      {from && !free && <span className={classes.word}>{t("price.from")} </span>}
      <span className={classes.amount}>{free ? t("price.free") : money(amount, currency, "tag")}</span>
      {unit !== "item" && !free && <span className={classes.word}> {t(`price.per.${unit}`)}</span>}
    </span>
  );
}
