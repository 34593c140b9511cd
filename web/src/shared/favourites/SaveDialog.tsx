import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";

const SaveSheet = lazy(() => import("./SaveSheet").then((file) => ({ default: file.SaveSheet })));

interface SaveDialogProps {
  /** Id of the offering. */
  id: number;
  opened: boolean;
  onClose: () => void;
}

/** Folders of the favourites, of which one takes an offering. */
export function SaveDialog({ id, opened, onClose }: SaveDialogProps) {
  const { t } = useTranslation("favourites");
  return (
    <Sheet opened={opened} onClose={onClose} title={t("save.title")}>
      <Suspense>
        {opened && <SaveSheet kind="offering" id={id} folder={null} onChange={() => {}} onDone={onClose} />}
      </Suspense>
    </Sheet>
  );
}
