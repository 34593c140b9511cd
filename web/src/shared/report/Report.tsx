import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { type ReportDetails, useReasons } from "./api";
import { ReportForm } from "./ReportForm";

interface ReportProps {
  offerBlock: boolean;
  send: (details: ReportDetails) => Promise<unknown>;
  onDone: (details: ReportDetails) => void;
}

/** Loads the reasons, shows the form and sends the report. */
export function Report({ offerBlock, send, onDone }: ReportProps) {
  const { t } = useTranslation("report");
  const reasons = useReasons();
  const sending = useMutation({
    mutationFn: send,
    onSuccess(_answer, details) {
      toast.success(t("done"));
      onDone(details);
    },
  });
  if (reasons.isLoadingError) {
    return <ErrorState title={t("failed")} onRetry={() => void reasons.refetch()} />;
  }
  if (!reasons.data) return <RowSkeletons rows={5} />;
  return (
    <ReportForm
      reasons={reasons.data}
      offerBlock={offerBlock}
      pending={sending.isPending}
      refused={sending.isError}
      onSubmit={sending.mutate}
    />
  );
}
