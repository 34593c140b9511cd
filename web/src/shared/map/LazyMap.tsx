import { lazy, Suspense, useEffect, useState } from "react";
import classes from "./LazyMap.module.css";
import type { MapViewProps } from "./MapView";

const MapView = lazy(() => import("./MapView").then((file) => ({ default: file.MapView })));

/** Map whose code is fetched after the page around it is painted. */
export function LazyMap(props: MapViewProps) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    // The second frame begins after the first is on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const place = <div className={classes.place} />;
  return painted ? (
    <Suspense fallback={place}>
      <MapView {...props} />
    </Suspense>
  ) : (
    place
  );
}
