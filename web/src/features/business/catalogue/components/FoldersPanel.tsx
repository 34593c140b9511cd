import { Button, Skeleton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ActionError } from "@/shared/forms/ActionError";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { type Folder, useFolderChanges, useFolders } from "../api";
import { useCatalogueTerms } from "../useCatalogueTerms";
import classes from "./Catalogue.module.css";
import { ConfirmSheet } from "./ConfirmSheet";

/** Categories of the company, and its folders in their order. */
export function FoldersPanel() {
  const { t } = useTranslation(["business-catalogue", "category"]);
  const folders = useFolders();
  const { create, order } = useFolderChanges();
  const terms = useCatalogueTerms();
  const [name, setName] = useState("");
  const failed = (error: Error) => toast.error(t("failed"), error);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate(name, { onSuccess: () => setName("") });
  };
  const move = (from: number, to: number) => {
    const ids = (folders.data ?? []).map(({ id }) => id);
    const [moved] = ids.splice(from, 1);
    if (moved !== undefined) order.mutate(ids.toSpliced(to, 0, moved), { onError: failed });
  };
  const list = folders.data;
  return (
    <div className={classes.panel}>
      <section className={classes.section}>
        <h2>{t("categories.title")}</h2>
        <p>{(terms.data?.categories ?? []).map((key) => t(`category:${key}`)).join(" · ")}</p>
        <p className={classes.muted}>{t("categories.text")}</p>
      </section>
      <section className={classes.section}>
        <h2>{t("folders.title")}</h2>
        <p className={classes.muted}>{t("folders.text")}</p>
        <form className={classes.line} onSubmit={add}>
          <TextField
            className={classes.grow ?? ""}
            aria-label={t("folders.name")}
            placeholder={t("folders.name")}
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" color="terracotta" loading={create.isPending}>
            {t("folders.add")}
          </Button>
        </form>
        <ActionError error={create.error} text={t("failed")} />
        {list ? (
          list.length === 0 ? (
            <EmptyState title={t("folders.empty")} text={t("folders.emptyText")} />
          ) : (
            <ul className={classes.list}>
              {list.map((folder, at) => (
                <FolderItem
                  key={folder.id}
                  folder={folder}
                  onUp={at > 0 ? () => move(at, at - 1) : undefined}
                  onDown={at < list.length - 1 ? () => move(at, at + 1) : undefined}
                />
              ))}
            </ul>
          )
        ) : folders.isError ? (
          <ErrorState title={t("loadFailed")} onRetry={() => folders.refetch()} />
        ) : (
          <Skeleton height={120} radius="lg" />
        )}
      </section>
    </div>
  );
}

interface FolderItemProps {
  folder: Folder;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function FolderItem({ folder, onUp, onDown }: FolderItemProps) {
  const { t } = useTranslation("business-catalogue");
  const { rename, remove } = useFolderChanges();
  const [name, setName] = useState(folder.name);
  const [isAsking, setAsking] = useState(false);
  const failed = (error: Error) => toast.error(t("failed"), error);
  const save = () => {
    if (name.trim() && name.trim() !== folder.name)
      rename.mutate({ id: folder.id, name }, { onError: failed });
    else setName(folder.name);
  };
  return (
    <li>
      <TextField
        className={classes.grow ?? ""}
        aria-label={t("folders.rename", { name: folder.name })}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
      <span className={classes.muted}>{t("folders.count", { count: folder.offering_count })}</span>
      <IconButton
        icon={IconArrowUp}
        label={t("moveUp", { name: folder.name })}
        disabled={!onUp}
        {...(onUp && { onClick: onUp })}
      />
      <IconButton
        icon={IconArrowDown}
        label={t("moveDown", { name: folder.name })}
        disabled={!onDown}
        {...(onDown && { onClick: onDown })}
      />
      <IconButton
        icon={IconTrash}
        label={t("delete", { name: folder.name })}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmSheet
          title={t("deleteOne.title", { name: folder.name })}
          text={t("deleteOne.folder")}
          action={t("deleteOne.submit")}
          loading={remove.isPending}
          error={remove.error}
          failed={t("failed")}
          onConfirm={() => remove.mutate(folder.id, { onSuccess: () => setAsking(false) })}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        />
      )}
    </li>
  );
}
