import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRepeatWhenReachable } from "@/lib/reachable";

interface InfiniteScrollProps {
  busy: boolean;
  /** The last try brought nothing: the person says when to try again, or the connection comes back. */
  failed?: boolean;
  onMore: () => void;
}

/** The end of a list that goes on: more comes when it is scrolled into view, or when it is pressed. */
export function InfiniteScroll({ busy, failed = false, onMore }: InfiniteScrollProps) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useRepeatWhenReachable(failed ? onMore : null);
  useEffect(() => {
    const { current } = end;
    if (!current || busy || failed || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && more.current(),
      // Before it is reached, so that there is nothing to wait for.
      { rootMargin: "400px" },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [busy, failed]);
  return (
    <div ref={end}>
      <Button variant="default" fullWidth loading={busy} onClick={onMore}>
        {t(failed ? "list.moreFailed" : "list.more")}
      </Button>
    </div>
  );
}
