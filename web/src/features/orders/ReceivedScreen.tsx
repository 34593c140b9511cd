import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { OrderLines } from "@/shared/orders/OrderLines";
import { Bdi } from "@/ui/Bdi";
import classes from "./components/Order.module.css";
import { OrderLoader } from "./components/OrderLoader";
import { ReceivedQuestion } from "./components/ReceivedQuestion";

/** Question whether an order was received. */
export function ReceivedScreen() {
  const { t } = useTranslation("orders");
  return (
    <OrderLoader title={t("received.title")} back={(id) => `/orders/${id}`}>
      {(order) => (
        <div className={classes.page}>
          <p className={classes.muted}>
            <Bdi>{order.company.name}</Bdi> · <bdi dir="ltr">{order.code}</bdi>
          </p>
          {order.can.answer_received || order.received !== null ? (
            <ReceivedQuestion order={order} />
          ) : (
            <p>{t("received.early")}</p>
          )}
          <OrderLines order={order} />
          <Button component={Link} to={`/orders/${order.id}`} variant="default">
            {t("track.details")}
          </Button>
        </div>
      )}
    </OrderLoader>
  );
}
