import { useCallback, useMemo, useState } from "react";
import type { Reel } from "@/shared/reels/types";
import { readPlayback, sourcesOf } from "../model/source";

/** File that plays a reel. The next one stands in for a file that fails; after the last one there is none. */
export function useVideoSource({ id, video }: Pick<Reel, "id" | "video">) {
  // Another file while a reel plays would begin it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once for each reel
  const sources = useMemo(() => sourcesOf(video, readPlayback()), [id]);
  const [tried, setTried] = useState({ reel: id, at: 0 });
  if (tried.reel !== id) setTried({ reel: id, at: 0 });
  /** An element tells the same failure by its event and by its promise: only the first counts. */
  const fail = useCallback(
    (source: string | undefined) =>
      setTried((now) => (sources[now.at] === source ? { ...now, at: now.at + 1 } : now)),
    [sources],
  );
  const retry = useCallback(() => setTried((now) => ({ ...now, at: 0 })), []);
  return { source: sources[tried.at], fail, retry };
}
