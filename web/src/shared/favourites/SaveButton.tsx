import { Button } from "@mantine/core";
import { IconBookmark, IconBookmarkFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountAction } from "@/shared/session/useAccountAction";
import { Icon } from "@/ui/Icon";
import { SaveDialog } from "./SaveDialog";
import { useSavedFolder } from "./savedFolder";
import type { Saveable } from "./types";

/** Puts an offering or a company into a folder of the favourites. Visitors are asked to sign in, and go on here. */
export function SaveButton({ kind, id, name }: Saveable) {
  const { t } = useTranslation("favourites");
  const [opened, setOpened] = useState(false);
  const { folder, change } = useSavedFolder({ kind, id });
  const isSaved = folder !== null;
  const ask = useAccountAction<"favourite">(() => setOpened(true), { guests: true });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={isSaved ? IconBookmarkFilled : IconBookmark} />}
        aria-label={t(isSaved ? "save.doneLabel" : "save.label", { name })}
        aria-haspopup="dialog"
        onClick={() => ask("favourite")}
      >
        {t(isSaved ? "save.done" : "save.action")}
      </Button>
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
