import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { IconBookmarkOff, IconCheck, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { pageParams } from "@/api/pagination";
import { toast } from "@/lib/toasts";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import { createFolder, favouriteKeys, readFolders, saveFavourite } from "./api";
import { FolderPicture } from "./FolderPicture";
import classes from "./SaveSheet.module.css";
import type { FavouriteKind } from "./types";

interface SaveSheetProps {
  kind: FavouriteKind;
  id: number;
  /** Folder that holds the item now. */
  folder: number | null;
  /** Shows the choice at once. Called again with the earlier folder if the server refuses. */
  onChange: (folder: number | null) => void;
  onDone: () => void;
}

interface Move {
  folder: number | null;
  /** Name of the new folder. */
  name: string;
  /** Earlier folder. The sheet is shown with the new one by the time that the server refuses. */
  before: number | null;
}

/** Chooses the folder of a reel, an offering or a company, makes a new one, or takes the item out. */
export function SaveSheet({ kind, id, folder, onChange, onDone }: SaveSheetProps) {
  const { t } = useTranslation("favourites");
  const queries = useQueryClient();
  const folders = useInfiniteQuery({
    queryKey: favouriteKeys.folders,
    queryFn: ({ pageParam }) => readFolders(pageParam),
    ...pageParams,
  });
  const saving = useMutation({
    mutationFn: (to: Move) => saveFavourite(kind, id, to.folder),
    onMutate(to) {
      onChange(to.folder);
      onDone();
    },
    onSuccess: (_answer, to) =>
      toast.success(to.folder === null ? t("save.removed") : t("save.saved", { name: to.name })),
    onError(error, to) {
      onChange(to.before);
      toast.error(t("save.failed"), error, () => saving.mutate(to));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: favouriteKeys.all }),
  });
  const save = (to: number | null, name = "") => saving.mutate({ folder: to, name, before: folder });
  const all = folders.data?.pages.flatMap(({ items }) => items) ?? [];
  if (folders.isPending) return <RowSkeletons rows={3} />;
  if (folders.isError && all.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void folders.refetch()} />;
  }
  return (
    <div className={classes.stack}>
      {all.length > 0 && (
        <ul className={classes.list} aria-label={t("title")}>
          {all.map(({ folder_id, name, items, previews }) => (
            <li key={folder_id}>
              <UnstyledButton
                className={classes.folder}
                aria-pressed={folder_id === folder}
                onClick={() => save(folder_id, name)}
              >
                <FolderPicture previews={previews} size={48} />
                <span className={classes.words}>
                  <Bdi line className={classes.name}>
                    {name}
                  </Bdi>
                  <span className={classes.count}>{t("items", { count: items })}</span>
                </span>
                {folder_id === folder && <Icon of={IconCheck} />}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {folders.hasNextPage && (
        <InfiniteScroll
          busy={folders.isFetchingNextPage}
          failed={folders.isFetchNextPageError}
          onMore={() => void folders.fetchNextPage()}
        />
      )}
      <NewFolder opened={all.length === 0} onCreated={save} />
      {folder !== null && (
        <Button
          variant="subtle"
          color="brick"
          leftSection={<Icon of={IconBookmarkOff} />}
          onClick={() => save(null)}
        >
          {t("save.remove")}
        </Button>
      )}
    </div>
  );
}

interface NewFolderProps {
  /** The form is shown at once: there is no folder yet. */
  opened: boolean;
  onCreated: (folder: number, name: string) => void;
}

function NewFolder({ opened, onCreated }: NewFolderProps) {
  const { t } = useTranslation("favourites");
  const [open, setOpen] = useState(opened);
  const [name, setName] = useState(opened ? t("firstFolder") : "");
  const [missing, setMissing] = useState(false);
  const creating = useMutation({
    // The form says it.
    meta: { answersOffline: true },
    mutationFn: () => createFolder(name.trim()),
    onSuccess: ({ folder_id, name }) => onCreated(folder_id, name),
  });
  if (!open) {
    return (
      <Button variant="default" leftSection={<Icon of={IconPlus} />} onClick={() => setOpen(true)}>
        {t("create.action")}
      </Button>
    );
  }
  const refused = creating.error instanceof ApiError ? creating.error.fields.name?.[0] : undefined;
  return (
    <form
      className={classes.create}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(!name.trim());
        if (name.trim()) creating.mutate();
      }}
    >
      <TextInput
        label={t("create.name")}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
        error={
          missing && !name.trim()
            ? t("create.missing")
            : creating.isError
              ? (refused ?? t("create.failed"))
              : null
        }
        data-autofocus
      />
      <Button type="submit" color="terracotta" loading={creating.isPending}>
        {t("create.andSave")}
      </Button>
    </form>
  );
}
