import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ReportForm } from "@/shared/report/ReportForm";
import { useReasons } from "@/shared/report/useReasons";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { type Report as Body, report } from "../api";
import type { ChatDetail } from "../model/wire";

interface ReportProps {
  chat: ChatDetail;
  /** A message, somebody, or the whole chat. */
  about?: Pick<Body, "seq" | "user_id">;
  onDone: () => void;
}

/** Says to the house what is wrong here. */
export function Report({ chat, about, onDone }: ReportProps) {
  const { t } = useTranslation("report");
  const reasons = useReasons();
  const sending = useMutation({
    mutationFn: (words: Pick<Body, "reason" | "comment" | "block">) =>
      report(chat.id, { ...about, ...words }),
    onSuccess() {
      toast.success(t("done"));
      onDone();
    },
  });
  if (reasons.isError) return <ErrorState title={t("failed")} onRetry={() => void reasons.refetch()} />;
  if (!reasons.data) return <RowSkeletons rows={5} />;
  return (
    <ReportForm
      reasons={reasons.data}
      offerBlock={chat.kind === "direct" && !chat.blocked}
      pending={sending.isPending}
      refused={sending.isError}
      onSubmit={sending.mutate}
    />
  );
}
