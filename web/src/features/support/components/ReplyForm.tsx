import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormError } from "@/shared/forms/FormError";
import { TextAreaField } from "@/ui/TextAreaField";
import { useReply } from "../api";
import type { Side, Ticket } from "../types";
import { FileField } from "./FileField";
import classes from "./Support.module.css";

/** As the server takes them. */
const TEXT_MAX = 4000;
const FILES_MAX = 5;

/** Field for the next message of a ticket. What was typed stays until it was sent. */
export function ReplyForm({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { t } = useTranslation("support");
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = useReply(side, ticket.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() && files.length === 0) {
      field.current?.focus();
      return;
    }
    reply.mutate(
      { text: text.trim(), files },
      {
        onSuccess() {
          setText("");
          setFiles([]);
          field.current?.focus();
        },
      },
    );
  };
  return (
    <form className={classes.composer} data-lower-edge="" noValidate onSubmit={submit}>
      <TextAreaField
        ref={field}
        label={t("reply.label")}
        description={ticket.state === "resolved" ? t("reply.reopens") : undefined}
        value={text}
        maxLength={TEXT_MAX}
        rows={4}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FileField label={t("files.add")} files={files} onChange={setFiles} most={FILES_MAX} documents />
      {reply.error && <FormError error={reply.error} />}
      <div className={classes.actions}>
        <Button type="submit" color="terracotta" loading={reply.isPending}>
          {t("reply.send")}
        </Button>
      </div>
    </form>
  );
}
