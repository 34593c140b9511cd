import { startTransition, useEffect, useState } from "react";

/**
 * Returns undefined until the first value can be shown: React renders that one as a transition, in slices between which the page
 * answers. For values of external stores, which React otherwise renders in one task. Later values are returned at once.
 */
export function useFirstAsTransition<T>(value: T | undefined): T | undefined {
  const known = value !== undefined;
  const [shown, setShown] = useState(known);
  useEffect(() => {
    if (known) startTransition(() => setShown(true));
  }, [known]);
  return shown ? value : undefined;
}
