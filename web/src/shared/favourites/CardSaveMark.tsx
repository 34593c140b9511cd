import { Suspense, useRef } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { useNear } from "@/lib/useNear";
import type { Saveable } from "./types";

const SaveMark = lazyPart(() => import("./SaveMark").then((file) => file.SaveMark));

/** Mark of a card in a list. Its code is loaded when a card comes near the window: a first view may show none. */
export function CardSaveMark(props: Saveable) {
  const at = useRef<HTMLSpanElement>(null);
  const near = useNear(at, false);
  if (!near) return <span ref={at} />;
  return (
    <Suspense>
      <SaveMark {...props} />
    </Suspense>
  );
}
