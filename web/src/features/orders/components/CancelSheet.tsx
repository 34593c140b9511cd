import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import forms from "@/shared/forms/forms.module.css";
import { useMoney } from "@/shared/money/formatMoney";
import { isPaid } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { useReasonText } from "@/shared/orders/useReasonText";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextAreaField } from "@/ui/TextAreaField";
import { useCancellationPolicies, useCancellationReasons, useCancelOrder } from "../api";
import classes from "./CancelSheet.module.css";

const REASON_MAX = 300;
/** Reason that asks for words. */
const OTHER = "other";

interface CancelSheetProps {
  order: Order;
  opened: boolean;
  onClose: () => void;
}

/** Cancellation with a reason. The refund and the company's policy are shown before. */
export function CancelSheet({ order, opened, onClose }: CancelSheetProps) {
  const { t } = useTranslation("orders");
  const reasons = useCancellationReasons(opened);
  return (
    <Sheet opened={opened} onClose={onClose} title={t("cancel.title")}>
      {reasons.data ? (
        <ReasonForm order={order} reasons={reasons.data.map(({ key }) => key)} onClose={onClose} />
      ) : reasons.isError ? (
        <ErrorState title={t("cancel.reasonsFailed")} onRetry={() => void reasons.refetch()} />
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
  const { t } = useTranslation("orders");
  const money = useMoney();
  const words = useReasonText();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState("");
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const cancel = useCancelOrder(order);
  const isPart = order.refund_now < order.total - order.refunded;
  const submit = () => {
    const said = reason === OTHER ? text.trim() : reason;
    if (!said) {
      setMissing(true);
      // The message is shown first, and the focus then moves to its field.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid=true], [type=radio]")?.focus(),
      );
      return;
    }
    cancel.mutate(said, {
      onSuccess() {
        toast.success(t("cancel.done"));
        onClose();
      },
    });
  };
  const problem = (error: Error) => {
    if (!(error instanceof ApiError)) return t("common:error.wrong");
    if (error.code === "order.refund_changed") return t("cancel.changed");
    if (error.code === "order.state") return t("cancel.tooLate");
    return t(error.code === "network" ? "common:error.network" : "cancel.failed");
  };
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
      {cancel.error && <FormError text={problem(cancel.error)} />}
      <p>
        {isPaid(order)
          ? t(isPart ? "cancel.part" : "cancel.refund", { amount: money(order.refund_now, order.currency) })
          : t("cancel.nothingPaid")}{" "}
        {order.lines.length > 0 && t("cancel.rule")}
      </p>
      <Policies order={order} />
      <fieldset
        className={classes.reasons}
        aria-describedby={missing && !reason ? "cancel-missing" : undefined}
      >
        <legend className={classes.legend}>{t("cancel.reason")}</legend>
        {reasons.map((key) => (
          <label key={key} className={classes.reason}>
            <input
              type="radio"
              name="reason"
              checked={reason === key}
              onChange={() => {
                setReason(key);
                setMissing(false);
              }}
            />
            {words(key)}
          </label>
        ))}
        {missing && !reason && (
          <p id="cancel-missing" className={classes.missing} role="alert">
            {t("cancel.reasonMissing")}
          </p>
        )}
      </fieldset>
      {reason === OTHER && (
        <TextAreaField
          label={t("cancel.text")}
          required
          description={t("cancel.reasonHint")}
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
      <Button type="submit" color="brick" loading={cancel.isPending} disabled={!order.can.cancel}>
        {t("cancel.action")}
      </Button>
      <Button variant="subtle" onClick={onClose}>
        {t("cancel.keep")}
      </Button>
    </form>
  );
}

/** Cancellation policies that the company has written, folded. */
function Policies({ order: { company } }: { order: Order }) {
  const { t } = useTranslation("orders");
  const policies = useCancellationPolicies(company.id, true).data ?? [];
  if (policies.length === 0) return null;
  return (
    <details className={classes.policy}>
      <summary className={classes.summary}>{t("cancel.policy", { company: company.name })}</summary>
      {policies.map(({ id, title, text }) => (
        <div key={id}>
          {title && (
            <h3 className={classes.policyTitle}>
              <Bdi>{title}</Bdi>
            </h3>
          )}
          <p className={classes.policyText}>
            <Bdi>{text}</Bdi>
          </p>
        </div>
      ))}
    </details>
  );
}
