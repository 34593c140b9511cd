import { Checkbox } from "@mantine/core";
import { memo, useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMoney } from "@/shared/money/formatMoney";
import { OrderState } from "@/shared/orders/OrderState";
import { unitCount } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { useOrderTimes } from "@/shared/orders/useOrderTimes";
import { usePaymentText } from "@/shared/orders/usePaymentText";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { ariaSort, SortHead, SortSelect } from "../../list/SortHead";
import type { Sorting } from "../../list/sort";
import { type OrderSort, SORTS } from "../model/filters";
import classes from "./OrderTable.module.css";

interface OrderTableProps {
  orders: readonly Order[];
  glowing: ReadonlySet<number>;
  /** Sorting by the heads. Without it the order is fixed. */
  sorting?: Sorting<OrderSort>;
  onSort?: (sorting: Sorting<OrderSort>) => void;
  /** Selected orders. Without it nothing is selected. */
  selection?: { ids: ReadonlySet<number>; onSelect: (ids: ReadonlySet<number>) => void };
}

/** Columns for a desktop. */
const WIDE: readonly string[] = ["payment"];
const COLUMNS = ["code", "placed", "customer", "items", "fulfilment", "payment", "state", "total"] as const;

/** A table, and cards on a phone. */
export function OrderTable({ orders, glowing, sorting, onSort, selection }: OrderTableProps) {
  const { t } = useTranslation("business-orders");
  const isAll = orders.every(({ id }) => selection?.ids.has(id));
  const isSome = orders.some(({ id }) => selection?.ids.has(id));
  const latest = useRef(selection);
  latest.current = selection;
  // Stays the same, so that a change of one row draws no other.
  const toggle = useCallback((id: number) => {
    const next = new Set(latest.current?.ids);
    if (!next.delete(id)) next.add(id);
    latest.current?.onSelect(next);
  }, []);
  const rowProps = (order: Order): RowProps => ({
    order,
    glows: glowing.has(order.id),
    selected: selection?.ids.has(order.id),
    onToggle: toggle,
  });
  if (usePhone()) {
    return (
      <>
        {sorting && onSort && (
          <SortSelect
            columns={SORTS.map((name) => ({ name, label: t(`column.${name}`) }))}
            sorting={sorting}
            onSort={onSort}
          />
        )}
        <ul className={classes.cards}>
          {orders.map((order) => (
            <Card key={order.id} {...rowProps(order)} />
          ))}
        </ul>
      </>
    );
  }
  const head = (key: (typeof COLUMNS)[number]) => {
    const name = SORTS.find((sort) => sort === key);
    if (!name || !sorting || !onSort) return t(`column.${key}`);
    return <SortHead name={name} label={t(`column.${key}`)} sorting={sorting} onSort={onSort} />;
  };
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <caption className={classes.caption}>{t("title")}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes.checkCell}>
                <Checkbox
                  className={classes.check}
                  aria-label={t("bulk.selectAll")}
                  checked={isAll}
                  indeterminate={!isAll && isSome}
                  onChange={() => selection.onSelect(new Set(isAll ? [] : orders.map(({ id }) => id)))}
                />
              </th>
            )}
            {COLUMNS.map((key) => (
              <th
                key={key}
                scope="col"
                data-column={key}
                data-wide={WIDE.includes(key) ? "" : undefined}
                aria-sort={sorting && ariaSort(sorting, key)}
              >
                {head(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.id} {...rowProps(order)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  order: Order;
  glows: boolean;
  /** Undefined: nothing is selected here. */
  selected: boolean | undefined;
  onToggle: (id: number) => void;
}

function Check({ order: { id, code }, selected, onToggle }: Omit<RowProps, "glows">) {
  const { t } = useTranslation("business-orders");
  return (
    <Checkbox
      className={classes.check}
      aria-label={t("bulk.select", { code })}
      checked={selected}
      onChange={() => onToggle(id)}
    />
  );
}

const Row = memo(function Row({ glows, ...row }: RowProps) {
  const { order, selected } = row;
  const { t } = useTranslation(["business-orders", "orders"]);
  const money = useMoney();
  const payment = usePaymentText();
  const times = useOrderTimes(order.company.time_zone);
  return (
    <tr className={classes.row} data-glow={glows ? "" : undefined}>
      {selected !== undefined && (
        <td className={classes.checkCell}>
          <Check {...row} />
        </td>
      )}
      <td>
        <CodeLink order={order} />
      </td>
      <td className={classes.nowrap}>{times.short(order.created_at)}</td>
      <td>
        <Bdi>{order.customer_name}</Bdi>
      </td>
      <td>
        <Items order={order} />
      </td>
      <td>{t(`orders:fulfilment.${order.fulfilment}`)}</td>
      <td data-wide="">{payment(order)}</td>
      <td>
        <OrderState state={order.state} side="company" />
      </td>
      <td data-column="total">{money(order.total, order.currency)}</td>
    </tr>
  );
});

const Card = memo(function Card({ glows, ...row }: RowProps) {
  const { order, selected } = row;
  const { t } = useTranslation(["business-orders", "orders"]);
  const money = useMoney();
  const times = useOrderTimes(order.company.time_zone);
  return (
    <li className={classes.card} data-glow={glows ? "" : undefined}>
      <div className={classes.cardTop}>
        <span className={classes.cardCode}>
          {selected !== undefined && <Check {...row} />}
          <CodeLink order={order} />
        </span>
        <OrderState state={order.state} side="company" />
      </div>
      <div className={classes.cardTop}>
        <Bdi>{order.customer_name}</Bdi>
        <strong className={classes.nowrap}>{money(order.total, order.currency)}</strong>
      </div>
      <Items order={order} />
      <span className={classes.muted}>
        {times.short(order.created_at)} · {t(`orders:fulfilment.${order.fulfilment}`)} ·{" "}
        {t("orders:items", { count: unitCount(order) })}
      </span>
    </li>
  );
});

function CodeLink({ order: { id, code } }: { order: Order }) {
  return (
    <Link to={`/pro/orders/${id}`} className={classes.open}>
      <bdi dir="ltr">{code}</bdi>
    </Link>
  );
}

function Items({ order: { lines, bookings } }: { order: Order }) {
  const names = [
    ...bookings.map(({ name }) => name),
    ...lines.map(({ name, quantity }) => `${quantity} × ${name}`),
  ];
  return <Bdi className={classes.items}>{names.join(", ")}</Bdi>;
}
