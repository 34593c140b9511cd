import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "@/api/client";
import { saveAs } from "@/lib/saveAs";
import { ActionError } from "@/shared/forms/ActionError";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { Icon } from "@/ui/Icon";

/** Downloads all data of the account as a file. */
export function ExportSection() {
  const { t } = useTranslation("account");
  const exporting = useMutation({
    mutationFn: () => download("/api/v1/users/export/"),
    onSuccess: (file) => saveAs(file, "plaza-export.json"),
  });
  return (
    <Section title={t("export.title")} lead={t("export.lead")}>
      <Button
        variant="default"
        className={classes.start}
        leftSection={<Icon of={IconDownload} />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t("export.submit")}
      </Button>
      <ActionError error={exporting.error} text={t("export.failed")} />
    </Section>
  );
}
