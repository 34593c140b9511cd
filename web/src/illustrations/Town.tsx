import { lazy, Suspense } from "react";
import classes from "./Town.module.css";

const TownScene = lazy(() => import("./TownScene").then((file) => ({ default: file.TownScene })));

/** The picture of the square. It comes after the words: nothing waits for it. */
export function Town() {
  return (
    <Suspense fallback={<div className={classes.coming} />}>
      <TownScene />
    </Suspense>
  );
}
