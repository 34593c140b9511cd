import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useLanguage } from "@/lib/i18n";
import { countryName } from "@/shared/address/countries";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import classes from "./Invoice.module.css";
import type { Invoice, InvoiceLine } from "./types";
import { vatByRate } from "./vat";

/** Invoice or credit note as on paper. */
export function InvoiceDocument({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoice");
  const { date } = useFormat();
  const facts = [
    { key: "number", text: invoice.number },
    { key: "date", text: date(`${invoice.issued_on}T00:00:00`) },
    { key: "order", text: invoice.order_code },
    { key: "corrects", text: invoice.corrects },
  ] as const;
  return (
    <article className={classes.document} aria-label={`${t(`kind.${invoice.kind}`)} ${invoice.number}`}>
      <header className={classes.head}>
        <h2 className={classes.title}>{t(`kind.${invoice.kind}`)}</h2>
        <dl className={classes.facts}>
          {facts
            .filter(({ text }) => text)
            .map(({ key, text }) => (
              <div key={key}>
                <dt>{t(`fact.${key}`)}</dt>
                <dd>
                  <bdi dir="ltr">{text}</bdi>
                </dd>
              </div>
            ))}
        </dl>
      </header>
      <div className={classes.parties}>
        <Seller invoice={invoice} />
        <Buyer invoice={invoice} />
      </div>
      <Lines invoice={invoice} />
      <Totals invoice={invoice} />
      {invoice.note && (
        <p className={classes.note}>
          <Bdi>{invoice.note}</Bdi>
        </p>
      )}
    </article>
  );
}

function Seller({ invoice: { seller } }: { invoice: Invoice }) {
  const { t } = useTranslation("invoice");
  const { tag } = useLanguage();
  return (
    <address className={classes.party}>
      <strong>
        <Bdi>{seller.name}</Bdi>
      </strong>
      <Bdi>{seller.address}</Bdi>
      <Bdi>{`${seller.postal_code} ${seller.city}`.trim()}</Bdi>
      <span>{countryName(seller.country, tag)}</span>
      <bdi dir="ltr">{seller.email}</bdi>
      {seller.registration && (
        <span>
          {t("registration")} <bdi dir="ltr">{seller.registration}</bdi>
        </span>
      )}
      {seller.vat_number && (
        <span>
          {t("vatNumber")} <bdi dir="ltr">{seller.vat_number}</bdi>
        </span>
      )}
    </address>
  );
}

function Buyer({ invoice: { buyer } }: { invoice: Invoice }) {
  const { t } = useTranslation("invoice");
  return (
    <address className={classes.party}>
      <span className={classes.muted}>{t("billedTo")}</span>
      <strong>
        <Bdi>{buyer.name}</Bdi>
      </strong>
      {buyer.address && (
        <span className={classes.lines}>
          <Bdi>{buyer.address}</Bdi>
        </span>
      )}
      {buyer.email && <bdi dir="ltr">{buyer.email}</bdi>}
    </address>
  );
}

function usePercent() {
  const { tag } = useLanguage();
  const format = new Intl.NumberFormat(tag, {
    style: "percent",
    maximumFractionDigits: 2,
    numberingSystem: "latn",
  } as Intl.NumberFormatOptions);
  return (rate: number) => format.format(rate / 10_000);
}

const COLUMNS = ["item", "quantity", "unitPrice", "vat", "amount"] as const;

function Lines({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoice");
  const isNet = invoice.lines.some(({ is_net }) => is_net);
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {COLUMNS.map((key) => (
              <th key={key} scope="col" data-column={key}>
                {t(key === "amount" && isNet ? "column.netAmount" : `column.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never change
            <Line key={index} line={line} currency={invoice.currency} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ line, currency }: { line: InvoiceLine; currency: string }) {
  const { t } = useTranslation("invoice");
  const money = useMoney();
  const percent = usePercent();
  return (
    <tr>
      <td data-column="item">
        {line.kind === "item" || line.kind === "booking" ? <Bdi>{line.name}</Bdi> : t(`line.${line.kind}`)}
        {line.discount !== 0 && (
          <span className={classes.muted}>
            {t("discount")} <span className={classes.amount}>{money(-line.discount, currency)}</span>
          </span>
        )}
      </td>
      <td data-column="quantity">{line.quantity}</td>
      <td data-column="unitPrice">{money(line.unit_price, currency)}</td>
      <td data-column="vat">{percent(line.vat_rate)}</td>
      <td data-column="amount">{money(line.is_net ? line.amount - line.vat : line.amount, currency)}</td>
    </tr>
  );
}

function Totals({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation("invoice");
  const money = useMoney();
  const percent = usePercent();
  const { net, total, currency } = invoice;
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t("net")}</dt>
        <dd>{money(net, currency)}</dd>
      </div>
      {vatByRate(invoice).map(({ rate, vat }) => (
        <div key={rate}>
          <dt>{t("vatRate", { rate: percent(rate) })}</dt>
          <dd>{money(vat, currency)}</dd>
        </div>
      ))}
      <div data-row="total">
        <dt>{t("total")}</dt>
        <dd>{money(total, currency)}</dd>
      </div>
    </dl>
  );
}
