import { Button } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "@/api/client";
import { ApiError } from "@/api/errors";
import { saveAs } from "@/lib/saveAs";
import { toast } from "@/lib/toasts";
import { Icon } from "@/ui/Icon";

interface InvoiceToolsProps {
  number: string;
  /** Path of the PDF. */
  file: string;
}

/** Buttons to save a document as PDF and to print it. */
export function InvoiceTools({ number, file }: InvoiceToolsProps) {
  const { t } = useTranslation("invoice");
  const save = useMutation({
    mutationFn: async () => saveAs(await download(file), `${number}.pdf`),
    onError: (error) => {
      const offline = error instanceof ApiError && error.code === "network";
      toast.error(t(offline ? "common:error.network" : "fileFailed"), error, () => save.mutate());
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconDownload} />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t("download")}
      </Button>
      <Button variant="default" leftSection={<Icon of={IconPrinter} />} onClick={() => window.print()}>
        {t("print")}
      </Button>
    </>
  );
}
