import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/lib/lazyPart";
import classes from "./LazyMap.module.css";
import type { MapViewProps } from "./MapView";

const MapView = lazyPart(() => import("./MapView").then((file) => file.MapView));

/** Map whose code is fetched once its place is painted and near the view. */
export function LazyMap(props: MapViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "200px",
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const empty = <div ref={place} className={classes.place} />;
  return near ? (
    <Suspense fallback={empty}>
      <MapView {...props} />
    </Suspense>
  ) : (
    empty
  );
}
