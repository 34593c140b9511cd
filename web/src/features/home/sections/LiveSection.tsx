import { useTranslation } from "react-i18next";
import type { SectionProps } from ".";
import classes from "./LiveSection.module.css";

/** Orders on their way and the next booking, as cards that follow their changes. */
export function LiveSection({ orders, booking, cards }: SectionProps<"live">) {
  const { t } = useTranslation("home");
  return (
    <ul className={classes.cards} aria-label={t("live.title")}>
      {orders.map(cards.order)}
      {booking && cards.booking(booking)}
    </ul>
  );
}
