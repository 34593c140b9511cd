import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { asDeepRequired } from "@/api/deepRequired";
import { useMoney } from "@/shared/money/formatMoney";
import { OrderState } from "@/shared/orders/OrderState";
import { isOpen, unitCount } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { useLiveOrder } from "../hooks/useLiveOrder";
import classes from "./OrderCard.module.css";

/** Order in a list. An open one follows its changes. */
export function OrderCard({ order: listed }: { order: Order }) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  const order = useLiveOrder(listed);
  const { id, code, company, state, lines, bookings, total, currency, promised_at, created_at, fulfilment } =
    order;
  const times = useOrderTimes(company.time_zone);
  const picture = lines.find((line) => line.picture)?.picture;
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <Picture picture={picture ? asDeepRequired(picture) : null} alt="" sizes="96px" ratio="1" />
      </div>
      <div className={classes.words}>
        <div className={classes.head}>
          <h2 className={classes.name}>
            <Link to={`/orders/${id}`} className={classes.link}>
              <Bdi>{company.name}</Bdi>
            </Link>
          </h2>
          {/* A new key starts the glow again. */}
          <span key={state} className={classes.state}>
            <OrderState state={state} side="customer" />
          </span>
        </div>
        <Bdi className={classes.items}>
          {[
            ...bookings.map(({ name }) => name),
            ...lines.map(({ name, quantity }) => `${quantity} × ${name}`),
          ].join(", ")}
        </Bdi>
        {isOpen(order) && promised_at && (
          <span>
            {t("promised.by", { kind: t(`fulfilment.${fulfilment}`), at: times.zoned(promised_at) })}
          </span>
        )}
        <span className={classes.note}>
          {t("items", { count: unitCount(order) })} · {money(total, currency)} · {times.zoned(created_at)} ·{" "}
          <bdi dir="ltr" className={classes.code}>
            {code}
          </bdi>
        </span>
      </div>
    </li>
  );
}
