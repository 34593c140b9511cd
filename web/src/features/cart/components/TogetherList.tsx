import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Cart } from "@/shared/cart/types";
import { barrierOf, MAX_TOGETHER } from "../model/together";
import { CartItem } from "./CartItem";
import classes from "./Carts.module.css";

interface TogetherListProps {
  carts: readonly Cart[];
  chosen: readonly Cart[];
  onChoose: (cart: Cart, wanted: boolean) => void;
}

/** Carts with a box each. One that cannot join says why. */
export function TogetherList({ carts, chosen, onChoose }: TogetherListProps) {
  const { t } = useTranslation("cart");
  const id = useId();
  return (
    <div className={classes.together}>
      <p className={classes.muted}>{t("together.lead")}</p>
      <ul className={classes.carts}>
        {carts.map((cart) => {
          const { company } = cart;
          const barrier = barrierOf(cart, chosen);
          const reason = barrier === "incomplete" ? null : barrier;
          const isChosen = chosen.some((one) => one.company.id === company.id);
          return (
            <li key={company.id} className={classes.cart} data-chosen={isChosen || undefined}>
              <label className={classes.box}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={barrier === "incomplete" || barrier === "full"}
                  aria-label={t("together.one", { company: company.name })}
                  aria-describedby={reason ? `${id}-${company.id}` : undefined}
                  onChange={({ currentTarget }) => onChoose(cart, currentTarget.checked)}
                />
              </label>
              <div>
                <CartItem cart={cart} />
                {reason && (
                  <p id={`${id}-${company.id}`} className={classes.reason}>
                    {t(`together.${reason}`, { currency: company.currency, count: MAX_TOGETHER })}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
