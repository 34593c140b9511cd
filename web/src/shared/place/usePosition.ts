import { useEffect, useRef, useState } from "react";
import type { components } from "@/api/schema";
import { useAutomaticAddress } from "@/shared/address/api";
import type { MapPoint } from "@/shared/map/area";

type TownAt = components["schemas"]["AutomaticAddress"];

/** A position of a hundred metres is near enough, and tells less. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000;

/**
 * Asks the browser for the position, and the server for its town: null if it knows none, or was not reached. An answer
 * after the component has gone is dropped.
 */
export function usePosition(onKnown: (at: MapPoint, town: TownAt | null) => void) {
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState(false);
  const address = useAutomaticAddress();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const ask = () => {
    if (!navigator.geolocation) return setRefused(true);
    setAsking(true);
    setRefused(false);
    navigator.geolocation.getCurrentPosition(
      async ({ coords }) => {
        const at = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
        const town = await address.mutateAsync(at).catch(() => null);
        if (!shown.current) return;
        setAsking(false);
        onKnown(at, town);
      },
      () => {
        setAsking(false);
        setRefused(true);
      },
      { timeout: 10_000, maximumAge: 300_000 },
    );
  };
  return { ask, refused, busy: asking };
}
