import { lazy, Suspense } from "react";
import classes from "./Town.module.css";

const TownScene = lazy(() => import("./TownScene").then((file) => ({ default: file.TownScene })));

/** The picture of the square, whole or as a strip of its roofs. It comes after the words: nothing waits for it. */
export function Town({ strip = false }: { strip?: boolean }) {
  return (
    <Suspense fallback={<div className={classes.coming} />}>
      <TownScene strip={strip} />
    </Suspense>
  );
}
