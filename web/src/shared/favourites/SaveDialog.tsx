import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";

const SaveSheet = lazy(() => import("./SaveSheet").then((file) => ({ default: file.SaveSheet })));

interface SaveDialogProps {
  /** Id of the offering. */
  id: number;
  /** Folder that holds it now. */
  folder: number | null;
  /** Shows the choice at once. */
  onChange: (folder: number | null) => void;
  opened: boolean;
  onClose: () => void;
}

/** Folders of the favourites, of which one takes an offering, and the way to take it out. */
export function SaveDialog({ id, folder, onChange, opened, onClose }: SaveDialogProps) {
  const { t } = useTranslation("favourites");
  return (
    <Sheet opened={opened} onClose={onClose} title={t("save.title")}>
      <Suspense>
        {opened && <SaveSheet kind="offering" id={id} folder={folder} onChange={onChange} onDone={onClose} />}
      </Suspense>
    </Sheet>
  );
}
