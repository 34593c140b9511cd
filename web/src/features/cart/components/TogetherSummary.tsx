import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import totals from "@/shared/cart/Totals.module.css";
import type { Cart } from "@/shared/cart/types";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { sumOf } from "../model/together";
import classes from "./Cart.module.css";

interface TogetherSummaryProps {
  carts: readonly Cart[];
  /** Refusal of the last attempt. */
  notice: ReactNode;
}

/** Total of each chosen cart and their sum. */
export function TogetherSummary({ carts, notice }: TogetherSummaryProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const [first] = carts;
  return (
    <section className={classes.summary} aria-labelledby="cart-summary">
      <h2 id="cart-summary" tabIndex={-1} className={classes.partTitle}>
        {t("summary")}
      </h2>
      {notice}
      {first ? (
        <dl className={totals.totals}>
          {carts.map(({ company, total }) => (
            <div key={company.id} className={totals.row}>
              <dt>
                <Bdi>{company.name}</Bdi>
              </dt>
              <dd>{money(total, company.currency)}</dd>
            </div>
          ))}
          <div className={`${totals.row} ${totals.total}`}>
            <dt>{t("totals.total")}</dt>
            <dd>{money(sumOf(carts), first.company.currency)}</dd>
          </div>
        </dl>
      ) : (
        <p className={classes.muted}>{t("together.none")}</p>
      )}
      {carts.length > 1 && <p className={classes.muted}>{t("together.note", { count: carts.length })}</p>}
    </section>
  );
}
