import { type ReactNode, Suspense, useState } from "react";
import { lazyPart } from "@/lib/lazyPart";
import { useFocusBack } from "./useFocusBack";

const SheetBody = lazyPart(() => import("./SheetBody").then((file) => file.SheetBody));

export interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
}

/**
 * Rises from the bottom on a phone, stands in the middle elsewhere. Escape and the backdrop close it; the focus returns.
 * Its code comes with the first opening: no screen shows a sheet at once.
 */
export function Sheet(props: SheetProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  useFocusBack(props.opened);
  if (!wanted) return null;
  return (
    <Suspense>
      <SheetBody {...props} />
    </Suspense>
  );
}
