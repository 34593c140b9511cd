import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import forms from "@/shared/forms/forms.module.css";
import { useMoney } from "@/shared/money/formatMoney";
import { isPaid } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { useReasonText } from "@/shared/orders/useReasonText";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextAreaField } from "@/ui/TextAreaField";
import { useOrderStep, useReasons } from "../api";
import classes from "./Orders.module.css";

const REASON_MAX = 300;
/** Reason that asks for words. */
const OTHER = "other";

interface CancelSheetProps {
  order: Order;
  opened: boolean;
  onClose: () => void;
}

/** Cancellation with a reason that the customer reads. */
export function CancelSheet({ order, opened, onClose }: CancelSheetProps) {
  const { t } = useTranslation("business-orders");
  const reasons = useReasons(opened);
  return (
    <Sheet opened={opened} onClose={onClose} title={t("cancel.title", { code: order.code })}>
      {reasons.data ? (
        <ReasonForm order={order} reasons={reasons.data.map(({ key }) => key)} onClose={onClose} />
      ) : reasons.isError ? (
        <ErrorState title={t("cancel.failed")} onRetry={() => void reasons.refetch()} />
      ) : (
        <RowSkeletons rows={3} />
      )}
    </Sheet>
  );
}

interface ReasonFormProps {
  order: Order;
  reasons: readonly string[];
  onClose: () => void;
}

function ReasonForm({ order, reasons, onClose }: ReasonFormProps) {
  const { t } = useTranslation("business-orders");
  const money = useMoney();
  const words = useReasonText();
  const step = useOrderStep(order.company.id);
  const [reason, setReason] = useState(reasons[0] ?? OTHER);
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  // Delivery fee and tip of a sent order stay, and so do bookings that took place.
  const isPart = order.refund_now < order.total - order.refunded;
  const submit = () => {
    const said = reason === OTHER ? text.trim() : reason;
    if (!said) return setMissing(true);
    step.mutate({ order, state: "cancelled", reason: said }, { onSettled: onClose });
  };
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>
        {isPaid(order)
          ? t(isPart ? "cancel.part" : "cancel.refund", {
              name: order.customer_name,
              amount: money(order.refund_now, order.currency),
            })
          : t("cancel.unpaid", { name: order.customer_name })}
      </p>
      <fieldset className={classes.reasons}>
        <legend className={classes.legend}>{t("cancel.reason")}</legend>
        {reasons.map((key) => (
          <label key={key} className={classes.reason}>
            <input type="radio" name="reason" checked={reason === key} onChange={() => setReason(key)} />
            {words(key)}
          </label>
        ))}
      </fieldset>
      {reason === OTHER && (
        <TextAreaField
          label={t("cancel.text")}
          required
          description={t("cancel.textHint")}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setMissing(false);
          }}
          error={missing && t("cancel.textMissing")}
          maxLength={REASON_MAX}
          autosize={false}
          rows={3}
        />
      )}
      <Button type="submit" color="brick" loading={step.isPending}>
        {t("cancel.submit")}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        {t("cancel.keep")}
      </Button>
    </form>
  );
}
