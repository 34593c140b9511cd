import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { whole } from "@/api/whole";
import { useMoney } from "@/shared/money/formatMoney";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import classes from "./Orders.module.css";
import type { Order, OrderLine } from "./types";

interface OrderLinesProps {
  order: Order;
  /** Each name leads to the page of its offering. */
  linked?: boolean;
}

/** Lines of an order with picture, options, note and amount. */
export function OrderLines({ order: { lines, currency }, linked = false }: OrderLinesProps) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  if (lines.length === 0) return <p className={classes.muted}>{t("noItems")}</p>;
  return (
    <ul className={classes.lines}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
        <li key={index} className={classes.line}>
          <div className={classes.picture}>
            <Picture picture={line.picture ? whole(line.picture) : null} alt="" sizes="64px" ratio="1" />
          </div>
          <div className={classes.words}>
            <span className={classes.strong}>
              <span className="tabular">{t("times", { count: line.quantity })}</span>{" "}
              <LineName line={line} linked={linked} />
            </span>
            <LineDetails line={line} />
          </div>
          <span className={classes.amount}>{money(line.amount, currency)}</span>
        </li>
      ))}
    </ul>
  );
}

function LineName({ line: { name, product_id }, linked }: { line: OrderLine; linked: boolean }) {
  if (!linked || !product_id) return <Bdi>{name}</Bdi>;
  return (
    <Link to={`/products/${product_id}`} className={classes.lineLink}>
      <Bdi>{name}</Bdi>
    </Link>
  );
}

/** Variant, options and note of a line. */
export function LineDetails({ line }: { line: OrderLine }) {
  const { t } = useTranslation("orders");
  const { variant_name, options, note } = line;
  const chosen = [variant_name, ...options.map(({ choice }) => choice)].filter(Boolean);
  return (
    <>
      {chosen.length > 0 && (
        <span className={classes.muted}>
          <Bdi>{chosen.join(" · ")}</Bdi>
        </span>
      )}
      {note && (
        <span className={classes.note}>
          {t("lineNote")} <Bdi>{note}</Bdi>
        </span>
      )}
    </>
  );
}
