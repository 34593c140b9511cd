import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { ACCEPT_MINUTES, timeIn } from "../model/board";
import classes from "./Board.module.css";

interface AcceptTimesProps {
  order: Order;
  pending: boolean;
  /** Undefined keeps the promised time. */
  onChoose: (promisedAt: string | undefined) => void;
  onClose: () => void;
}

/** Times of an acceptance, which the customer is told. */
export function AcceptTimes({
  order: { promised_at, company },
  pending,
  onChoose,
  onClose,
}: AcceptTimesProps) {
  const { t } = useTranslation("business-orders");
  const times = useOrderTimes(company.time_zone);
  return (
    <fieldset className={classes.times}>
      <legend className={classes.legend}>{t("accept.title")}</legend>
      {ACCEPT_MINUTES.map((minutes, index) => (
        <Button
          key={minutes}
          variant="default"
          disabled={pending}
          // The button that had the focus is gone.
          autoFocus={index === 0}
          onClick={() => onChoose(timeIn(minutes, Date.now()))}
        >
          {t("accept.minutes", { count: minutes })}
        </Button>
      ))}
      {promised_at && Date.parse(promised_at) > Date.now() && (
        <Button
          color="terracotta"
          className={classes.keep}
          disabled={pending}
          onClick={() => onChoose(undefined)}
        >
          {t("accept.keep", { at: times.short(promised_at) })}
        </Button>
      )}
      <Button variant="subtle" className={classes.keep} disabled={pending} onClick={onClose}>
        {t("common:action.back")}
      </Button>
    </fieldset>
  );
}
