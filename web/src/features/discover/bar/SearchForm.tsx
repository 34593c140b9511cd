import { Button } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { DistanceFilter } from "../components/DistanceFilter";
import { changeFilters, type Filters } from "../model/filters";
import classes from "./SearchForm.module.css";
import type { SearchState } from "./useSearchState";
import { WhatField } from "./WhatField";
import { WhenPanel } from "./WhenPanel";
import { WhoPanel } from "./WhoPanel";

interface SearchFormProps {
  state: SearchState;
  onDone: () => void;
}

/** Search with its four parts below each other. They take effect together. */
export function SearchForm({ state, onDone }: SearchFormProps) {
  const { t } = useTranslation("discover");
  const [draft, setDraft] = useState<Partial<Filters>>({});
  const filters = changeFilters(state.filters, draft);
  const edit = (patch: Partial<Filters>) => setDraft((last) => ({ ...last, ...patch }));
  const search = (patch: Partial<Filters> = {}) => {
    onDone();
    state.submit({ ...draft, ...patch });
  };
  return (
    <div className={classes.form}>
      <WhatField
        inline
        autoFocus
        value={draft.q ?? state.filters.q}
        onChange={(q) => edit({ q })}
        onSubmit={(q) => search({ q })}
        onPick={({ leads }) => {
          if ("change" in leads) return search(leads.change);
          onDone();
          state.open(leads.path);
        }}
      />
      <DistanceFilter filters={filters} onChange={edit} />
      <WhenPanel filters={filters} onChange={edit} />
      <div>
        <p className={classes.legend}>{t("search.who")}</p>
        <WhoPanel filters={filters} onChange={edit} />
      </div>
      <div className={classes.foot}>
        <Button
          color="terracotta"
          fullWidth
          leftSection={<Icon of={IconSearch} size={18} />}
          onClick={() => search()}
        >
          {t("search.go")}
        </Button>
      </div>
    </div>
  );
}
