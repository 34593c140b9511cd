import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ActionError } from "@/shared/forms/ActionError";
import { ReturnCard } from "@/shared/orders/ReturnCard";
import type { OrderReturn } from "@/shared/orders/returns";
import type { Order } from "@/shared/orders/types";
import { useReturnStep } from "../returnApi";
import orders from "./Order.module.css";
import classes from "./Return.module.css";

/** Returns of an order. Nothing without any. */
export function OrderReturns({ order }: { order: Order }) {
  const { t } = useTranslation("returns");
  if (order.returns.length === 0) return null;
  return (
    <section className={orders.section}>
      <h2 className={orders.title}>{t("list")}</h2>
      <div className={classes.returns}>
        {order.returns.map((one) => (
          <CustomerReturn key={one.id} order={order} one={one} />
        ))}
      </div>
    </section>
  );
}

function CustomerReturn({ order, one }: { order: Order; one: OrderReturn }) {
  const { t } = useTranslation("returns");
  const step = useReturnStep(order, one.id);
  const steps = one.customer_next.filter((to) => to === "in_transit" || to === "closed");
  return (
    <ReturnCard order={order} one={one} side="customer">
      {(steps.length > 0 || step.error) && (
        <>
          <ActionError error={step.error} text={t("stepFailed")} />
          {steps.map((to) => (
            <Button
              key={to}
              variant={to === "closed" ? "subtle" : "filled"}
              color={to === "closed" ? "brick" : "terracotta"}
              loading={step.isPending && step.variables === to}
              disabled={step.isPending}
              onClick={() => step.mutate(to)}
            >
              {t(`action.customer.${to}`)}
            </Button>
          ))}
        </>
      )}
    </ReturnCard>
  );
}
