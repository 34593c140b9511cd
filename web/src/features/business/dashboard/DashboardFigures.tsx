import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { lazyPart } from "@/lib/lazyPart";
import { useMoney } from "@/shared/money/formatMoney";
import type { OrderState } from "@/shared/orders/types";
import { ErrorState } from "@/ui/ErrorState";
import { useMay } from "../permissions";
import { type Dashboard, useDashboard } from "./api";
import { CompanyOverview } from "./CompanyOverview";
import classes from "./Dashboard.module.css";
import { averageOf, changeOf } from "./model/series";

const EarningsGraph = lazyPart(() => import("./EarningsGraph").then((file) => file.EarningsGraph));

const OPEN = ["new", "accepted", "processing", "ready", "en_route"] as const;
const CLOSED = ["fulfilled", "cancelled"] as const;

/** Income, orders and open orders of today, live, with the earnings of a range. */
export function DashboardFigures() {
  const { t } = useTranslation("business-sales");
  const dashboard = useDashboard();
  const mayReadEarnings = useMay("store");
  if (dashboard.isError && !dashboard.data) {
    return <ErrorState title={t("dashboard.failed")} onRetry={() => void dashboard.refetch()} />;
  }
  if (!dashboard.data) return <Skeleton height={240} radius="lg" />;
  return (
    <>
      <Today dashboard={dashboard.data} />
      {mayReadEarnings && (
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>
          <EarningsGraph today={dashboard.data.today.day} currency={dashboard.data.currency} />
        </Suspense>
      )}
      <CompanyOverview overview={dashboard.data.overview} />
    </>
  );
}

function Today({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const { number } = useFormat();
  const { today, last_week, open, currency } = dashboard;
  const tiles = [
    {
      key: "income",
      value: money(today.income, currency),
      change: changeOf(today.income, last_week.income),
      before: money(last_week.income, currency),
    },
    {
      key: "orders",
      value: number(today.orders),
      change: changeOf(today.orders, last_week.orders),
      before: number(last_week.orders),
    },
    {
      key: "bookings",
      value: number(today.bookings),
      change: changeOf(today.bookings, last_week.bookings),
      before: number(last_week.bookings),
    },
    {
      key: "average",
      value: money(averageOf(today), currency),
      change: changeOf(averageOf(today), averageOf(last_week)),
      before: money(averageOf(last_week), currency),
    },
  ] as const;
  return (
    <section aria-labelledby="dashboard-today" className={classes.section}>
      <h2 id="dashboard-today" className={classes.title}>
        {t("dashboard.today")}
      </h2>
      <dl className={classes.tiles}>
        {tiles.map(({ key, value, change, before }) => (
          <div key={key} className={classes.tile}>
            <dt className={classes.label}>{t(`dashboard.${key}`)}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd className={classes.against}>
              <Change value={change} />
              <span>{t("dashboard.lastWeek", { value: before })}</span>
            </dd>
          </div>
        ))}
      </dl>
      <States
        label={t("dashboard.open")}
        counts={OPEN.map((state) => ({ state, count: open.find((one) => one.state === state)?.count ?? 0 }))}
      />
      <States
        label={t("dashboard.closed")}
        counts={CLOSED.map((state) => ({ state, count: today[state] }))}
        day={today.day}
      />
    </section>
  );
}

interface StatesProps {
  label: string;
  counts: readonly { state: OrderState; count: number }[];
  /** Only the orders that were placed on this day. */
  day?: string;
}

/** Number of orders in each state. Each opens its orders in the list. */
function States({ label, counts, day }: StatesProps) {
  const { t } = useTranslation("orders");
  const { number } = useFormat();
  const dates = day ? `&from=${day}&to=${day}` : "";
  return (
    <ul className={classes.states} aria-label={label}>
      {counts.map(({ state, count }) => (
        <li key={state}>
          <Link to={`/pro/orders?view=list&status=${state}${dates}`} className={classes.state}>
            <strong className={classes.count}>{number(count)}</strong>
            <span>{t(`column.${state}`, { count })}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Change({ value }: { value: number | null }) {
  const { tag } = useLanguage();
  if (value === null) return null;
  const format = new Intl.NumberFormat(tag, {
    style: "percent",
    signDisplay: "exceptZero",
    numberingSystem: "latn",
  } as Intl.NumberFormatOptions);
  return (
    <span className={classes.change} data-tone={value < 0 ? "down" : "up"}>
      {format.format(value / 100)}
    </span>
  );
}
