import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";
import classes from "../components/BusinessScreen.module.css";
import { MessageCustomer } from "../components/MessageCustomer";
import { OrderTable } from "../orders/components/OrderTable";
import { useCustomer } from "./api";
import { CustomerBookings } from "./CustomerBookings";
import { CustomerStatus } from "./CustomerStatus";

const NOTHING_GLOWS: ReadonlySet<number> = new Set();

/** One customer with the orders at this company. */
export function CustomerScreen() {
  const { t } = useTranslation("business-sales");
  const details = useCustomer(Number(useParams().customerId) || 0);
  const missing = details.error instanceof ApiError && details.error.status === 404;
  return (
    <Screen title={t("customers.one")} back="/pro/customers" wide>
      {details.data ? (
        <Details {...details.data} />
      ) : details.isError ? (
        <ErrorState
          title={t(missing ? "customers.missing" : "customers.failed")}
          onRetry={missing ? undefined : () => void details.refetch()}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

type DetailsProps = NonNullable<ReturnType<typeof useCustomer>["data"]>;

function Details({ customer, orders, order_count, bookings, booking_count }: DetailsProps) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const { date, number } = useFormat();
  const currency = orders[0]?.currency ?? bookings[0]?.currency ?? "EUR";
  const facts = [
    { key: "orders", text: number(customer.orders) },
    { key: "bookings", text: number(customer.bookings) },
    { key: "spent", text: money(customer.spent, currency) },
    { key: "firstOrder", text: date(customer.first_at) },
    { key: "lastOrder", text: date(customer.last_at) },
  ] as const;
  return (
    <div className={classes.page}>
      <div className={classes.row}>
        <h2 className={classes.name}>
          <Bdi>{customer.name}</Bdi>
        </h2>
        <CustomerStatus status={customer.status} />
        <MessageCustomer customer={customer.id} />
      </div>
      <a className={classes.link} href={`mailto:${customer.email}`}>
        <bdi dir="ltr">{customer.email}</bdi>
      </a>
      <dl className={classes.facts}>
        {facts.map(({ key, text }) => (
          <div key={key}>
            <dt>{t(`customers.column.${key}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2 className={classes.title}>{t("customers.history")}</h2>
      {orders.length > 0 ? (
        <OrderTable orders={orders} glowing={NOTHING_GLOWS} />
      ) : (
        <p className={classes.muted}>{t("customers.noOrders")}</p>
      )}
      {order_count > orders.length && (
        <p className={classes.muted}>
          {t("customers.newest", { count: orders.length })}{" "}
          <Link className={classes.link} to={`/pro/orders?view=list&q=${encodeURIComponent(customer.email)}`}>
            {t("customers.searchOrders")}
          </Link>
        </p>
      )}
      {bookings.length > 0 && (
        <>
          <h2 className={classes.title}>{t("customers.bookings")}</h2>
          <CustomerBookings bookings={bookings} />
        </>
      )}
      {booking_count > bookings.length && (
        <p className={classes.muted}>{t("customers.newestBookings", { count: bookings.length })}</p>
      )}
    </div>
  );
}
