import { Button } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccountAction } from "@/shared/session/useAccountAction";
import { Icon } from "@/ui/Icon";
import { Sheet } from "@/ui/Sheet";

const SaveSheet = lazy(() => import("./SaveSheet").then((file) => ({ default: file.SaveSheet })));

interface SaveButtonProps {
  /** Product, service or ticket. */
  offering: { id: number; name: string };
}

/** Puts an offering into a folder of the favourites. Visitors are asked to sign in, and go on here. */
export function SaveButton({ offering }: SaveButtonProps) {
  const { t } = useTranslation("favourites");
  const [opened, setOpened] = useState(false);
  const ask = useAccountAction<"favourite">(() => setOpened(true), { guests: true });
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon of={IconBookmark} />}
        aria-label={t("save.label", { name: offering.name })}
        aria-haspopup="dialog"
        onClick={() => ask("favourite")}
      >
        {t("save.action")}
      </Button>
      <Sheet opened={opened} onClose={close} title={t("save.title")}>
        <Suspense>
          {opened && (
            <SaveSheet kind="offering" id={offering.id} folder={null} onChange={() => {}} onDone={close} />
          )}
        </Suspense>
      </Sheet>
    </>
  );
}
