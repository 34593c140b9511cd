import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { deleteFolder, favouriteKeys } from "@/shared/favourites/api";
import type { FavouriteFolder } from "@/shared/favourites/types";
import { ErrorMessage } from "@/shared/forms/ErrorMessage";
import { Sheet } from "@/ui/Sheet";
import classes from "./Favourites.module.css";

interface DeleteFoldersProps {
  opened: boolean;
  folders: readonly FavouriteFolder[];
  /** Called with the ids of the folders that could not be deleted. The dialog tells their number while it is open. */
  onDone: (failed: readonly number[]) => void;
  onClose: () => void;
}

/** Asks before folders are deleted with their items. Each is deleted by itself, so one that fails stops no other. */
export function DeleteFolders({ opened, folders, onDone, onClose }: DeleteFoldersProps) {
  const { t } = useTranslation("favourites");
  const queries = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteEach(folders),
    onSuccess(failed) {
      const done = folders.length - failed.length;
      if (done > 0) toast.success(t("folder.deleted", { count: done }));
      onDone(failed);
      if (done === 0) return;
      for (const { folder_id } of folders) {
        if (!failed.includes(folder_id)) {
          queries.removeQueries({ queryKey: favouriteKeys.folder(folder_id) });
        }
      }
      void queries.invalidateQueries({ queryKey: favouriteKeys.folders });
      void queries.invalidateQueries({ queryKey: ["reels"] });
    },
  });
  const failed = deleting.data?.length ?? 0;
  const close = () => {
    deleting.reset();
    onClose();
  };
  const [first] = folders;
  const items = folders.reduce((sum, folder) => sum + folder.items, 0);
  const title =
    folders.length === 1 && first
      ? t("folder.deleteTitle", { name: first.name })
      : t("folder.deleteManyTitle", { count: folders.length });
  return (
    <Sheet opened={opened} onClose={close} title={title}>
      <div className={classes.form}>
        <p>{t("folder.deleteText", { count: items })}</p>
        {failed > 0 && <ErrorMessage text={t("folder.deleteFailed", { count: failed })} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {t("cancel")}
          </Button>
          <Button color="brick" loading={deleting.isPending} onClick={() => deleting.mutate()} data-autofocus>
            {t(folders.length === 1 ? "folder.delete" : "folder.deleteMany", { count: folders.length })}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** Returns the ids of those that could not be deleted. A folder that is gone already counts as deleted. */
async function deleteEach(folders: readonly FavouriteFolder[]): Promise<number[]> {
  const failed: number[] = [];
  for (const { folder_id } of folders) {
    try {
      await deleteFolder(folder_id);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) failed.push(folder_id);
    }
  }
  return failed;
}
