import { useState } from "react";
import { readStored, writeStored } from "@/lib/storage";

const STORED = "rail";

/** Tells if the desktop's rail shows icons only. The choice is kept in this browser. */
export function useRail(): { folded: boolean; toggle: () => void } {
  const [folded, setFolded] = useState(() => readStored(STORED) === "folded");
  const toggle = () => {
    writeStored(STORED, folded ? null : "folded");
    setFolded(!folded);
  };
  return { folded, toggle };
}
