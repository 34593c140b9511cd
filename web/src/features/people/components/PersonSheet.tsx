import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { toast } from "@/lib/toasts";
import { ReportForm } from "@/shared/report/ReportForm";
import { useReasons } from "@/shared/report/useReasons";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { report } from "../api";
import { useBlocking } from "../hooks/useBlocking";
import type { PersonCard } from "../model/card";
import type { Standing } from "../model/friends";
import type { Question } from "./PersonHero";
import { Share } from "./ShareProfile";
import classes from "./sheets.module.css";

interface PersonSheetProps {
  person: PersonCard;
  standing: Standing;
  question: Question;
  onClose: () => void;
}

/** What the page's menu leads to. */
export function PersonSheet({ person, standing, question, onClose }: PersonSheetProps) {
  const { t } = useTranslation("people");
  const titles = { share: t("share.title"), block: t("block.title"), report: t("report.action") };
  return (
    <Sheet opened onClose={onClose} title={titles[question]}>
      {question === "share" && <Share person={person} onDone={onClose} />}
      {question === "block" && <Block person={person} onDone={onClose} />}
      {question === "report" && (
        <Report person={person} offerBlock={standing !== "blocked"} onDone={onClose} />
      )}
    </Sheet>
  );
}

function Block({ person, onDone }: { person: PersonCard; onDone: () => void }) {
  const { t } = useTranslation("people");
  const blocking = useBlocking(person.id);
  return (
    <div className={classes.stack}>
      <p>{t("block.text", { name: displayName(person) })}</p>
      <Button
        color="brick"
        data-autofocus
        onClick={() => {
          blocking.mutate(true);
          onDone();
        }}
      >
        {t("block.submit")}
      </Button>
      <Button variant="subtle" onClick={onDone}>
        {t("common:action.cancel")}
      </Button>
    </div>
  );
}

interface ReportProps {
  person: PersonCard;
  offerBlock: boolean;
  onDone: () => void;
}

function Report({ person, offerBlock, onDone }: ReportProps) {
  const { t } = useTranslation("report");
  const queries = useQueryClient();
  const reasons = useReasons();
  const sending = useMutation({
    networkMode: "always",
    mutationFn: (words: Parameters<typeof report>[1]) => report(person.id, words),
    onSuccess(_answer, { block }) {
      toast.success(t("done"));
      onDone();
      if (block) void queries.invalidateQueries({ queryKey: ["people"] });
    },
  });
  if (reasons.isError) return <ErrorState title={t("failed")} onRetry={() => void reasons.refetch()} />;
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
