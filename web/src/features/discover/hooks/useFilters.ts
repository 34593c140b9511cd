import { useLocation, useSearchParams } from "react-router";
import { changeFilters, type Filters, readFilters, writeFilters } from "../model/filters";
import { placeAfter, readMapPlace, writeMapPlace } from "../model/mapPlace";

export type ChangeFilters = (change: Partial<Filters>) => void;

/** Filters of the address. `base` holds those that the screen fixes; they never stand in the address. */
export function useFilters(base: Partial<Filters> = {}) {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const filters: Filters = { ...readFilters(params), ...base };
  const change: ChangeFilters = (patch) =>
    setParams(
      (now) => {
        const next = writeFilters(now, changeFilters(readFilters(now), patch));
        return writeMapPlace(next, placeAfter(readMapPlace(now), patch, pathname));
      },
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  return { filters, change };
}
