import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import table from "../orders/components/OrderTable.module.css";
import type { Customer } from "./api";
import { CustomerStatus } from "./CustomerStatus";

interface CustomerTableProps {
  customers: readonly Customer[];
  currency: string;
}

/** Columns for a desktop. */
const WIDE: readonly string[] = ["bookings", "lastOrder"];
const COLUMNS = ["name", "email", "status", "orders", "bookings", "lastOrder", "spent"] as const;

/** A table, and cards on a phone. */
export function CustomerTable({ customers, currency }: CustomerTableProps) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const { date, number } = useFormat();
  if (usePhone()) {
    return (
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
    );
  }
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
              >
                {t(`customers.column.${key}`)}
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
