import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconList } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Area, writeArea } from "@/shared/map/area";
import { LazyMap } from "@/shared/map/LazyMap";
import { useMoney } from "@/shared/money/formatMoney";
import { useHomePlace } from "@/shared/place/useHomePlace";
import { useHomeTown } from "@/shared/place/useHomeTown";
import { useDesktop, usePhone } from "@/ui/breakpoints";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { SearchEntry } from "./bar/SearchEntry";
import { ActiveFilterChips } from "./components/ActiveFilterChips";
import { CategoryChips } from "./components/CategoryChips";
import { FilterSheet } from "./components/FilterSheet";
import { SearchNotice } from "./hits/SearchNotice";
import { type ChangeFilters, useFilters } from "./hooks/useFilters";
import { useKeptScroll } from "./hooks/useKeptScroll";
import { useMapPlace, useVisit } from "./hooks/useMapPlace";
import classes from "./MapScreen.module.css";
import { CompanyLine } from "./map/CompanyLine";
import { MapControls } from "./map/MapControls";
import { MapList } from "./map/MapList";
import { MapSheet } from "./map/MapSheet";
import { chosenArea, WORLD_AREA } from "./map/mapArea";
import { useCompaniesIn } from "./map/useCompaniesIn";
import { activeFilters } from "./model/activeFilters";
import type { Filters } from "./model/filters";
import { pinsOf } from "./model/pins";
import { searchPath } from "./model/searchPath";

/**
 * `/map`: companies on a map, with their list beside it. Filters, the searched area and the place of the person stand in
 * the address.
 */
export function MapScreen() {
  return <MapVisit key={useVisit()} />;
}

function MapVisit() {
  const { t } = useTranslation("discover");
  const desktop = useDesktop();
  const phone = usePhone();
  const { filters, change, area } = useMapAddress();
  const money = useMoney();
  const found = useCompaniesIn(filters, area);
  const [view, setView] = useState<Area>();
  const [pointed, setPointed] = useState<number | null>(null);
  const { place, changePlace } = useMapPlace();
  const { camera, pin: chosen, listed } = place;
  useTownChange(() => {
    if (!filters.area && !filters.near) changePlace({ camera: null, pin: null });
  });
  const scroller = useKeptScroll(found.companies.length > 0);
  const pins = useMemo(() => pinsOf(found.companies, money), [found.companies, money]);
  const searched = area ? writeArea(area) : "";
  const moved = camera !== null && view !== undefined && writeArea(view) !== searched;
  const marked = pointed ?? chosen;
  const total = found.total && t(found.total.more ? "total.more" : "map.total", { count: found.total.count });
  const list = (
    <>
      <ActiveFilterChips filters={filters} fixed={{ area: null }} onChange={change} />
      <MapList found={found} marked={marked} chosen={chosen} onPoint={setPointed} />
    </>
  );
  const chosenCompany = found.companies.find(({ company }) => company.id === chosen);
  const map = (
    <div className={classes.map}>
      {area !== undefined && (
        <LazyMap
          label={t("map.region")}
          area={area ?? WORLD_AREA}
          camera={camera}
          pins={pins}
          marked={marked}
          here={filters.near}
          onPick={(pin) => changePlace({ pin, listed: false })}
          onPoint={setPointed}
          onMove={(seen, at) => {
            setView(seen);
            changePlace({ camera: at });
          }}
        />
      )}
      <MapControls
        moved={moved}
        onSearch={() => {
          if (view) change({ area: view });
          setView(undefined);
        }}
        onNear={(near) => change({ near, sort: "distance" })}
      />
    </div>
  );
  return (
    <Screen
      fill
      title={t("map.title")}
      header={phone ? null : undefined}
      subBar={
        <>
          {phone && (
            <>
              <VisuallyHidden>
                <h1>{t("map.title")}</h1>
              </VisuallyHidden>
              <SearchEntry />
            </>
          )}
          <MapBar filters={filters} onChange={change} />
          <SearchNotice page={found.first} filters={filters} />
        </>
      }
    >
      <VisuallyHidden>
        <h2>{t("map.list")}</h2>
      </VisuallyHidden>
      {desktop ? (
        <div className={classes.columns}>
          <div ref={scroller} className={classes.side}>
            <p className={classes.total}>{total}</p>
            {list}
          </div>
          {map}
        </div>
      ) : (
        <div className={classes.stack}>
          {map}
          <MapSheet
            ref={scroller}
            open={listed}
            onOpen={(open) => changePlace({ listed: open })}
            label={total ?? t("map.list")}
            card={chosenCompany && <CompanyLine hit={chosenCompany} marked={false} />}
          >
            {list}
          </MapSheet>
        </div>
      )}
    </Screen>
  );
}

/** Filters and area of the address. The area is undefined until the place of the viewer is known. */
function useMapAddress() {
  const { filters, change } = useFilters();
  const home = useHomePlace();
  const area = chosenArea(filters, home.data ?? null);
  return { filters, change, area: area === null && home.isPending ? undefined : area };
}

/** Calls the listener when the viewer chooses another town. A map about that town moves there. */
function useTownChange(onChange: () => void) {
  const { query } = useHomeTown();
  const last = useRef(query);
  useEffect(() => {
    if (last.current === query) return;
    last.current = query;
    // The address changes at once, which an effect may not do.
    queueMicrotask(onChange);
  });
}

interface MapBarProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** Filters of the map in one line, and the way to the list without it. */
function MapBar({ filters, onChange }: MapBarProps) {
  const { t } = useTranslation("discover");
  const [open, setOpen] = useState(false);
  const count = activeFilters(filters, { area: null }).length;
  return (
    <div className={classes.bar}>
      <Button
        variant="default"
        className={classes.filters}
        leftSection={<Icon of={IconAdjustmentsHorizontal} />}
        rightSection={count > 0 && <CountBadge value={count} label={t("filter.count", { count })} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t("filter.title")}
      </Button>
      <div className={classes.categories}>
        <CategoryChips filters={filters} onChange={onChange} />
      </div>
      <Button
        component={Link}
        to={searchPath("places", filters)}
        variant="default"
        className={classes.filters}
        leftSection={<Icon of={IconList} />}
      >
        {t("map.asList")}
      </Button>
      <FilterSheet
        opened={open}
        onClose={() => setOpen(false)}
        tab="places"
        filters={filters}
        onApply={onChange}
      />
    </div>
  );
}
