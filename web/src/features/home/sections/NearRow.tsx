import { Skeleton } from "@mantine/core";
import { type ReactNode, Suspense, useRef } from "react";
import { useNear } from "@/lib/useNear";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";

interface NearRowProps {
  title: string;
  /** Page with the whole list. */
  all?: string;
  size: "tile" | "wide";
  /** Height of a card in pixels, so that nothing moves when the cards come. */
  height: number;
  children: ReactNode;
}

const SKELETONS = 6;

/** Row below the first view. The code of its cards is loaded when it comes near the window. */
export function NearRow({ title, all, size, height, children }: NearRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const near = useNear(row, false);
  const waiting = Array.from({ length: SKELETONS }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
    <li key={at} aria-hidden="true">
      <Skeleton height={height} radius="lg" animate={near} />
    </li>
  ));
  return (
    <div ref={row}>
      <ScrollRow title={title} {...(all && { all })} size={size}>
        {near ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
      </ScrollRow>
    </div>
  );
}
