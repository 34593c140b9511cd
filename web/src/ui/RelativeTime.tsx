import { useEffect, useState } from "react";
import { useFormat } from "@/lib/format";

/** "5 minutes ago", kept up to date; the exact moment on hover and for machines. */
export function RelativeTime({ at }: { at: string | number }) {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at)}>
      {format.relative(at, now)}
    </time>
  );
}
