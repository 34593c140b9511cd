import { Button } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconList } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { type Area, writeArea } from "@/shared/map/area";
import { LazyMap } from "@/shared/map/LazyMap";
import type { MapPin } from "@/shared/map/pins";
import { useHomePlace } from "@/shared/place/useHomePlace";
import { useDesktop, usePhone } from "@/ui/breakpoints";
import { CountBadge } from "@/ui/CountBadge";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { TopBar } from "@/ui/TopBar";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { FoundCompany } from "./api";
import { ActiveFilterChips } from "./components/ActiveFilterChips";
import { CategoryChips } from "./components/CategoryChips";
import { FilterSheet } from "./components/FilterSheet";
import { SearchBox } from "./components/SearchBox";
import { type ChangeFilters, useFilters } from "./hooks/useFilters";
import classes from "./MapScreen.module.css";
import { CompanyLine } from "./map/CompanyLine";
import { MapControls } from "./map/MapControls";
import { MapList } from "./map/MapList";
import { MapSheet } from "./map/MapSheet";
import { chosenArea, WORLD_AREA, withArea } from "./map/mapArea";
import { useAreaCompanies } from "./map/useAreaCompanies";
import { activeFilters, changeFilters, type Filters, readFilters, writeFilters } from "./model/filters";
import { searchPath } from "./model/searchPath";

/** `/map`: companies on a map, with their list beside it. Filters and the searched area stand in the address. */
export function MapScreen() {
  const { t } = useTranslation("discover");
  const desktop = useDesktop();
  const phone = usePhone();
  const { filters, change, area, search } = useMapAddress();
  const found = useAreaCompanies(filters, area);
  const [view, setView] = useState<Area>();
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [listed, setListed] = useState(false);
  const pins = useMemo(() => found.companies.flatMap(pinOf), [found.companies]);
  const searched = area ? writeArea(area) : "";
  const moved = view !== undefined && writeArea(view) !== searched;
  const marked = pointed ?? chosen;
  const box = <SearchBox query={filters.q} onQuery={(q) => change({ q })} />;
  const list = (
    <>
      <ActiveFilterChips filters={filters} onChange={change} />
      <MapList found={found} marked={marked} chosen={chosen} onPoint={setPointed} />
    </>
  );
  const chosenCompany = found.companies.find(({ id }) => id === chosen);
  const map = (
    <div className={classes.map}>
      {area !== undefined && (
        <LazyMap
          label={t("map.region")}
          area={area ?? WORLD_AREA}
          pins={pins}
          marked={marked}
          here={filters.near}
          onPick={(id) => {
            setChosen(id);
            setListed(false);
          }}
          onPoint={setPointed}
          onMove={setView}
        />
      )}
      <MapControls
        moved={moved}
        onSearch={() => {
          if (view) search(view);
          setView(undefined);
        }}
        onNear={(near) => {
          setView(undefined);
          change({ near, sort: "distance" });
        }}
      />
    </div>
  );
  return (
    <Screen
      fill
      title={t("map.title")}
      header={
        phone ? null : (
          <TopBar title={t("map.title")}>
            <VisuallyHidden>
              <h1>{t("map.title")}</h1>
            </VisuallyHidden>
            {box}
          </TopBar>
        )
      }
      subBar={
        <>
          {phone && (
            <>
              <VisuallyHidden>
                <h1>{t("map.title")}</h1>
              </VisuallyHidden>
              {box}
            </>
          )}
          <MapBar filters={filters} onChange={change} />
        </>
      }
    >
      <VisuallyHidden>
        <h2>{t("map.list")}</h2>
      </VisuallyHidden>
      {desktop ? (
        <div className={classes.columns}>
          <div className={classes.side}>
            <p className={classes.total}>
              {found.total !== undefined && t("map.total", { count: found.total })}
            </p>
            {list}
          </div>
          {map}
        </div>
      ) : (
        <div className={classes.stack}>
          {map}
          <MapSheet
            open={listed}
            onOpen={setListed}
            label={found.total === undefined ? t("map.list") : t("map.total", { count: found.total })}
            card={chosenCompany && <CompanyLine company={chosenCompany} marked={false} />}
          >
            {list}
          </MapSheet>
        </div>
      )}
    </Screen>
  );
}

const pinOf = ({ id, name, latitude, longitude, opening }: FoundCompany): MapPin[] =>
  latitude === null || longitude === null
    ? []
    : [{ id, latitude, longitude, label: name, faded: opening.state === "closed" }];

/** Filters and area of the address. The area is undefined until the place of the viewer is known. */
function useMapAddress() {
  const { filters } = useFilters();
  const [params, setParams] = useSearchParams();
  const home = useHomePlace();
  const set = (next: (now: URLSearchParams) => URLSearchParams) =>
    setParams(next, { replace: true, preventScrollReset: true, flushSync: true });
  const change: ChangeFilters = (patch) =>
    set((now) => {
      const written = writeFilters(now, changeFilters(readFilters(now), patch));
      // Another place, or another distance from it, is another area.
      return "near" in patch || "distance" in patch ? withArea(written, null) : written;
    });
  const search = (area: Area) => set((now) => withArea(now, area));
  const area = chosenArea(params, filters, home.data ?? null);
  return { filters, change, search, area: area === null && home.isPending ? undefined : area };
}

interface MapBarProps {
  filters: Filters;
  onChange: ChangeFilters;
}

/** Filters of the map in one line, and the way to the list without it. */
function MapBar({ filters, onChange }: MapBarProps) {
  const { t } = useTranslation("discover");
  const [open, setOpen] = useState(false);
  const count = activeFilters(filters).length;
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
        list="companies"
        filters={filters}
        onApply={onChange}
      />
    </div>
  );
}
