import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import type { Booking } from "@/shared/booking/types";
import forms from "@/shared/forms/forms.module.css";
import { useMoney } from "@/shared/money/formatMoney";
import { Sheet } from "@/ui/Sheet";
import { TextAreaField } from "@/ui/TextAreaField";
import { bookingKeys, cancelBooking, readBooking } from "../api";
import { Notice } from "./Notice";

const MAX_REASON = 300;

interface CancelDialogProps {
  booking: Booking;
  opened: boolean;
  onClose: () => void;
}

/** Cancellation with its fee and a reason. A fee that changed meanwhile is shown before anything is cancelled. */
export function CancelDialog({ booking, opened, onClose }: CancelDialogProps) {
  const { t } = useTranslation("booking");
  const queries = useQueryClient();
  const money = useMoney();
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const fee = money(booking.fee_now, booking.currency);
  const key = bookingKeys.booking(booking.id);
  const cancel = useMutation({
    mutationFn: () => cancelBooking(booking.id, reason.trim(), booking.fee_now),
    onSuccess(cancelled) {
      queries.setQueryData(key, cancelled);
      void queries.invalidateQueries({ queryKey: bookingKeys.lists });
      toast.success(t("cancel.done"));
      onClose();
    },
    async onError(error) {
      const code = error instanceof ApiError ? error.code : "";
      if (code !== "booking.fee_changed" && code !== "booking.state") {
        return setRefusal(t(code === "network" ? "common:error.network" : "cancel.failed"));
      }
      const current = await readBooking(booking.id).catch(() => null);
      if (current) queries.setQueryData(key, current);
      setRefusal(t(code === "booking.state" ? "refusal.state" : "cancel.feeChanged"));
    },
  });
  return (
    <Sheet opened={opened} onClose={onClose} title={t("cancel.title")}>
      <div className={forms.form}>
        {refusal && <Notice title={refusal} />}
        <p>{booking.fee_now > 0 ? t("cancel.fee", { fee }) : t("cancel.free")}</p>
        <TextAreaField
          label={t("cancel.reason")}
          optional
          description={t("cancel.reasonHint")}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          maxLength={MAX_REASON}
          autosize={false}
          rows={3}
        />
        <Button color="brick" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {booking.fee_now > 0 ? t("cancel.submitFee", { fee }) : t("cancel.submit")}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t("cancel.keep")}
        </Button>
      </div>
    </Sheet>
  );
}
