import { IconSearch } from "@tabler/icons-react";
import { type ComponentType, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SearchPalette } from "@/features/business/palette/SearchPalette";
import { toast } from "@/lib/toasts";
import { IconButton } from "@/ui/IconButton";
import { BUSINESS_DESTINATIONS } from "../navigation";

type Palette = typeof SearchPalette;

/** In a text field of a Mac, Ctrl-K deletes to the end of the line. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
const SHORTCUT = isApple
  ? { name: "⌘K", keys: "Meta+K", modifier: "metaKey" as const }
  : { name: "Ctrl K", keys: "Control+K", modifier: "ctrlKey" as const };

const load = async (): Promise<Palette> =>
  (await import("@/features/business/palette/SearchPalette")).SearchPalette;

/** Opens the search of the business side, also by Ctrl-K or Cmd-K. Its code comes with the first opening. */
export function BusinessSearch() {
  const { t } = useTranslation();
  const [Palette, setPalette] = useState<ComponentType<Parameters<Palette>[0]> | null>(null);
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  const open = useCallback(async () => {
    try {
      const loaded = await load();
      setPalette(() => loaded);
      setOpened(true);
    } catch {
      toast.error(t("error.failed"));
    }
  }, [t]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { altKey, shiftKey, isComposing, key } = event;
      const isShortcut = key.toLowerCase() === "k" && event[SHORTCUT.modifier] && !altKey && !shiftKey;
      if (!isShortcut || isComposing) return;
      event.preventDefault();
      if (opened) return close();
      // A form in another dialog is finished, or left, first.
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) void open();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [opened, open, close]);
  const pages = BUSINESS_DESTINATIONS.map(({ to, label, icon }) => ({ to, label: t(label), icon }));
  return (
    <>
      <IconButton
        icon={IconSearch}
        label={t("nav.businessSearch", { shortcut: SHORTCUT.name })}
        aria-haspopup="dialog"
        aria-keyshortcuts={SHORTCUT.keys}
        onClick={() => void open()}
      />
      {Palette && (
        <Suspense>
          <Palette pages={pages} opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
