import { Button, Skeleton } from "@mantine/core";
import { IconMap2 } from "@tabler/icons-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { readStored, writeStored } from "@/lib/storage";
import type { Offering } from "@/shared/offering/types";
import { Icon } from "@/ui/Icon";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { DiscoverLayout } from "../components/DiscoverLayout";
import { FilterBar } from "../components/FilterBar";
import { HitGrid } from "../hits/HitGrid";
import { SearchNotice } from "../hits/SearchNotice";
import type { ChangeFilters } from "../hooks/useFilters";
import { useMapPlace, useVisit } from "../hooks/useMapPlace";
import type { SearchResults } from "../hooks/useSearch";
import { useWide } from "../hooks/useWide";
import { countElsewhere } from "../model/facets";
import type { Filters } from "../model/filters";
import type { SearchTab } from "../model/tabs";

const ResultsMap = lazyPart(() => import("../map/ResultsMap").then((file) => file.ResultsMap));
const EmptyResults = lazyPart(() => import("../components/EmptyResults").then((file) => file.EmptyResults));

interface ResultsProps {
  tab: SearchTab;
  results: SearchResults;
  filters: Filters;
  /** Filters that the screen fixes. */
  fixed?: Partial<Filters>;
  onChange: ChangeFilters;
  /** Small cards: nothing but offerings is listed. */
  compact?: boolean;
  /** Shows a map beside the list where there is room. */
  mapped?: boolean;
  actionOf?: (offering: Offering) => ReactNode;
  /** Between the bar and the list. */
  children?: ReactNode;
}

const MAP_HIDDEN = "plaza.searchMap";

/** Results with their filters, and with a map that answers to the list. */
export function Results(props: ResultsProps) {
  const { tab, results, filters, fixed, onChange, compact, mapped = false, actionOf, children } = props;
  const { t } = useTranslation("discover");
  const wide = useWide();
  const [shown, setShown] = useState(() => readStored(MAP_HIDDEN) !== "hidden");
  const [pointedInList, setPointedInList] = useState<number | null>(null);
  const [pointedOnMap, setPointedOnMap] = useState<number | null>(null);
  const { place, changePlace } = useMapPlace();
  const visit = useVisit();
  /** Company whose pin was chosen in this visit: the list scrolls to it. A visit that is returned to has its own scroll. */
  const [chosen, setChosen] = useState<number | null>(null);
  const beside = mapped && wide;
  const toggle = () => {
    writeStored(MAP_HIDDEN, shown ? "hidden" : null);
    setShown(!shown);
  };
  const map = beside && shown && (
    <Suspense fallback={<Skeleton height="100%" />}>
      <ResultsMap
        key={visit}
        hits={results.hits}
        filters={filters}
        camera={place.camera}
        marked={pointedInList ?? place.pin}
        onCamera={(camera) => changePlace({ camera })}
        onPick={(pin) => {
          changePlace({ pin });
          setChosen(pin);
        }}
        onPoint={setPointedOnMap}
        onChange={onChange}
      />
    </Suspense>
  );
  return (
    <DiscoverLayout
      filters={filters}
      fixed={fixed}
      facets={results.first?.facets}
      onChange={onChange}
      map={map || undefined}
    >
      <VisuallyHidden>
        <h2>{t("list.results")}</h2>
      </VisuallyHidden>
      <FilterBar
        tab={tab}
        filters={filters}
        fixed={fixed}
        onChange={onChange}
        total={results.total}
        mapSwitch={
          beside ? (
            <Button
              variant="default"
              radius="xl"
              leftSection={<Icon of={IconMap2} />}
              aria-pressed={shown}
              onClick={toggle}
            >
              {t(shown ? "map.hide" : "map.open")}
            </Button>
          ) : undefined
        }
      />
      <SearchNotice page={results.first} filters={filters} />
      {children}
      <HitGrid
        label={t("list.results")}
        results={results}
        compact={compact}
        empty={
          <Suspense>
            <EmptyResults
              filters={filters}
              fixed={fixed}
              elsewhere={fixed ? 0 : countElsewhere(tab, results.first?.facets)}
              onChange={onChange}
            />
          </Suspense>
        }
        marking={map ? { marked: pointedOnMap ?? place.pin, chosen, onPoint: setPointedInList } : undefined}
        actionOf={actionOf}
      />
    </DiscoverLayout>
  );
}
