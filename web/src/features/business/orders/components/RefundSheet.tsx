import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { QuantityStepper } from "@/shared/cart/QuantityStepper";
import { FormError } from "@/shared/forms/FormError";
import forms from "@/shared/forms/forms.module.css";
import { useMoney } from "@/shared/money/formatMoney";
import { LineDetails } from "@/shared/orders/OrderLines";
import type { Order } from "@/shared/orders/types";
import { RequestKeys } from "@/shared/requests/requestKeys";
import { Bdi } from "@/ui/Bdi";
import { DecimalField } from "@/ui/DecimalField";
import { Sheet } from "@/ui/Sheet";
import { TextAreaField } from "@/ui/TextAreaField";
import { parseAmount } from "../../catalogue/model/amount";
import { useRefund } from "../api";
import { amountOfUnits, itemsOf, problemsOf, REASON_MAX, type Units } from "../model/refund";
import classes from "./Orders.module.css";

interface RefundSheetProps {
  order: Order;
  onClose: () => void;
}

/** Pays a part of an order back: units of its lines, or an amount. */
export function RefundSheet({ order, onClose }: RefundSheetProps) {
  const { t } = useTranslation("business-orders");
  return (
    <Sheet opened onClose={onClose} title={t("refund.title", { code: order.code })}>
      <RefundForm order={order} onClose={onClose} />
    </Sheet>
  );
}

function RefundForm({ order, onClose }: RefundSheetProps) {
  const { t } = useTranslation("business-orders");
  const money = useMoney();
  const form = useRef<HTMLFormElement>(null);
  const [keys] = useState(() => new RequestKeys());
  const hasUnits = order.lines.some(({ returnable }) => returnable > 0);
  const [by, setBy] = useState<"amount" | "items">(hasUnits ? "items" : "amount");
  const [units, setUnits] = useState<Units>(new Map());
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const [attempted, setAttempted] = useState(false);
  const refund = useRefund(order);
  const shown = (minor: number) => money(minor, order.currency);
  const typed = parseAmount(text, order.currency);
  const amount = by === "amount" ? (typed ?? 0) : amountOfUnits(order, units);
  const found = problemsOf(order, { by, amount: typed, units, reason });
  const problems = attempted ? found : {};
  const refused = refund.error instanceof ApiError ? refund.error : null;
  const submit = () => {
    setAttempted(true);
    if (Object.keys(found).length > 0) {
      // The messages are shown first, and the focus then moves to the first of them.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    const content = {
      ...(by === "amount" ? { amount } : { items: itemsOf(units) }),
      reason: reason.trim(),
    };
    refund.mutate(
      // A refund whose answer was lost changes what is left. Its repeat is the same request.
      { ...content, expected_left: order.total - order.refunded, client_id: keys.of([content]) },
      {
        onSuccess() {
          toast.success(t("refund.done", { amount: shown(amount) }));
          onClose();
        },
      },
    );
  };
  const failure = () => {
    if (refused?.code === "network") return t("common:error.network");
    if (refused?.code === "order.left_changed" && refused.amount !== null)
      return t("refund.leftChanged", { amount: shown(refused.amount) });
    if (refused?.code === "order.state" || refused?.code === "order.not_paid") return t("refund.notPossible");
    if (refused?.fields.amount || refused?.fields.items) return t("refund.refused");
    return t("refund.failed");
  };
  const ofField = (key: "amount" | "items") =>
    problems[key] && t(`refund.${problems[key]}.${key}`, { amount: shown(order.refundable) });
  return (
    <form
      ref={form}
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {refund.error && <FormError text={failure()} />}
      {hasUnits && (
        <fieldset className={classes.reasons}>
          <legend className={classes.legend}>{t("refund.by")}</legend>
          {(["items", "amount"] as const).map((key) => (
            <label key={key} className={classes.reason}>
              <input type="radio" name="by" checked={by === key} onChange={() => setBy(key)} />
              {t(`refund.by.${key}`)}
            </label>
          ))}
        </fieldset>
      )}
      {by === "items" ? (
        <fieldset
          className={classes.units}
          tabIndex={-1}
          aria-invalid={problems.items !== undefined || undefined}
          aria-describedby={problems.items && "refund-items"}
        >
          <legend className={classes.legend}>{t("refund.items")}</legend>
          {problems.items && (
            <span id="refund-items" className={classes.error}>
              {ofField("items")}
            </span>
          )}
          {order.lines.map(
            (line, index) =>
              line.returnable > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
                <div key={index} className={classes.unit}>
                  <span className={classes.unitWords}>
                    <Bdi>{line.name}</Bdi>
                    <LineDetails line={line} />
                  </span>
                  <QuantityStepper
                    name={line.name}
                    value={units.get(index) ?? 0}
                    max={line.returnable}
                    onChange={(quantity) => setUnits((before) => new Map(before).set(index, quantity))}
                  />
                </div>
              ),
          )}
        </fieldset>
      ) : (
        <DecimalField
          label={t("refund.amount", { currency: order.currency })}
          required
          description={t("refund.most", { amount: shown(order.refundable) })}
          value={text}
          error={ofField("amount")}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <TextAreaField
        label={t("refund.reason")}
        required
        description={t("refund.reasonHint")}
        value={reason}
        error={problems.reason && t("refund.reasonMissing")}
        maxLength={REASON_MAX}
        rows={3}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <p aria-live="polite">
        {amount > 0 && t("refund.text", { name: order.customer_name, amount: shown(amount) })}
      </p>
      <Button type="submit" color="terracotta" loading={refund.isPending}>
        {t("refund.submit")}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        {t("common:action.cancel")}
      </Button>
    </form>
  );
}
