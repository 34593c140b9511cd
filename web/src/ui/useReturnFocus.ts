import { type RefObject, useEffect, useRef } from "react";

/** For the button whose place a form took: it has the focus again when the form is gone. */
export function useReturnFocus(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open) button.current?.focus();
    was.current = open;
  }, [open]);
  return button;
}
