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

/** Key of the visit to a page. Back and Forward begin another visit, and a changed address does not. */
export function useVisit(): string {
  const { key } = useLocation();
  const isReturn = useNavigationType() === "POP";
  const [visit, setVisit] = useState(key);
  if (isReturn && visit !== key) setVisit(key);
  return isReturn ? key : visit;
}
