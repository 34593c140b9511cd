import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { deleteFolder, favouriteKeys } from "@/shared/favourites/api";
import type { FavouriteFolder } from "@/shared/favourites/types";
import { Sheet } from "@/ui/Sheet";
import classes from "./Favourites.module.css";

interface DeleteFolderProps {
  opened: boolean;
  folder: FavouriteFolder;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a folder is deleted with its items. */
export function DeleteFolder({ opened, folder, onDeleted, onClose }: DeleteFolderProps) {
  const { t } = useTranslation("favourites");
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteFolder(folder.folder_id),
    onSuccess() {
      toast.success(t("folder.deleted"));
      onDeleted();
      queries.removeQueries({ queryKey: favouriteKeys.folder(folder.folder_id) });
      void queries.invalidateQueries({ queryKey: favouriteKeys.folders });
      void queries.invalidateQueries({ queryKey: ["reels"] });
    },
    onError: () => toast.error(t("folder.deleteFailed")),
  });
  return (
    <Sheet opened={opened} onClose={onClose} title={t("folder.deleteTitle", { name: folder.name })}>
      <div className={classes.form}>
        <p>{t("folder.deleteText", { count: folder.items })}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button color="brick" loading={deleting.isPending} onClick={() => deleting.mutate()} data-autofocus>
            {t("folder.delete")}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
