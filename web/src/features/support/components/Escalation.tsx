import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { FormError } from "@/shared/forms/FormError";
import { TextAreaField } from "@/ui/TextAreaField";
import { useEscalate } from "../api";
import type { Side, Ticket } from "../types";
import classes from "./Support.module.css";

/** As the server takes it. */
const TEXT_MAX = 4000;

/** Lets the customer ask the operator to look at a ticket of a company, and says so afterwards. */
export function Escalation({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { t } = useTranslation("support");
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const escalate = useEscalate(ticket.id);
  const { escalated_at, escalation_from } = ticket;
  if (escalated_at) {
    return (
      <p className={classes.muted} role="status">
        {t("escalation.done", { date: format.dateTime(escalated_at) })}
      </p>
    );
  }
  const isPossible = escalation_from !== null && Date.parse(escalation_from) <= Date.now();
  if (side !== "customer" || !isPossible) return null;
  if (!isOpen) {
    return (
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t("escalation.start")}
        </Button>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) escalate.mutate(text.trim());
  };
  return (
    <form className={classes.composer} noValidate onSubmit={submit}>
      <TextAreaField
        required
        label={t("escalation.label")}
        description={t("escalation.lead")}
        value={text}
        maxLength={TEXT_MAX}
        rows={3}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {escalate.error && <FormError error={escalate.error} />}
      <div className={classes.actions}>
        <Button type="submit" color="terracotta" loading={escalate.isPending}>
          {t("escalation.submit")}
        </Button>
        <Button variant="subtle" onClick={() => setOpen(false)}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </form>
  );
}
