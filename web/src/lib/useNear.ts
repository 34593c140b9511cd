import { type RefObject, useEffect, useRef, useState } from "react";

/** Distance from the window at which a picture begins to load. Browsers' own lazy loading begins screens earlier. */
const MARGIN = "160px";

/** Returns true from when the element first came near the window, in any row that scrolls. */
export function useNear<Target extends Element>(at: RefObject<Target | null>, eager: boolean): boolean {
  const [near, setNear] = useState(eager || typeof IntersectionObserver === "undefined");
  const isWaiting = useRef(!near);
  useEffect(() => {
    const { current } = at;
    if (!isWaiting.current || !current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        isWaiting.current = false;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [at]);
  return near;
}
