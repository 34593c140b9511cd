import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import type { Order, OrderState } from "@/shared/orders/types";
import { useReturnFocus } from "@/ui/useReturnFocus";
import { useOrderStep } from "../api";
import { isOnBoard, stepsOf } from "../model/board";
import classes from "./Board.module.css";
import { PromiseTimes } from "./PromiseTimes";

const CancelSheet = lazyPart(() => import("./CancelSheet").then((file) => file.CancelSheet));

interface OrderStepsProps {
  order: Order;
  /** Narrow buttons for a card of the board. */
  compact?: boolean;
}

/** Next states of an order as buttons. An acceptance asks for the time. */
export function OrderSteps({ order, compact = false }: OrderStepsProps) {
  const { t } = useTranslation("business-orders");
  const step = useOrderStep(order.company.id);
  const [asks, setAsks] = useState<"accept" | "cancel" | null>(null);
  const asksTime = asks === "accept" && order.state === "new";
  const first = useReturnFocus(asksTime);
  const steps = stepsOf(order);
  const mayCancel = order.next.includes("cancelled");
  const label = (state: OrderState) => t("actionFor", { action: t(`action.${state}`), code: order.code });
  // Each order on the board has a next step, once the server has confirmed the last one.
  if (isOnBoard(order) && order.next.length === 0) {
    return (
      <div className={classes.steps} data-compact={compact ? "" : undefined}>
        <Button color="terracotta" loading aria-label={label(order.state)}>
          {t(`action.${order.state}`)}
        </Button>
      </div>
    );
  }
  if (steps.length === 0 && !mayCancel) return null;
  const pending = step.isPending ? step.variables.state : null;
  const choose = (state: OrderState) =>
    state === "accepted" ? setAsks("accept") : step.mutate({ order, state });
  if (asksTime) {
    return (
      <PromiseTimes
        order={order}
        title={t("accept.title")}
        pending={step.isPending}
        onChoose={(promised_at) => step.mutate({ order, state: "accepted", promised_at })}
        onKeep={() => step.mutate({ order, state: "accepted" })}
        onClose={() => setAsks(null)}
      />
    );
  }
  return (
    <div className={classes.steps} data-compact={compact ? "" : undefined}>
      {steps.map((state, index) => (
        <Button
          key={state}
          ref={index === 0 ? first : undefined}
          {...(index === 0 ? { color: "terracotta" } : { variant: "default" })}
          loading={pending === state}
          disabled={pending !== null && pending !== state}
          onClick={() => choose(state)}
          aria-label={label(state)}
        >
          {t(`action.${state}`)}
        </Button>
      ))}
      {mayCancel && (
        <Button
          variant="subtle"
          color="brick"
          disabled={pending !== null}
          onClick={() => setAsks("cancel")}
          aria-label={label("cancelled")}
        >
          {t("action.cancelled")}
        </Button>
      )}
      {asks === "cancel" && mayCancel && (
        <Suspense>
          <CancelSheet order={order} opened onClose={() => setAsks(null)} />
        </Suspense>
      )}
    </div>
  );
}
