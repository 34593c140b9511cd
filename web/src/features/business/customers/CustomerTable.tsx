import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import { ariaSort, SortHead, SortSelect } from "../list/SortHead";
import type { Sorting } from "../list/sort";
import table from "../orders/components/OrderTable.module.css";
import type { Customer, CustomerSort } from "./api";
import { CustomerStatus } from "./CustomerStatus";

interface CustomerTableProps {
  customers: readonly Customer[];
  currency: string;
  sorting: Sorting<CustomerSort>;
  onSort: (sorting: Sorting<CustomerSort>) => void;
}

/** Columns for a desktop. */
const WIDE: readonly string[] = ["bookings", "lastOrder"];
const COLUMNS = ["name", "email", "status", "orders", "bookings", "lastOrder", "spent"] as const;

/** Columns that sort. */
const SORTED: Partial<Record<(typeof COLUMNS)[number], CustomerSort>> = {
  name: "name",
  orders: "orders",
  lastOrder: "last",
  spent: "spent",
};

/** A table, and cards on a phone. */
export function CustomerTable({ customers, currency, sorting, onSort }: CustomerTableProps) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const { date, number } = useFormat();
  if (usePhone()) {
    return (
      <>
        <SortSelect
          columns={COLUMNS.flatMap((key) => {
            const name = SORTED[key];
            return name ? [{ name, label: t(`customers.column.${key}`) }] : [];
          })}
          sorting={sorting}
          onSort={onSort}
        />
        <ul className={table.cards}>
          {customers.map((customer) => (
            <li key={customer.id} className={table.card}>
              <div className={table.cardTop}>
                <NameLink customer={customer} />
                <CustomerStatus status={customer.status} />
              </div>
              <bdi dir="ltr">{customer.email}</bdi>
              <div className={table.cardTop}>
                <span className={table.muted}>
                  {t("customers.orders", { count: customer.orders })} · {date(customer.last_at)}
                </span>
                <strong className={table.nowrap}>{money(customer.spent, currency)}</strong>
              </div>
            </li>
          ))}
        </ul>
      </>
    );
  }
  const head = (key: (typeof COLUMNS)[number]) => {
    const name = SORTED[key];
    const label = t(`customers.column.${key}`);
    return name ? <SortHead name={name} label={label} sorting={sorting} onSort={onSort} /> : label;
  };
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <caption className={table.caption}>{t("customers.title")}</caption>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th
                key={key}
                scope="col"
                data-column={key === "spent" ? "total" : key}
                data-wide={WIDE.includes(key) ? "" : undefined}
                aria-sort={ariaSort(sorting, SORTED[key] ?? "")}
              >
                {head(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.id} className={table.row}>
              <td>
                <NameLink customer={customer} />
              </td>
              <td>
                <bdi dir="ltr">{customer.email}</bdi>
              </td>
              <td>
                <CustomerStatus status={customer.status} />
              </td>
              <td>{number(customer.orders)}</td>
              <td data-wide="">{number(customer.bookings)}</td>
              <td className={table.nowrap} data-wide="">
                {date(customer.last_at)}
              </td>
              <td data-column="total">{money(customer.spent, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NameLink({ customer: { id, name } }: { customer: Customer }) {
  return (
    <Link to={`/pro/customers/${id}`} className={table.open}>
      <Bdi>{name}</Bdi>
    </Link>
  );
}
