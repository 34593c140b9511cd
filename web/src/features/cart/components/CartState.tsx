import { useTranslation } from "react-i18next";
import type { Cart } from "@/shared/cart/types";
import { useMoment } from "@/shared/cart/useMoment";
import { useProblemWords } from "../hooks/useProblemWords";
import { firstProblem, isReady } from "../model/together";
import classes from "./Carts.module.css";

/** Way and time of the handover, or the first thing that keeps a cart from being ordered. */
export function CartState({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart");
  const problemWords = useProblemWords(cart);
  const moment = useMoment(cart.company.time_zone);
  const { fulfilment, promised_at } = cart;
  const [booking] = cart.bookings;
  if (isReady(cart) && booking && cart.lines.length === 0) {
    return <span className={classes.muted}>{moment(booking.starts_at)}</span>;
  }
  if (isReady(cart) && fulfilment) {
    const words = promised_at
      ? t(`promise.${fulfilment}`, { when: moment(promised_at) })
      : t(`how.${fulfilment}`);
    return <span className={classes.muted}>{words}</span>;
  }
  return <span className={classes.problem}>{problemWords(firstProblem(cart))}</span>;
}
