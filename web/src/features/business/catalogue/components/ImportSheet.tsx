import { Button, Progress } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Sheet } from "@/ui/Sheet";
import { FILE_MAX, type ImportReport, useImport, useTemplate } from "../csvApi";
import { DropZone } from "./DropZone";
import classes from "./Import.module.css";
import { ImportPreview } from "./ImportPreview";

/** Import of a CSV file: the file is checked first, and imported on request. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("business-catalogue");
  const template = useTemplate();
  const imported = useImport();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string>();
  const send = (sent: File, preview: boolean) => {
    setProblem(undefined);
    setShare(0);
    imported.mutate(
      { file: sent, preview, onProgress: setShare },
      {
        onSuccess(next) {
          setReport(next);
          if (next.imported) toast.success(t("import.done", { count: next.created + next.changed }));
        },
        onError: (error) =>
          setProblem(
            t(error instanceof ApiError && error.code === "too_large" ? "import.large" : "import.failed"),
          ),
      },
    );
  };
  const choose = (chosen: File) => {
    setReport(undefined);
    setFile(chosen);
    if (chosen.size > FILE_MAX) setProblem(t("import.large"));
    else send(chosen, true);
  };
  const isReady = report && report.errors.length === 0 && !report.imported;
  const effect = report ? report.created + report.changed : 0;
  return (
    <Sheet opened onClose={onClose} title={t("import.title")}>
      <div className={classes.import}>
        <p className={classes.muted}>{t("import.text")}</p>
        <DropZone name={file?.name} disabled={imported.isPending} onFile={choose} />
        <div>
          <Button variant="subtle" loading={template.isPending} onClick={() => template.mutate(undefined)}>
            {t("import.template")}
          </Button>
          <ActionError error={template.error} text={t("export.failed")} />
        </div>
        {imported.isPending && (
          <div role="status">
            <p>{t(share < 1 ? "import.uploading" : report ? "import.importing" : "import.checking")}</p>
            <Progress value={share * 100} animated={share >= 1} aria-label={t("import.title")} />
          </div>
        )}
        {problem && (
          <p className={classes.problem} role="alert">
            {problem}
          </p>
        )}
        {report && !imported.isPending && <ImportPreview report={report} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t(report?.imported ? "import.close" : "common:action.cancel")}
          </Button>
          {isReady && file && effect > 0 && (
            <Button color="terracotta" loading={imported.isPending} onClick={() => send(file, false)}>
              {t("import.submit", { count: effect })}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}
