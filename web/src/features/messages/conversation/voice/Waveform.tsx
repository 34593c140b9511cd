import type { CSSProperties } from "react";
import classes from "./Waveform.module.css";

interface WaveformProps {
  /** 0 to 1. */
  levels: readonly number[];
  /** Number of bars that fit. */
  places: number;
  /** The part that was heard already. */
  heard?: number;
}

/** Loudness over time. Decoration: what it says stands in words beside it. */
export function Waveform({ levels, places, heard = 0 }: WaveformProps) {
  return (
    <span className={classes.bars} aria-hidden="true">
      {Array.from({ length: places }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={at}
          data-heard={at < heard * places ? "" : undefined}
          style={{ "--level": levels[at] ?? 0 } as CSSProperties}
        />
      ))}
    </span>
  );
}
