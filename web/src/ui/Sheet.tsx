import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";

const SheetBody = lazy(() => import("./SheetBody").then((file) => ({ default: file.SheetBody })));

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

/** The library returns the focus only from what was closed before it was opened, and from what stays when it is closed. */
function useFocusBack(opened: boolean): void {
  const from = useRef<Element>(null);
  // While it renders the focus is still where the opening was asked for: what comes may take it at once.
  if (opened && !from.current) from.current = document.activeElement;
  useLayoutEffect(() => {
    // A menu that led here has gone in the same step, and has given the focus back already.
    if (opened && !from.current?.isConnected) from.current = document.activeElement;
  }, [opened]);
  useEffect(() => {
    if (!opened) return;
    return () => {
      const { activeElement, body } = document;
      const left =
        activeElement === null || activeElement === body || activeElement.closest('[role="dialog"]');
      if (left && from.current instanceof HTMLElement) from.current.focus({ preventScroll: true });
      from.current = null;
    };
  }, [opened]);
}
