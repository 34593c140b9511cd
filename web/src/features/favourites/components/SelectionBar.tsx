import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FavouriteFolder } from "@/shared/favourites/types";
import { DeleteFolders } from "./DeleteFolders";
import classes from "./Favourites.module.css";

interface SelectionBarProps {
  /** Selected folders. */
  folders: readonly FavouriteFolder[];
  /** Called with the ids of the folders that stay selected: those that could not be deleted. */
  onDeleted: (failed: readonly number[]) => void;
  onCancel: () => void;
}

/** Number of selected folders, and the way to delete them. */
export function SelectionBar({ folders, onDeleted, onCancel }: SelectionBarProps) {
  const { t } = useTranslation("favourites");
  const [isMissing, setMissing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isEmpty = folders.length === 0;
  return (
    <div className={classes.selection}>
      <span role="status" className={classes.selected}>
        {t("select.count", { count: folders.length })}
      </span>
      <span role="alert" className={classes.problem}>
        {isMissing && isEmpty && t("folder.noneSelected")}
      </span>
      <Button
        variant="subtle"
        color="brick"
        px="sm"
        onClick={() => {
          setMissing(isEmpty);
          setAsking(!isEmpty);
        }}
      >
        {t("select.delete")}
      </Button>
      <Button variant="subtle" px="sm" onClick={onCancel}>
        {t("cancel")}
      </Button>
      <DeleteFolders
        opened={isAsking}
        folders={folders}
        onDone={(failed) => {
          if (failed.length === 0) setAsking(false);
          onDeleted(failed);
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
