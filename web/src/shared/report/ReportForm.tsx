import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextAreaField } from "@/ui/TextAreaField";
import classes from "./ReportForm.module.css";

export interface ReportValues<Key extends string> {
  reason: Key;
  comment?: string | undefined;
  block?: boolean | undefined;
}

interface ReportFormProps<Key extends string> {
  reasons: readonly { key: Key; label: string }[];
  /** There is one person, and they are not blocked yet. */
  offerBlock: boolean;
  pending: boolean;
  /** The server did not take it. */
  refused: boolean;
  onSubmit: (words: ReportValues<Key>) => void;
}

/** Form with a reason and a comment. The reported person is not notified. */
export function ReportForm<Key extends string>({
  reasons,
  offerBlock,
  pending,
  refused,
  onSubmit,
}: ReportFormProps<Key>) {
  const { t } = useTranslation("report");
  const [reason, setReason] = useState<Key>();
  const [comment, setComment] = useState("");
  const [block, setBlock] = useState(false);
  const [missing, setMissing] = useState(false);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!reason);
        if (reason) onSubmit({ reason, comment: comment.trim() || undefined, block: block || undefined });
        else event.currentTarget.querySelector<HTMLInputElement>("input[type=radio]")?.focus();
      }}
    >
      <fieldset className={classes.reasons} aria-describedby={missing ? "report-missing" : undefined}>
        <legend>{t("why")}</legend>
        {reasons.map(({ key, label }) => (
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
            {t(`reason.${key}`, { defaultValue: label })}
          </label>
        ))}
        {missing && (
          <p id="report-missing" className={classes.missing} role="alert">
            {t("missing")}
          </p>
        )}
      </fieldset>
      <TextAreaField
        label={t("comment")}
        optional
        autosize={false}
        rows={3}
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {offerBlock && (
        <Checkbox
          checked={block}
          onChange={(event) => setBlock(event.currentTarget.checked)}
          label={t("block")}
        />
      )}
      {refused && <p role="alert">{t("refused")}</p>}
      <Button type="submit" color="brick" loading={pending}>
        {t("submit")}
      </Button>
    </form>
  );
}
