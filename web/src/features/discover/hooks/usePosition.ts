import { useState } from "react";
import { useAutomaticAddress } from "@/shared/address/api";
import type { Near } from "../model/filters";

/** A position of a hundred metres is near enough, and tells less. */
const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000;

/** Asks the browser for the position, and the server for the name of its town. */
export function usePosition(onKnown: (place: Near) => void) {
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState(false);
  const address = useAutomaticAddress();
  const ask = () => {
    if (!navigator.geolocation) return setRefused(true);
    setAsking(true);
    navigator.geolocation.getCurrentPosition(
      async ({ coords }) => {
        const at = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
        const found = await address.mutateAsync(at).catch(() => null);
        setAsking(false);
        setRefused(false);
        onKnown({ ...at, label: found?.city ?? "" });
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
