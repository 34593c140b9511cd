import { Suspense } from "react";
import { lazyPart } from "@/lib/lazyPart";
import classes from "./Town.module.css";

const TownScene = lazyPart(() => import("./TownScene").then((file) => file.TownScene));

/** The picture of the square, whole or as a strip of its roofs. It comes after the words: nothing waits for it. */
export function Town({ strip = false }: { strip?: boolean }) {
  return (
    <Suspense fallback={<div className={classes.coming} />}>
      <TownScene strip={strip} />
    </Suspense>
  );
}
