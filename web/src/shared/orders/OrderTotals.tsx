import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import classes from "./Orders.module.css";
import type { Order } from "./types";

/** Amounts of an order, with the VAT that the total contains. */
export function OrderTotals({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  const { number } = useFormat();
  const {
    subtotal,
    discount,
    delivery_fee,
    tip,
    total,
    vat,
    vat_added,
    refunded,
    waived,
    payment,
    currency,
    promo_code,
    coins_spent,
    coins_value,
  } = order;
  const rows = [
    { key: "subtotal", label: t("total.subtotal"), amount: subtotal, shown: subtotal !== total },
    {
      key: "discount",
      label: promo_code ? t("total.promo", { code: promo_code }) : t("total.discount"),
      amount: coins_value - discount,
      shown: discount > coins_value,
    },
    {
      key: "coins",
      label: t("total.coins", { count: coins_spent, coins: number(coins_spent) }),
      amount: -coins_value,
      shown: coins_value > 0,
    },
    { key: "fee", label: t("total.delivery"), amount: delivery_fee, shown: delivery_fee > 0 },
    { key: "tip", label: t("total.tip"), amount: tip, shown: tip > 0 },
    { key: "vatAdded", label: t("total.vatAdded"), amount: vat_added, shown: vat_added > 0 },
    { key: "total", label: t("total.total"), amount: total, shown: true },
    { key: "vat", label: t("total.vat"), amount: vat, shown: vat > 0 && vat_added === 0 },
    { key: "waived", label: t("total.waived"), amount: -waived, shown: waived > 0 },
    {
      key: "due",
      label: t("payment.onSite"),
      amount: total - waived,
      shown: waived > 0 && payment.state === "processing",
    },
    { key: "refunded", label: t("total.refunded"), amount: refunded - waived, shown: refunded > waived },
  ];
  return (
    <dl className={classes.totals}>
      {rows
        .filter(({ shown }) => shown)
        .map(({ key, label, amount }) => (
          <div key={key} data-row={key}>
            <dt>{label}</dt>
            <dd>{money(amount, currency)}</dd>
          </div>
        ))}
    </dl>
  );
}
