import { Button, Checkbox, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "../chat/overlay/overlay.module.css";
import type { ChatDetail } from "../model/wire";
import { type Report as Body, type Reason, readReasons, report } from "../requests";
import own from "./Report.module.css";

interface ReportProps {
  chat: ChatDetail;
  /** A message, somebody, or the whole chat. */
  about?: Pick<Body, "seq" | "user_id">;
  onDone: () => void;
}

/** Says to the house what is wrong here. The other side learns nothing of it. */
export function Report({ chat, about, onDone }: ReportProps) {
  const { t } = useTranslation("messages");
  const reasons = useQuery({ queryKey: ["report-reasons"], queryFn: readReasons, staleTime: 3_600_000 });
  const [reason, setReason] = useState<Reason["key"]>();
  const [comment, setComment] = useState("");
  const [block, setBlock] = useState(false);
  const [missing, setMissing] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: Reason["key"]) =>
      report(chat.id, {
        ...about,
        reason: chosen,
        comment: comment.trim() || undefined,
        block: block || undefined,
      }),
    onSuccess() {
      toast.success(t("report.done"));
      onDone();
    },
  });
  if (reasons.isError) {
    return <ErrorState title={t("report.failed")} onRetry={() => void reasons.refetch()} />;
  }
  if (!reasons.data) return <RowSkeletons rows={5} />;
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!reason);
        if (reason) sending.mutate(reason);
        else event.currentTarget.querySelector<HTMLInputElement>("input[type=radio]")?.focus();
      }}
    >
      <fieldset className={own.reasons} aria-describedby={missing ? "report-missing" : undefined}>
        <legend>{t("report.why")}</legend>
        {reasons.data.map(({ key, label }) => (
          <label key={key} className={own.reason}>
            <input
              type="radio"
              name="reason"
              checked={reason === key}
              onChange={() => {
                setReason(key);
                setMissing(false);
              }}
            />
            {t(`report.reason.${key}`, { defaultValue: label })}
          </label>
        ))}
        {missing && (
          <p id="report-missing" className={own.missing} role="alert">
            {t("report.missing")}
          </p>
        )}
      </fieldset>
      <Textarea
        label={t("report.comment")}
        autosize={false}
        rows={3}
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {chat.kind === "direct" && !chat.blocked && (
        <Checkbox
          checked={block}
          onChange={(event) => setBlock(event.currentTarget.checked)}
          label={t("report.block")}
        />
      )}
      {sending.isError && <p role="alert">{t("refusal.other")}</p>}
      <Button type="submit" color="brick" loading={sending.isPending}>
        {t("report.submit")}
      </Button>
    </form>
  );
}
