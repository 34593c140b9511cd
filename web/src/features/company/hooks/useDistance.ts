import { useEffect, useState } from "react";
import { distanceKm } from "../model/place";

interface Located {
  latitude: number | null;
  longitude: number | null;
}

/** Distance from the viewer in kilometres. Null unless the browser may already tell the position: it never asks. */
export function useDistance({ latitude, longitude }: Located): number | null {
  const [here, setHere] = useState<GeolocationCoordinates | null>(null);
  useEffect(() => {
    let current = true;
    const read = async () => {
      const permission = await navigator.permissions.query({ name: "geolocation" });
      if (permission.state !== "granted" || !current) return;
      navigator.geolocation.getCurrentPosition(({ coords }) => current && setHere(coords));
    };
    read().catch(() => setHere(null));
    return () => {
      current = false;
    };
  }, []);
  if (!here || latitude === null || longitude === null) return null;
  return distanceKm(here, { latitude, longitude });
}
