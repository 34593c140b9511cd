import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { useMoney } from "@/shared/money/formatMoney";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { TextAreaField } from "@/ui/TextAreaField";
import { useCancellation } from "../api";
import { refusedFields } from "../model/serverMessages";
import classes from "./Catalogue.module.css";

/** The server's limit. */
const REASON_MAX = 300;

interface CancelDateSheetProps {
  occurrence: number;
  /** Date and time in words. */
  date: string;
  onClose: () => void;
}

/** Asks before a date is called off: its bookings end with it, and what was paid goes back. */
export function CancelDateSheet({ occurrence, date, onClose }: CancelDateSheetProps) {
  const { t } = useTranslation("business-catalogue");
  const money = useMoney();
  const { preview, callOff } = useCancellation(occurrence);
  const [reason, setReason] = useState("");
  const ending = preview.data;
  const submit = () =>
    callOff.mutate(reason.trim(), {
      onSuccess({ data: { bookings } }) {
        toast.success(bookings > 0 ? t("calledOff.doneBookings", { count: bookings }) : t("calledOff.done"));
        onClose();
      },
    });
  return (
    <Sheet opened onClose={onClose} title={t("calledOff.title")}>
      {ending ? (
        <div className={classes.stack}>
          <p>
            <b>{date}</b>
          </p>
          {ending.bookings === 0 ? (
            <p>{t("calledOff.none")}</p>
          ) : (
            <>
              <p>
                {t("calledOff.bookings", { count: ending.bookings })}{" "}
                {ending.refund > 0
                  ? t("calledOff.refund", { amount: money(ending.refund, ending.currency) })
                  : t("calledOff.noRefund")}
              </p>
              <TextAreaField
                label={t("calledOff.reason")}
                optional
                description={t("calledOff.reasonHint")}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
                maxLength={REASON_MAX}
                rows={3}
                data-autofocus
              />
            </>
          )}
          <ActionError
            error={callOff.error}
            text={(callOff.error && Object.values(refusedFields(callOff.error, t))[0]) ?? t("failed")}
          />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {t("calledOff.keep")}
            </Button>
            <Button color="brick" loading={callOff.isPending} onClick={submit}>
              {ending.bookings > 0
                ? t("calledOff.submitBookings", { count: ending.bookings })
                : t("calledOff.submit")}
            </Button>
          </div>
        </div>
      ) : preview.isError ? (
        <ErrorState title={t("calledOff.failed")} onRetry={() => void preview.refetch()} />
      ) : (
        <RowSkeletons rows={2} />
      )}
    </Sheet>
  );
}
