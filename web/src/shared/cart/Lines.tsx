import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { offeringPath } from "@/shared/offering/availability";
import { Picture } from "@/shared/picture/Picture";
import { Bdi } from "@/ui/Bdi";
import { MAX_QUANTITY } from "./carts";
import classes from "./Lines.module.css";
import { QuantityStepper } from "./QuantityStepper";
import type { Cart, CartLine } from "./types";
import { useRepricing } from "./useCarts";
import type { LineChanges } from "./useLineChanges";

/** Lines of a cart, edited in place. */
export function Lines({ cart, changes }: { cart: Cart; changes: LineChanges }) {
  return (
    <ul className={classes.lines}>
      {cart.lines.map((line) => (
        <Line
          key={line.id}
          line={line}
          currency={cart.company.currency}
          onChange={(quantity) => changes.change(line, quantity)}
        />
      ))}
    </ul>
  );
}

interface LineProps {
  line: CartLine;
  currency: string;
  onChange: (quantity: number) => void;
}

function Line({ line, currency, onChange }: LineProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const format = useFormat();
  const pending = useRepricing();
  const { name, variant_name, options, note, quantity, unit_price, vat_rate, left, problem } = line;
  const details = [variant_name, ...options.map(({ choice }) => choice)].filter(Boolean);
  return (
    <li className={classes.line}>
      <span className={classes.picture}>
        <Picture picture={line.picture} alt="" sizes="72px" category={line.category} />
      </span>
      <div className={classes.words}>
        <Link to={offeringPath({ id: line.product_id })} className={classes.name}>
          <Bdi>{name}</Bdi>
        </Link>
        {details.length > 0 && <Bdi className={classes.muted}>{details.join(", ")}</Bdi>}
        {note && <Bdi className={classes.muted}>{t("line.note", { note })}</Bdi>}
        <span className={classes.muted}>
          {t("line.each", { price: money(unit_price, currency) })}
          {vat_rate > 0 && ` · ${t("line.vat", { rate: format.number(vat_rate / 100) })}`}
        </span>
        {problem && (
          <span className={classes.problem} role="status">
            {t(`line.problem.${problem}`, { count: left ?? 0 })}
          </span>
        )}
      </div>
      <div className={classes.foot}>
        <QuantityStepper name={name} value={quantity} max={left ?? MAX_QUANTITY} onChange={onChange} />
        <span className={classes.amount} data-pending={pending || undefined}>
          {money(line.amount, currency)}
        </span>
      </div>
    </li>
  );
}

/** Removed lines with the way to take them back. */
export function RemovedLines({ changes }: { changes: LineChanges }) {
  if (changes.removed.length === 0) return null;
  return (
    <ul className={classes.removed}>
      {changes.removed.map((line) => (
        <RemovedLine key={line.id} line={line} changes={changes} />
      ))}
    </ul>
  );
}

function RemovedLine({ line, changes }: { line: CartLine; changes: LineChanges }) {
  const { t } = useTranslation("cart");
  const button = useRef<HTMLButtonElement>(null);
  // The button that removed the line is gone: its focus comes here.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <li className={classes.removedLine}>
      <span role="status">{t("removed", { name: line.name })}</span>
      <Button
        ref={button}
        variant="subtle"
        loading={changes.undoing}
        aria-label={t("undoNamed", { name: line.name })}
        onClick={() => changes.undo(line)}
      >
        {t("undo")}
      </Button>
    </li>
  );
}
