import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { MEDIA_TYPES } from "../model/files";

interface UploadButtonProps {
  /** Number of files that still fit. */
  room: number;
  onChoose: (files: readonly File[]) => void;
}

/** Opens the file dialog for several pictures and videos. */
export function UploadButton({ room, onChoose }: UploadButtonProps) {
  const { t } = useTranslation("business-store");
  return (
    <FileButton multiple accept={MEDIA_TYPES} onChange={onChoose}>
      {(props) => (
        <Button {...props} color="terracotta" leftSection={<Icon of={IconUpload} />} disabled={room <= 0}>
          {t("gallery.add")}
        </Button>
      )}
    </FileButton>
  );
}
