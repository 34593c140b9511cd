import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import forms from "@/shared/forms/forms.module.css";
import { useMoney } from "@/shared/money/formatMoney";
import type { Order } from "@/shared/orders/types";
import { Sheet } from "@/ui/Sheet";
import { useCancelOrder } from "../api";

const REASON_MAX = 300;

interface CancelSheetProps {
  order: Order;
  opened: boolean;
  onClose: () => void;
}

/** Cancellation with a reason. The refund is shown before. */
export function CancelSheet({ order, opened, onClose }: CancelSheetProps) {
  const { t } = useTranslation("orders");
  const money = useMoney();
  const [reason, setReason] = useState("");
  const cancel = useCancelOrder(order);
  const isPaid = order.payment.state === "paid" || order.payment.state === "partially_refunded";
  const isPart = order.refund_now < order.total - order.refunded;
  const submit = () =>
    cancel.mutate(reason.trim(), {
      onSuccess() {
        toast.success(t("cancel.done"));
        onClose();
      },
    });
  const problem = (error: Error) => {
    if (!(error instanceof ApiError)) return t("common:error.wrong");
    if (error.code === "order.refund_changed") return t("cancel.changed");
    if (error.code === "order.state") return t("cancel.tooLate");
    return t(error.code === "network" ? "common:error.network" : "cancel.failed");
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t("cancel.title")}>
      <div className={forms.form}>
        {cancel.error && <FormError text={problem(cancel.error)} />}
        <p>
          {isPaid
            ? t(isPart ? "cancel.part" : "cancel.refund", { amount: money(order.refund_now, order.currency) })
            : t("cancel.nothingPaid")}
        </p>
        <Textarea
          label={t("cancel.reason")}
          description={t("cancel.reasonHint")}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={REASON_MAX}
          autosize={false}
          rows={3}
        />
        <Button color="brick" loading={cancel.isPending} disabled={!order.can.cancel} onClick={submit}>
          {t("cancel.action")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("cancel.keep")}
        </Button>
      </div>
    </Sheet>
  );
}
