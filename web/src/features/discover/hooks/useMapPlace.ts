import { useState } from "react";
import { useLocation, useNavigationType, useSearchParams } from "react-router";
import { type MapPlace, readMapPlace, writeMapPlace } from "../model/mapPlace";

/** Place on the map, as it stands in the address. */
export function useMapPlace() {
  const [params, setParams] = useSearchParams();
  const place = readMapPlace(params);
  const changePlace = (patch: Partial<MapPlace>) => {
    const write = (now: URLSearchParams) => writeMapPlace(now, { ...readMapPlace(now), ...patch });
    // A map that moves to its own place, or a pin that is chosen again, changes nothing.
    if (write(params).toString() === params.toString()) return;
    setParams(write, { replace: true, preventScrollReset: true, flushSync: true });
  };
  return { place, changePlace };
}

/** Number of the visit to a page. Back and Forward begin another visit, and a changed address does not. */
export function useVisit(): number {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const [last, setLast] = useState({ key, visit: 0 });
  if (last.key === key) return last.visit;
  const next = { key, visit: isReturn ? last.visit + 1 : last.visit };
  setLast(next);
  return next.visit;
}
