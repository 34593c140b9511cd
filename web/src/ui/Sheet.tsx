import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { useFocusBack } from "./useFocusBack";
import { useSheetEntry } from "./useSheetEntry";

const SheetBody = lazyPart(() => import("./SheetBody").then((file) => file.SheetBody));

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Without an entry in the history: the address opens it and has one, or it holds a navigation back. */
  noEntry?: boolean;
  children: ReactNode;
}

/**
 * Rises from the bottom on a phone, stands in the middle elsewhere. Escape, the backdrop and Back close it; the focus returns.
 * Its code comes with the first opening: no screen shows a sheet at once.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  useFocusBack(props.opened);
  useSheetEntry(props.opened && !props.noEntry, props.onClose);
  if (!wanted) return null;
  return (
    <Suspense>
      <SheetBody {...props} />
    </Suspense>
  );
}
