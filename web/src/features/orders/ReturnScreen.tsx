import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import classes from "./components/Order.module.css";
import { OrderLoader } from "./components/OrderLoader";
import { OrderReturns } from "./components/OrderReturns";
import { ReturnForm } from "./components/ReturnForm";

/** `/orders/:orderId/return`: asks for a return of units of an order. */
export function ReturnScreen() {
  const { t } = useTranslation("returns");
  return (
    <OrderLoader title={t("title")} back={(id) => `/orders/${id}`}>
      {(order) => <ReturnPage order={order} />}
    </OrderLoader>
  );
}

function ReturnPage({ order }: { order: Order }) {
  const { t } = useTranslation("returns");
  const navigate = useNavigate();
  const times = useOrderTimes(order.company.time_zone);
  const { can, return_until } = order;
  return (
    <div className={classes.page}>
      {can.request_return ? (
        <>
          {return_until && (
            <p className={classes.muted}>{t("form.until", { at: times.zoned(return_until) })}</p>
          )}
          <ReturnForm order={order} onSent={() => void navigate(`/orders/${order.id}`, { replace: true })} />
        </>
      ) : (
        <p>{t(return_until ? "form.closed" : "form.notTaken")}</p>
      )}
      <OrderReturns order={order} />
    </div>
  );
}
