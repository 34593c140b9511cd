import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { Sheet } from "@/ui/Sheet";
import type { Saveable } from "./types";

const SaveSheet = lazyPart(() => import("./SaveSheet").then((file) => file.SaveSheet));

interface SaveDialogProps extends Pick<Saveable, "kind" | "id"> {
  /** Folder that holds it now. */
  folder: number | null;
  /** Shows the choice at once. */
  onChange: (folder: number | null) => void;
  opened: boolean;
  onClose: () => void;
}

/** Folders of the favourites, of which one takes the item, and the way to take it out. */
export function SaveDialog({ kind, id, folder, onChange, opened, onClose }: SaveDialogProps) {
  const { t } = useTranslation("favourites");
  return (
    <Sheet opened={opened} onClose={onClose} title={t("save.title")}>
      <Suspense>
        {opened && <SaveSheet kind={kind} id={id} folder={folder} onChange={onChange} onDone={onClose} />}
      </Suspense>
    </Sheet>
  );
}
