import { IconDotsVertical, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError } from "@/api/errors";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { favouriteKeys, readFolder, renameFolder } from "@/shared/favourites/api";
import { ErrorState } from "@/ui/ErrorState";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { Screen } from "@/ui/Screen";
import { TabList } from "@/ui/TabList";
import { DeleteFolders } from "./components/DeleteFolders";
import classes from "./components/Favourites.module.css";
import { FolderItems } from "./components/FolderItems";
import { FolderSkeleton } from "./components/FolderSkeleton";
import { NameSheet } from "./components/NameSheet";
import { KINDS, useFirstKind } from "./hooks/useFolderItems";

const PANEL = "folder-panel";

/** `/favourites/:folderId`: reels, products and services, and companies of a folder. */
export function FolderScreen() {
  const { t } = useTranslation("favourites");
  const navigate = useNavigate();
  const { folderId } = useParams();
  const id = Number(folderId);
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const folder = useQuery({
    queryKey: favouriteKeys.folder(id),
    queryFn: () => readFolder(id),
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status === 404),
  });
  const tab = KINDS.find((one) => one === search.get("tab"));
  const isEmpty = folder.data?.items === 0;
  const first = useFirstKind(id, tab === undefined && folder.data !== undefined && !isEmpty);
  const kind = tab ?? first.data ?? (isEmpty || first.isError ? "reel" : undefined);
  const close = () => setOpen(null);
  if (!folder.data || !kind) {
    const gone = folder.error instanceof ApiError && folder.error.status < 500 && folder.error.status >= 400;
    return (
      <Screen wide title={t("title")} back="/favourites">
        {gone ? (
          <EmptyState title={t("folder.gone")} text={t("folder.goneText")} />
        ) : folder.isError ? (
          <ErrorState title={t("folder.failed")} onRetry={() => void folder.refetch()} />
        ) : (
          <FolderSkeleton kind={kind ?? "reel"} />
        )}
      </Screen>
    );
  }
  const { name } = folder.data;
  return (
    <Screen
      wide
      title={name}
      back="/favourites"
      actions={
        <MenuButton label={t("folder.actions")} icon={IconDotsVertical}>
          {(closeMenu) => (
            <>
              <MenuItem
                icon={IconPencil}
                onClick={() => {
                  closeMenu();
                  setOpen("rename");
                }}
              >
                {t("folder.rename")}
              </MenuItem>
              <MenuItem
                icon={IconTrash}
                danger
                onClick={() => {
                  closeMenu();
                  setOpen("delete");
                }}
              >
                {t("folder.delete")}
              </MenuItem>
            </>
          )}
        </MenuButton>
      }
      subBar={
        <TabList
          label={t("tab.label")}
          tabs={KINDS.map((key) => ({ key, label: t(`tab.${key}`) }))}
          open={kind}
          onOpen={(next) => setSearch({ tab: next }, { replace: true })}
          panel={PANEL}
        />
      }
    >
      <div id={PANEL} className={classes.panel} role="tabpanel" aria-labelledby={`${PANEL}-${kind}`}>
        <FolderItems key={kind} folder={id} kind={kind} />
      </div>
      <NameSheet
        opened={open === "rename"}
        texts={{ title: t("rename.title"), submit: t("rename.submit"), failed: t("rename.failed") }}
        name={name}
        save={(next) => renameFolder(id, next)}
        onSaved={() => {}}
        onClose={close}
      />
      <DeleteFolders
        opened={open === "delete"}
        folders={[folder.data]}
        onDone={(failed) => failed.length === 0 && void navigate("/favourites", { replace: true })}
        onClose={close}
      />
    </Screen>
  );
}
