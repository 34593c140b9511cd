import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "@/ui/TextAreaField";
import { useReservationChanges } from "../api";
import { REASON_MAX } from "../model/actions";
import type { Reservation } from "../types";
import classes from "./ReservationDetails.module.css";

/** Note for the staff, with the state of its saving. */
export function StaffNote({ reservation: { id, company_note } }: { reservation: Reservation }) {
  const { t } = useTranslation("reservations");
  // Without edits, the note follows the changes of other devices.
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? company_note;
  const { setNote } = useReservationChanges(id);
  const isChanged = text.trim() !== company_note;
  const state = setNote.isPending ? "saving" : isChanged ? (setNote.isError ? "failed" : "unsaved") : "saved";
  const isSilent = state === "saved" && !setNote.isSuccess;
  const save = () =>
    isChanged && !setNote.isPending && setNote.mutate(text.trim(), { onSuccess: () => setDraft(null) });
  return (
    <section className={classes.staff}>
      <TextAreaField
        label={t("staffNote.label")}
        description={t("staffNote.hint")}
        value={text}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={save}
        maxLength={REASON_MAX}
        autosize={false}
        rows={3}
      />
      <div className={classes.saving}>
        <p role="status" className={classes.status} data-state={state}>
          {!isSilent && t(`staffNote.${state}`)}
        </p>
        <Button variant="default" disabled={!isChanged} loading={setNote.isPending} onClick={save}>
          {t("staffNote.save")}
        </Button>
      </div>
    </section>
  );
}
