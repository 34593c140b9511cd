import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccess } from "@/features/business/permissions";
import { IconButton } from "@/ui/IconButton";
import { BUSINESS_DESTINATIONS } from "../navigation";

const SearchPalette = lazy(() =>
  import("@/features/business/palette/SearchPalette").then((file) => ({ default: file.SearchPalette })),
);

/** Opens the search of the business side, also with Ctrl-K or Cmd-K. */
export function BusinessSearch() {
  const { t } = useTranslation();
  const access = useAccess();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setWanted(true);
      setOpened((open) => !open);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const pages = BUSINESS_DESTINATIONS.filter(({ to }) => access(to) === "granted").map(({ to, label }) => ({
    id: to,
    label: t(label),
    to,
  }));
  return (
    <>
      <IconButton
        icon={IconSearch}
        label={t("nav.businessSearch")}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      />
      {wanted && (
        <Suspense>
          <SearchPalette pages={pages} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
