import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Sheet } from "@/ui/Sheet";
import type { ChangeFilters } from "../hooks/useFilters";
import { useTotal } from "../hooks/useResults";
import { CLEARED, changeFilters, type Filters } from "../model/filters";
import type { ListKind } from "../model/tabs";
import classes from "./FilterSheet.module.css";
import { LazyFilterControls } from "./LazyFilterControls";

interface FilterSheetProps {
  opened: boolean;
  onClose: () => void;
  list: ListKind;
  filters: Filters;
  onApply: ChangeFilters;
}

/** Filters that take effect together. The button says how many results they would show. */
export function FilterSheet({ opened, onClose, list, filters, onApply }: FilterSheetProps) {
  const { t } = useTranslation("discover");
  const [draft, setDraft] = useState(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening starts from what is applied
  useEffect(() => setDraft(filters), [opened]);
  const { total, busy } = useTotal(list, draft, opened);
  const edit: ChangeFilters = (change) => setDraft((last) => changeFilters(last, change));
  const apply = () => {
    const { features, priceMin, priceMax, distance, openNow, near, sort } = draft;
    onApply({ features, priceMin, priceMax, distance, openNow, near, sort });
    onClose();
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t("filter.title")}>
      <LazyFilterControls filters={draft} onChange={edit} />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => edit(CLEARED)}>
          {t("filter.clear")}
        </Button>
        <Button color="terracotta" onClick={apply} aria-busy={busy}>
          {total === undefined ? t("filter.show") : t(`filter.show.${list}`, { count: total })}
        </Button>
      </div>
    </Sheet>
  );
}
