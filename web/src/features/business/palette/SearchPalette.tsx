import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Autocomplete } from "@/ui/Autocomplete";
import { ErrorState } from "@/ui/ErrorState";
import { Sheet } from "@/ui/Sheet";
import classes from "./SearchPalette.module.css";
import { type PaletteResult, usePaletteResults } from "./usePaletteResults";

interface SearchPaletteProps {
  /** Pages of the business side, by their visible names. */
  pages: readonly PaletteResult[];
  opened: boolean;
  onClose: () => void;
}

/** Finds pages, orders, customers and offerings of the company by a few letters. */
export function SearchPalette({ pages, opened, onClose }: SearchPaletteProps) {
  const { t } = useTranslation("business-orders");
  return (
    <Sheet opened={opened} onClose={onClose} title={t("palette.title")}>
      <Search pages={pages} onClose={onClose} />
    </Sheet>
  );
}

function Search({ pages, onClose }: Omit<SearchPaletteProps, "opened">) {
  const { t } = useTranslation("business-orders");
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const found = usePaletteResults(text);
  const wanted = text.trim().toLocaleLowerCase();
  const shown = useMemo(() => {
    const named = pages.filter(({ label }) => wanted !== "" && label.toLocaleLowerCase().includes(wanted));
    return [...named, ...(found.data ?? [])];
  }, [pages, wanted, found.data]);
  const isNothing = found.isAsked && found.isSuccess && shown.length === 0;
  return (
    <div className={classes.palette}>
      <Autocomplete
        aria-label={t("palette.title")}
        placeholder={t("palette.hint")}
        data-autofocus
        value={text}
        onChange={setText}
        suggestions={shown}
        onPick={({ to }) => {
          onClose();
          void navigate(to);
        }}
      />
      {found.isError && <ErrorState title={t("palette.failed")} onRetry={() => void found.refetch()} />}
      <p role="status" className={classes.nothing}>
        {isNothing && t("palette.nothing", { text: found.query })}
      </p>
    </div>
  );
}
