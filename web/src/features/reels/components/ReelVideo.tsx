import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import type { Reel } from "@/shared/reels/types";
import { useSound } from "../hooks/useSound";
import { useVideoSource } from "../hooks/useVideoSource";
import { isWide } from "../model/source";
import { showCues } from "../model/subtitles";
import classes from "./Reels.module.css";

interface ReelVideoProps {
  reel: Reel;
  /** Place in the feed, which is its place in the scroller. */
  index: number;
  /** In view. The other video waits with its first seconds loaded. */
  current: boolean;
  playing: boolean;
  /** Set to the element while it is current. */
  player: RefObject<HTMLVideoElement | null>;
  onCue: (text: string) => void;
  /** The current video cannot be played, and this loads it again. Null: it can, as far as is known. */
  onFailed: (retry: (() => void) | null) => void;
  /** The browser did not let it start by itself. */
  onBlocked: () => void;
}

/** One of two video elements that take turns: while one plays, the other loads the next reel. */
export function ReelVideo({
  reel,
  index,
  current,
  playing,
  player,
  onCue,
  onFailed,
  onBlocked,
}: ReelVideoProps) {
  const { t } = useTranslation("reels");
  const language = useLanguage();
  const on = useSound((sound) => sound.on);
  const code = useSound((sound) => sound.subtitleLanguage) ?? language.code;
  const video = useRef<HTMLVideoElement>(null);
  const { source, fail, retry } = useVideoSource(reel);
  const failed = source === undefined;
  const latest = useRef({ onCue, onFailed, onBlocked });
  latest.current = { onCue, onFailed, onBlocked };
  const track =
    reel.subtitles.find(({ language }) => language === code) ??
    reel.subtitles.find(({ language }) => language === reel.language) ??
    reel.subtitles[0];

  // Muted is a property that the library sets only once.
  useEffect(() => {
    if (video.current) video.current.muted = !(on && current);
  }, [on, current]);

  useEffect(() => {
    const { current: element } = video;
    if (!element) return;
    if (!current || !playing || !source) {
      element.pause();
      if (!current) element.currentTime = 0;
      return;
    }
    element.play().catch((failure: unknown) => {
      if (!(failure instanceof DOMException)) return;
      if (failure.name === "NotAllowedError") latest.current.onBlocked();
      if (failure.name === "NotSupportedError") fail(source);
    });
  }, [current, playing, source, fail]);

  // Before the paint. A video that failed while it waited tells so in its turn.
  useLayoutEffect(() => {
    if (current) latest.current.onFailed(failed ? retry : null);
  }, [current, failed, retry]);

  useEffect(() => {
    const { current: element } = video;
    if (!element || !current) return;
    return showCues(element, (text) => latest.current.onCue(text));
  }, [current]);

  useLayoutEffect(() => {
    if (current) player.current = video.current;
  }, [current, player]);

  return (
    <video
      ref={video}
      className={classes.video}
      style={{ insetBlockStart: `${index * 100}%` }}
      src={source}
      data-wide={reel.video && isWide(reel.video) ? "" : undefined}
      preload="auto"
      playsInline
      loop
      muted
      tabIndex={-1}
      aria-label={t("video", { company: reel.company.name })}
      aria-hidden={!current}
      onError={() => fail(source)}
    >
      {track && <track key={track.url} kind="subtitles" src={track.url} default />}
      {t("unsupported")}
    </video>
  );
}
