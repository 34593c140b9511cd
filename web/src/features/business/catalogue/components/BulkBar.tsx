import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import type { Folder } from "../api";
import { type BulkChange, useBulkChange } from "../bulkApi";
import classes from "./Catalogue.module.css";

interface BulkBarProps {
  /** Selected offerings. */
  ids: number[];
  /** The list shows archived offerings. */
  isArchive: boolean;
  folders: readonly Folder[];
  onDone: () => void;
}

type Action = "archive" | "available" | "hide" | "publish" | "restore" | "soldOut";

const CHANGES: Readonly<Record<Action, BulkChange>> = {
  soldOut: { change: "soldOut", soldOut: true },
  available: { change: "soldOut", soldOut: false },
  hide: { change: "state", state: "draft" },
  publish: { change: "state", state: "active" },
  archive: { change: "state", state: "archived" },
  restore: { change: "state", state: "active" },
};

/** Actions on the selected offerings: all of them or none. */
export function BulkBar({ ids, isArchive, folders, onDone }: BulkBarProps) {
  const { t } = useTranslation("business-catalogue");
  const bulk = useBulkChange();
  const [isDeleting, setDeleting] = useState(false);
  const actions: Action[] = isArchive ? ["restore"] : ["soldOut", "available", "hide", "publish", "archive"];
  const { error } = bulk;
  const hasHistory = error instanceof ApiError && error.code === "catalogue.has_history";
  const failure = <ActionError error={error} text={t(hasHistory ? "hasHistory" : "failed")} />;
  const askToDelete = (asks: boolean) => {
    bulk.reset();
    setDeleting(asks);
  };
  const run = (change: BulkChange) =>
    bulk.mutate(
      { ids, change },
      {
        onSuccess() {
          toast.success(t("done.changed", { count: ids.length }));
          setDeleting(false);
          onDone();
        },
      },
    );
  return (
    <div className={classes.selection}>
      <span role="status">{t("selected", { count: ids.length })}</span>
      {actions.map((action) => (
        <Button key={action} variant="default" disabled={bulk.isPending} onClick={() => run(CHANGES[action])}>
          {t(`action.${action}`)}
        </Button>
      ))}
      <SelectField
        aria-label={t("action.move")}
        value=""
        disabled={bulk.isPending}
        onChange={(event) => {
          const folder = event.currentTarget.value;
          run({ change: "folder", folder: folder === "none" ? null : Number(folder) });
        }}
        data={[
          { value: "", label: t("action.move"), disabled: true },
          { value: "none", label: t("action.noFolder") },
          ...folders.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Button variant="subtle" color="brick" disabled={bulk.isPending} onClick={() => askToDelete(true)}>
        {t("action.delete")}
      </Button>
      {!isDeleting && failure}
      <Sheet
        opened={isDeleting}
        onClose={() => askToDelete(false)}
        title={t("deleteMany.title", { count: ids.length })}
      >
        <div className={classes.stack}>
          <p>{t("deleteMany.text")}</p>
          {failure}
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => askToDelete(false)}>
              {t("common:action.cancel")}
            </Button>
            <Button color="brick" loading={bulk.isPending} onClick={() => run({ change: "delete" })}>
              {t("action.delete")}
            </Button>
          </div>
        </div>
      </Sheet>
    </div>
  );
}
