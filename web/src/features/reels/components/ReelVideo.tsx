import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import type { Reel } from "@/shared/reels/types";
import { useSound } from "../hooks/useSound";
import { readPlayback, sourceOf } from "../model/source";
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
  onFailed: () => void;
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another reel starts anew in the same element
  useEffect(() => {
    const { current: element } = video;
    if (!element) return;
    if (!current || !playing) {
      element.pause();
      if (!current) element.currentTime = 0;
      return;
    }
    element.play().catch((failure: unknown) => {
      if (failure instanceof DOMException && failure.name === "NotAllowedError") latest.current.onBlocked();
    });
  }, [current, playing, reel.id]);

  useEffect(() => {
    const { current: element } = video;
    if (!element || !current) return;
    return showCues(element, (text) => latest.current.onCue(text));
  }, [current]);

  useLayoutEffect(() => {
    if (current) player.current = video.current;
  }, [current, player]);

  // Another file while a reel plays would begin it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once for each reel
  const source = useMemo(() => sourceOf(reel.video, readPlayback()), [reel.id]);

  return (
    <video
      ref={video}
      className={classes.video}
      style={{ insetBlockStart: `${index * 100}%` }}
      src={source}
      preload="auto"
      playsInline
      loop
      muted
      tabIndex={-1}
      aria-label={t("video", { company: reel.company.name })}
      aria-hidden={!current}
      onError={() => current && latest.current.onFailed()}
    >
      {track && <track key={track.url} kind="subtitles" src={track.url} default />}
      {t("unsupported")}
    </video>
  );
}
