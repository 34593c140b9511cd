import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Area, writeArea } from "@/shared/map/area";
import { LazyMap } from "@/shared/map/LazyMap";
import { useMoney } from "@/shared/money/formatMoney";
import type { SearchHit } from "../api";
import type { ChangeFilters } from "../hooks/useFilters";
import type { Filters } from "../model/filters";
import type { MapPlace } from "../model/mapPlace";
import { pinsOf } from "../model/pins";
import { MapControls } from "./MapControls";
import { areaOfPins, WORLD_AREA } from "./mapArea";
import classes from "./ResultsMap.module.css";

interface ResultsMapProps {
  hits: readonly SearchHit[];
  filters: Filters;
  /** Camera at which the person left the map. */
  camera: MapPlace["camera"];
  marked: number | null;
  onCamera: (camera: MapPlace["camera"]) => void;
  onPick: (company: number) => void;
  onPoint: (company: number | null) => void;
  onChange: ChangeFilters;
}

/** Map of the results, with the lowest price of each company on its pin. It shows the searched area, else all pins. */
export function ResultsMap(props: ResultsMapProps) {
  const { hits, filters, camera, marked, onCamera, onPick, onPoint, onChange } = props;
  const { t } = useTranslation("discover");
  const money = useMoney();
  const [view, setView] = useState<Area>();
  const pins = useMemo(() => pinsOf(hits, money), [hits, money]);
  const area = filters.area ?? areaOfPins(pins) ?? WORLD_AREA;
  const moved = camera !== null && view !== undefined && writeArea(view) !== writeArea(area);
  return (
    <div className={classes.map}>
      <LazyMap
        label={t("map.region")}
        area={area}
        camera={camera}
        pins={pins}
        marked={marked}
        here={filters.near}
        onPick={onPick}
        onPoint={onPoint}
        onMove={(seen, at) => {
          setView(seen);
          onCamera(at);
        }}
      />
      <MapControls
        moved={moved}
        onSearch={() => {
          if (view) onChange({ area: view });
          setView(undefined);
        }}
      />
    </div>
  );
}
