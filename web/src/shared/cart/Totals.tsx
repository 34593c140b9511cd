import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import classes from "./Totals.module.css";

interface TotalsProps {
  priced: {
    subtotal: number;
    discount: number;
    /** Part of the discount that loyalty coins pay: of a cart, or of an order. */
    loyalty?: { spent_value: number } | null;
    coins_value?: number;
    delivery_fee: number;
    tip: number;
    vat: number;
    /** VAT that is added to the prices. 0: they contain it. */
    vat_added: number;
    total: number;
  };
  currency: string;
  /** A delivery without a fee is named as free. */
  delivered: boolean;
  /** The delivery fee waits for the address. */
  unaddressed?: boolean;
  /** New prices are on their way. */
  pending?: boolean;
}

/** Subtotal, discount, delivery, tip, total and the VAT in it. */
export function Totals({ priced, currency, delivered, unaddressed = false, pending = false }: TotalsProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const { subtotal, discount, loyalty, coins_value = 0, delivery_fee, tip, vat, vat_added, total } = priced;
  const coins = loyalty?.spent_value ?? coins_value;
  const rows = [
    { key: "subtotal", shown: true, text: money(subtotal, currency) },
    { key: "discount", shown: discount > coins, text: money(coins - discount, currency) },
    { key: "coins", shown: coins > 0, text: money(-coins, currency) },
    {
      key: "delivery",
      shown: delivered,
      text: unaddressed
        ? t("totals.byAddress")
        : delivery_fee > 0
          ? money(delivery_fee, currency)
          : t("totals.free"),
    },
    { key: "tip", shown: tip > 0, text: money(tip, currency) },
    { key: "vatAdded", shown: vat_added > 0, text: money(vat_added, currency) },
  ] as const;
  return (
    <dl className={classes.totals} aria-busy={pending} data-pending={pending || undefined}>
      {rows.map(
        ({ key, shown, text }) =>
          shown && (
            <div key={key} className={classes.row}>
              <dt>{t(`totals.${key}`)}</dt>
              <dd>{text}</dd>
            </div>
          ),
      )}
      <div className={`${classes.row} ${classes.total}`}>
        <dt>{t("totals.total")}</dt>
        <dd>{money(total, currency)}</dd>
      </div>
      {vat > 0 && vat_added === 0 && (
        <div className={`${classes.row} ${classes.vat}`}>
          <dt>{t("totals.vat")}</dt>
          <dd>{money(vat, currency)}</dd>
        </div>
      )}
    </dl>
  );
}
