import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";
import type { ChangeFilters } from "../hooks/useFilters";
import { useSearchCounts } from "../hooks/useSearch";
import { CLEARED } from "../model/activeFilters";
import { changeFilters, type Filters } from "../model/filters";
import type { SearchTab } from "../model/tabs";
import classes from "./FilterSheet.module.css";
import { LazyFilterControls } from "./LazyFilterControls";

interface FilterSheetProps {
  opened: boolean;
  onClose: () => void;
  tab: SearchTab;
  filters: Filters;
  fixed?: Partial<Filters>;
  onApply: ChangeFilters;
}

/** Filters that take effect together. The button says how many results they would show. */
export function FilterSheet({ opened, onClose, tab, filters, fixed = {}, onApply }: FilterSheetProps) {
  const { t } = useTranslation("discover");
  const [draft, setDraft] = useState<Partial<Filters>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening starts from what is applied
  useEffect(() => setDraft({}), [opened]);
  const shown = { ...changeFilters(filters, draft), ...fixed };
  const { total, facets, busy } = useSearchCounts(tab, shown, opened);
  const edit: ChangeFilters = (change) => setDraft((last) => ({ ...last, ...change }));
  const apply = () => {
    onApply(draft);
    onClose();
  };
  const isDated = shown.date !== null;
  return (
    <Sheet opened={opened} onClose={onClose} title={t("filter.title")}>
      <LazyFilterControls filters={shown} fixed={fixed} facets={facets} onChange={edit} />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => edit(CLEARED)}>
          {t("filter.clear")}
        </Button>
        <Button color="terracotta" onClick={apply} aria-busy={busy}>
          {total === undefined || isDated ? t("filter.show") : t("filter.showCount", { count: total })}
        </Button>
      </div>
    </Sheet>
  );
}
