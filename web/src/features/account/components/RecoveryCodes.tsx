import { Button } from "@mantine/core";
import { IconCopy, IconDownload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/copyText";
import { saveAs } from "@/lib/saveAs";
import { toast } from "@/lib/toasts";
import classes from "@/shared/settings/settings.module.css";
import { Icon } from "@/ui/Icon";

/** Shown this once: to be copied, or kept as a file. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation("account");
  const lead = useRef<HTMLParagraphElement>(null);
  useEffect(() => lead.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    copyText(text).then(
      () => toast.success(t("codes.copied")),
      () => toast.error(t("codes.notCopied")),
    );
  return (
    <div className={classes.form}>
      <p ref={lead} tabIndex={-1}>
        {t("codes.lead")}
      </p>
      <ul className={classes.codes} aria-label={t("codes.title")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.row}>
        <Button variant="default" leftSection={<Icon of={IconCopy} />} onClick={copy}>
          {t("codes.copy")}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconDownload} />}
          onClick={() => saveAs(new Blob([text], { type: "text/plain" }), "plaza-recovery-codes.txt")}
        >
          {t("codes.download")}
        </Button>
        <Button onClick={onDone}>{t("codes.done")}</Button>
      </div>
    </div>
  );
}
