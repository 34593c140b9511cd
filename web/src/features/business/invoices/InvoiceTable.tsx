import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import type { Invoice } from "@/shared/invoice/types";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { usePhone } from "@/ui/breakpoints";
import classes from "../components/BusinessScreen.module.css";
import { ariaSort, SortHead, SortSelect } from "../list/SortHead";
import type { Sorting } from "../list/sort";
import table from "../orders/components/OrderTable.module.css";
import type { InvoiceSort } from "./api";

const COLUMNS = ["number", "kind", "date", "customer", "order", "net", "vat", "total"] as const;
/** Columns for a desktop. */
const WIDE: readonly string[] = ["net", "vat"];
const isAmount = (key: (typeof COLUMNS)[number]) => key === "net" || key === "vat" || key === "total";

/** Columns that sort. */
const SORTED: Partial<Record<(typeof COLUMNS)[number], InvoiceSort>> = { date: "issued", total: "total" };

interface InvoiceTableProps {
  invoices: readonly Invoice[];
  sorting: Sorting<InvoiceSort>;
  onSort: (sorting: Sorting<InvoiceSort>) => void;
}

/** A table with net and VAT, and cards on a phone. */
export function InvoiceTable({ invoices, sorting, onSort }: InvoiceTableProps) {
  const { t } = useTranslation(["business-sales", "invoice"]);
  const money = useMoney();
  const { date } = useFormat();
  const day = ({ issued_on }: Invoice) => date(`${issued_on}T00:00:00`);
  if (usePhone()) {
    return (
      <>
        <SortSelect
          columns={[
            { name: "issued", label: t("invoices.column.date") },
            { name: "total", label: t("invoices.column.total") },
          ]}
          sorting={sorting}
          onSort={onSort}
        />
        <ul className={table.cards}>
          {invoices.map((invoice) => (
            <li key={invoice.number} className={table.card}>
              <div className={table.cardTop}>
                <NumberLink invoice={invoice} />
                <Kind invoice={invoice} />
              </div>
              <div className={table.cardTop}>
                <Bdi>{invoice.buyer.name}</Bdi>
                <strong className={table.nowrap}>{money(invoice.total, invoice.currency)}</strong>
              </div>
              <span className={table.muted}>{day(invoice)}</span>
            </li>
          ))}
        </ul>
      </>
    );
  }
  const head = (key: (typeof COLUMNS)[number]) => {
    const name = SORTED[key];
    const label = t(`invoices.column.${key}`);
    return name ? <SortHead name={name} label={label} sorting={sorting} onSort={onSort} /> : label;
  };
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <caption className={table.caption}>{t("invoices.title")}</caption>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th
                key={key}
                scope="col"
                data-column={isAmount(key) ? "total" : key}
                data-wide={WIDE.includes(key) ? "" : undefined}
                aria-sort={ariaSort(sorting, SORTED[key] ?? "")}
              >
                {head(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <tr key={invoice.number} className={table.row}>
              <td>
                <NumberLink invoice={invoice} />
              </td>
              <td>
                <Kind invoice={invoice} />
              </td>
              <td className={table.nowrap}>{day(invoice)}</td>
              <td>
                <Bdi>{invoice.buyer.name}</Bdi>
              </td>
              <td>
                {invoice.order_id && (
                  <Link to={`/pro/orders/${invoice.order_id}`} className={table.open}>
                    <bdi dir="ltr">{invoice.order_code}</bdi>
                  </Link>
                )}
              </td>
              {(["net", "vat", "total"] as const).map((key) => (
                <td key={key} data-column="total" data-wide={WIDE.includes(key) ? "" : undefined}>
                  {money(invoice[key], invoice.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NumberLink({ invoice: { number } }: { invoice: Invoice }) {
  return (
    <Link to={`/pro/invoices/${number}`} className={table.open}>
      <bdi dir="ltr">{number}</bdi>
    </Link>
  );
}

function Kind({ invoice: { kind } }: { invoice: Invoice }) {
  const { t } = useTranslation("invoice");
  return (
    <span className={classes.chip} data-tone={kind === "invoice" ? "new" : "bad"}>
      {t(`kind.${kind}`)}
    </span>
  );
}
