import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { formatDuration } from "@/shared/offering/formatDuration";
import type { Order } from "@/shared/orders/types";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { ageMinutes, isOnBoard, urgencyOf } from "../model/board";
import classes from "./Board.module.css";

/** Time since an order was placed. The color warms up towards the promised time. */
export function OrderAge({ order, now }: { order: Order; now: number }) {
  const { t } = useTranslation("business-orders");
  const { tag } = useLanguage();
  if (!isOnBoard(order)) return null;
  const minutes = ageMinutes(order, now);
  const urgency = urgencyOf(order, now);
  return (
    <span className={classes.age} data-urgency={urgency}>
      {minutes === 0 ? t("age.now") : formatDuration(tag, minutes)}
      <VisuallyHidden>{t(`age.${urgency}`)}</VisuallyHidden>
    </span>
  );
}
