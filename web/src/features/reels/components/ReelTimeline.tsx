import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReelVideo } from "@/shared/reels/types";
import { clockOf, frameAt, type VideoPreview } from "../model/preview";
import classes from "./ReelTimeline.module.css";

interface ReelTimelineProps {
  /** Element that plays the current reel. */
  player: RefObject<HTMLVideoElement | null>;
  video: ReelVideo;
}

/** Seconds of a step by key. */
const STEP = 1;

/** Line of the played part. Dragging it shows the frame of each time, and letting go plays from there. */
export function ReelTimeline({ player, video }: ReelTimelineProps) {
  const { t } = useTranslation("reels");
  const bar = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const dragging = useRef(false);
  const seconds = (video.duration_ms ?? 0) / 1_000;
  // A browser finds out the length of an older video only while it loads.
  const [length, setLength] = useState(seconds);

  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const { current: element } = player;
      const all = element && Number.isFinite(element.duration) && element.duration > 0 ? element.duration : 0;
      if (all > 0) setLength(all);
      if (!dragging.current && element && all > 0) {
        bar.current?.style.setProperty("--played", String(element.currentTime / all));
        if (input.current) input.current.value = String(element.currentTime);
      }
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [player]);

  const show = (time: number) => {
    bar.current?.style.setProperty("--played", String(length > 0 ? time / length : 0));
    setDragged(time);
  };
  const seek = (time: number) => {
    if (player.current) player.current.currentTime = time;
  };
  const finish = () => {
    if (!dragging.current) return;
    dragging.current = false;
    if (dragged !== null) seek(dragged);
    setDragged(null);
    // The keys of the feed work again.
    input.current?.blur();
  };

  return (
    <div ref={bar} className={classes.bar} data-dragged={dragged !== null || undefined}>
      {dragged !== null && (
        <span
          className={classes.bubble}
          style={{ "--at": length > 0 ? dragged / length : 0 } as CSSProperties}
        >
          {video.preview && <Frame preview={video.preview} seconds={dragged} />}
          <span className={classes.clock}>
            {clockOf(dragged)} / {clockOf(length)}
          </span>
        </span>
      )}
      <span className={classes.track}>
        <span />
      </span>
      <input
        ref={input}
        type="range"
        className={classes.input}
        min={0}
        max={length || 1}
        step={0.1}
        defaultValue={0}
        aria-label={t("timeline")}
        aria-valuetext={dragged === null ? undefined : clockOf(dragged)}
        onPointerDown={() => {
          dragging.current = true;
        }}
        onChange={(event) => {
          const time = Number(event.currentTarget.value);
          if (dragging.current) show(time);
          else seek(time);
        }}
        onKeyDown={(event) => {
          const turn = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
          const { current: element } = player;
          if (turn === undefined || !element) return;
          event.preventDefault();
          seek(Math.min(length, Math.max(0, element.currentTime + turn)));
        }}
        onPointerUp={finish}
        onPointerCancel={finish}
      />
    </div>
  );
}

function Frame({ preview, seconds }: { preview: VideoPreview; seconds: number }) {
  const { column, row } = frameAt(preview, seconds);
  const { url, width, height, columns, rows } = preview;
  return (
    <span
      className={classes.frame}
      data-testid="frame"
      style={{
        inlineSize: width,
        blockSize: height,
        backgroundImage: `url(${url})`,
        backgroundSize: `${columns * width}px ${rows * height}px`,
        backgroundPosition: `-${column * width}px -${row * height}px`,
      }}
    />
  );
}
