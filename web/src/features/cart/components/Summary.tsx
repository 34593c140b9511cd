import { IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Thresholds } from "@/shared/cart/Thresholds";
import { Totals } from "@/shared/cart/Totals";
import type { Cart } from "@/shared/cart/types";
import { useMoment } from "@/shared/cart/useMoment";
import { Icon } from "@/ui/Icon";
import { specOf } from "../model/fulfilment";
import classes from "./Cart.module.css";
import { Notice } from "./Notice";

interface SummaryProps {
  cart: Cart;
  pending: boolean;
  /** Refusal of the last attempt. */
  refusal: string | null;
}

/** Totals, progress to the thresholds, and the promised time. */
export function Summary({ cart, pending, refusal }: SummaryProps) {
  const { t } = useTranslation("cart");
  const moment = useMoment(cart.company.time_zone);
  const { fulfilment, promised_at } = cart;
  const delivered = fulfilment !== null && specOf(fulfilment).delivered;
  return (
    <section className={classes.summary} aria-labelledby="cart-summary">
      <h2 id="cart-summary" tabIndex={-1} className={classes.partTitle}>
        {t("summary")}
      </h2>
      {refusal && <Notice text={refusal} />}
      <Thresholds cart={cart} />
      <Totals
        priced={cart}
        currency={cart.company.currency}
        delivered={delivered}
        unaddressed={cart.address === null}
        pending={pending}
      />
      {promised_at && fulfilment && cart.lines.length > 0 && (
        <p className={classes.promise}>
          <Icon of={IconClock} />
          <span>{t(`promise.${fulfilment}`, { when: moment(promised_at) })}</span>
        </p>
      )}
    </section>
  );
}
