import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import type { Order, OrderState } from "@/shared/orders/types";
import { useBulkSteps } from "../api";
import { bulkSteps } from "../model/board";
import classes from "./Orders.module.css";

interface BulkBarProps {
  /** Selected orders. */
  orders: readonly Order[];
  onDone: () => void;
}

/** Next steps of the selected orders. Each order moves by itself, so one that a colleague moved stops no other. */
export function BulkBar({ orders, onDone }: BulkBarProps) {
  const { t } = useTranslation("business-orders");
  const bulk = useBulkSteps();
  const run = (state: OrderState, moved: readonly Order[]) =>
    bulk.mutate(
      { orders: moved, state },
      {
        onSuccess({ done, failed }) {
          if (done > 0) toast.success(t("bulk.done", { count: done }));
          if (failed > 0) toast.error(t("bulk.failed", { count: failed }));
          onDone();
        },
      },
    );
  const steps = bulkSteps(orders);
  return (
    <div className={classes.bulk}>
      <span role="status">{t("bulk.selected", { count: orders.length })}</span>
      {steps.length === 0 && <span className={classes.muted}>{t("bulk.none")}</span>}
      {steps.map(({ state, orders: moved }) => (
        <Button
          key={state}
          variant="default"
          loading={bulk.isPending && bulk.variables.state === state}
          disabled={bulk.isPending}
          onClick={() => run(state, moved)}
        >
          {t("counted", { name: t(`action.${state}`), shown: moved.length })}
        </Button>
      ))}
      <Button variant="subtle" disabled={bulk.isPending} onClick={onDone}>
        {t("bulk.clear")}
      </Button>
    </div>
  );
}
