import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DeliveryMap } from "@/shared/orders/DeliveryMap";
import { OrderPlace } from "@/shared/orders/OrderPlace";
import { OrderState } from "@/shared/orders/OrderState";
import { OrderTimeline } from "@/shared/orders/OrderTimeline";
import { Bdi } from "@/ui/Bdi";
import classes from "./components/Order.module.css";
import { OrderLoader } from "./components/OrderLoader";
import { OrderProgress } from "./components/OrderProgress";
import { PromisedTime } from "./components/PromisedTime";
import { ReceivedQuestion } from "./components/ReceivedQuestion";

/** Progress of one order, live. */
export function TrackScreen() {
  const { t } = useTranslation("orders");
  return (
    <OrderLoader title={t("track.title")} back={(id) => `/orders/${id}`}>
      {(order) => (
        <div className={classes.page}>
          <header className={classes.head}>
            <OrderState state={order.state} side="customer" />
            <h2 className={classes.name}>
              <Bdi>{order.company.name}</Bdi>
            </h2>
          </header>
          <PromisedTime order={order} />
          <OrderProgress order={order} />
          <ReceivedQuestion order={order} />
          <OrderPlace order={order} />
          <DeliveryMap order={order} name={t("track.here")} />
          <section className={classes.section}>
            <h2 className={classes.title}>{t("order.timeline")}</h2>
            <OrderTimeline order={order} side="customer" />
          </section>
          <Button component={Link} to={`/orders/${order.id}`} variant="default">
            {t("track.details")}
          </Button>
        </div>
      )}
    </OrderLoader>
  );
}
