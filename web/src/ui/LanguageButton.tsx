import { IconWorld } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { lazyPart } from "@/lib/lazyPart";
import { IconButton } from "./IconButton";

const LanguageSheet = lazyPart(() => import("./LanguageSheet").then((file) => file.LanguageSheet));

export function LanguageButton() {
  const { t } = useTranslation();
  const current = useLanguage();
  // Null until the first opening, which fetches the list's code.
  const [opened, setOpened] = useState<boolean | null>(null);
  return (
    <>
      <IconButton
        icon={IconWorld}
        label={`${t("colon", { label: t("action.language") })} ${current.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      />
      {opened !== null && (
        <Suspense>
          <LanguageSheet opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
