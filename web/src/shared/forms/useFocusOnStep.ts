import { useEffect, useRef } from "react";

/** A new step is read from its beginning: its heading takes the focus when the step changes. */
export function useFocusOnStep<Element extends HTMLElement>(step: unknown) {
  const heading = useRef<Element>(null);
  const last = useRef(step);
  useEffect(() => {
    if (last.current !== step) heading.current?.focus();
    last.current = step;
  }, [step]);
  return heading;
}
