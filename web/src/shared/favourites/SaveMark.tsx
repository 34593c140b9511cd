import { UnstyledButton } from "@mantine/core";
import { IconBookmark, IconBookmarkFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountAction } from "@/shared/session/useAccountAction";
import { Icon } from "@/ui/Icon";
import { SaveDialog } from "./SaveDialog";
import classes from "./SaveMark.module.css";
import { useSavedFolder } from "./savedFolder";
import type { Saveable } from "./types";

/** Saves an offering or a company from the corner of its picture. Visitors are asked to sign in, and go on here. */
export function SaveMark({ kind, id, name }: Saveable) {
  const { t } = useTranslation("favourites");
  const [opened, setOpened] = useState(false);
  const { folder, change } = useSavedFolder({ kind, id });
  const isSaved = folder !== null;
  const ask = useAccountAction<"favourite">(() => setOpened(true), { guests: true, scope: `${kind} ${id}` });
  return (
    <>
      <UnstyledButton
        className={classes.mark}
        aria-label={t(isSaved ? "save.doneLabel" : "save.label", { name })}
        data-tooltip={t(isSaved ? "save.done" : "save.action")}
        data-saved={isSaved ? "" : undefined}
        aria-haspopup="dialog"
        onClick={() => ask("favourite")}
      >
        <span className={classes.disc}>
          <Icon of={isSaved ? IconBookmarkFilled : IconBookmark} size={18} />
        </span>
      </UnstyledButton>
      <SaveDialog
        kind={kind}
        id={id}
        folder={folder}
        onChange={change}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
