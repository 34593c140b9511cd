import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { TextAreaField } from "@/ui/TextAreaField";
import { useReservationChanges } from "../api";
import { useProblem } from "../hooks/useProblem";
import { REASON_MAX } from "../model/actions";
import type { Reservation } from "../types";
import { Problem } from "./Problem";
import classes from "./Reservations.module.css";

interface ReasonFormProps {
  reservation: Reservation;
  state: "cancelled_by_company" | "declined";
  onDone: () => void;
}

/** Confirmation of a refusal, with the reason that the customer reads. */
export function ReasonForm({ reservation: { id, customer_name }, state, onDone }: ReasonFormProps) {
  const { t } = useTranslation("reservations");
  const problem = useProblem();
  const { setState } = useReservationChanges(id);
  const [reason, setReason] = useState("");
  const submit = () =>
    setState.mutate(
      { state, note: reason.trim() },
      {
        onSuccess() {
          toast.success(t(`done.${state}`));
          onDone();
        },
      },
    );
  return (
    <div className={classes.form}>
      <Problem text={setState.error && problem(setState.error)} />
      <p>{t(`reason.${state}`, { name: customer_name })}</p>
      <TextAreaField
        label={t("reason.label")}
        optional
        description={t("reason.hint")}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={REASON_MAX}
        autosize={false}
        rows={4}
        data-autofocus
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {t("common:action.back")}
        </Button>
        <Button color="brick" loading={setState.isPending} onClick={submit}>
          {t(`reason.submit.${state}`)}
        </Button>
      </div>
    </div>
  );
}
