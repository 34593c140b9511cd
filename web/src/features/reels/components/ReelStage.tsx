import { Button, UnstyledButton } from "@mantine/core";
import {
  IconBadgeCc,
  IconChevronDown,
  IconChevronUp,
  IconHeartFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolumeOff,
} from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Picture } from "@/shared/picture/Picture";
import type { Reel } from "@/shared/reels/types";
import { IconButton } from "@/ui/IconButton";
import { announce } from "@/ui/LiveRegion";
import { usePlaying } from "../hooks/usePlaying";
import { newer } from "../hooks/useReelActions";
import { useSound } from "../hooks/useSound";
import { useStage } from "../hooks/useStage";
import { useStageKeys } from "../hooks/useStageKeys";
import { useWatching } from "../hooks/useWatching";
import { slidesAt, slotsAt } from "../model/feed";
import type { ReelCommand } from "../model/keys";
import type { LiveReel } from "../model/reelTopic";
import { isWide } from "../model/source";
import { type ReelAction, ReelActions } from "./ReelActions";
import classes from "./Reels.module.css";
import { ReelTimeline } from "./ReelTimeline";
import { ReelVideo } from "./ReelVideo";
import { ReelWords } from "./ReelWords";

/** Time between two presses that like a reel. */
const DOUBLE_PRESS_MS = 280;

interface ReelStageProps {
  reels: readonly Reel[];
  index: number;
  /** Live part of the current reel. */
  live: LiveReel | undefined;
  /** A sheet is over the stage: the reel goes on, its keys do not. */
  covered: boolean;
  notice: ReactNode;
  onIndex: (index: number) => void;
  onAction: (action: ReelAction) => void;
  onLike: (liked: boolean) => void;
  onFollow: () => void;
  onBook: (offering: number) => void;
}

/** Reels of a feed, one at a time. Three are in the page, with two videos between them. */
export function ReelStage(props: ReelStageProps) {
  const { reels, index, live, covered, notice, onIndex, onAction, onLike, onFollow, onBook } = props;
  const { t } = useTranslation("reels");
  const format = useFormat();
  const stage = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const player = useRef<HTMLVideoElement>(null);
  const [cue, setCue] = useState("");
  const [hearts, setHearts] = useState(0);
  const [retry, setRetry] = useState<(() => void) | null>(null);
  const sound = useSound();
  const reel = reels[index];
  const turnTo = useStage({ scroller, index, count: reels.length, onIndex });
  const { paused, playing, setPaused } = usePlaying(reel?.id ?? null);
  useWatching(reel?.id ?? null, playing && !retry);

  // Before the paint: with it the browser takes the focus out of what is inert now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reel makes the last one inert
  useLayoutEffect(() => {
    if (document.activeElement?.closest("article[inert]")) scroller.current?.focus({ preventScroll: true });
  }, [reel?.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each reel begins anew
  useEffect(() => {
    setCue("");
    setHearts(0);
    if (reel) announce(t("current", { company: reel.company.name, caption: reel.caption }));
  }, [reel?.id]);

  const commands: Record<ReelCommand, () => void> = {
    next: () => turnTo(index + 1),
    previous: () => turnTo(index - 1),
    like: () => reel && onLike(!reel.liked),
    sound: () => sound.setOn(!sound.on),
    captions: () => sound.setCaptions(!sound.captions),
    comments: () => onAction("comments"),
    pause: () => setPaused(!paused),
  };
  useStageKeys({ stage, scroller, covered, run: (command) => commands[command]() });

  const press = usePress({
    // The first press in a reel that plays asks for sound, as no browser plays it before.
    onSingle: () => (sound.chosen || paused ? setPaused(!paused) : sound.setOn(true)),
    onDouble: () => {
      setHearts((count) => count + 1);
      if (reel && !reel.liked) onLike(true);
    },
  });

  return (
    <section ref={stage} className={classes.stage} aria-label={t("title")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keys scroll it */}
      <div ref={scroller} className={classes.scroller} tabIndex={0}>
        <div className={classes.track}>
          {slidesAt(index, reels.length).map((at) => (
            <Poster key={reels[at]?.id} reel={reels[at] as Reel} index={at} eager={at === index} />
          ))}
          {slotsAt(index, reels.length).map(({ slot, index: at }) => (
            <ReelVideo
              key={slot}
              reel={reels[at] as Reel}
              index={at}
              current={at === index}
              playing={playing}
              player={player}
              onCue={setCue}
              onFailed={(again) => setRetry(() => again)}
              onBlocked={() => setPaused(true)}
            />
          ))}
          <div role="feed" aria-label={t("feed")}>
            {slidesAt(index, reels.length).map((at) => {
              const shown = reels[at] as Reel;
              const current = at === index;
              return (
                <article
                  key={shown.id}
                  className={classes.slide}
                  style={{ insetBlockStart: `${at * 100}%` }}
                  aria-posinset={at + 1}
                  aria-setsize={-1}
                  aria-label={t("reelOf", { company: shown.company.name })}
                  inert={!current}
                >
                  <UnstyledButton
                    className={classes.surface}
                    aria-label={t(paused ? "play" : sound.chosen ? "pause" : "sound.turnOn")}
                    onClick={press}
                  />
                  <span className={classes.veil} />
                  {current && paused && !retry && (
                    <span className={classes.pause}>
                      <span>
                        <IconPlayerPlayFilled size={44} aria-hidden="true" />
                      </span>
                    </span>
                  )}
                  {current && hearts > 0 && (
                    <span key={hearts} className={classes.heart}>
                      <IconHeartFilled size={120} aria-hidden="true" />
                    </span>
                  )}
                  {current && retry && (
                    <div className={classes.failed} role="alert">
                      <p>{t("failedVideo")}</p>
                      <Button
                        variant="default"
                        onClick={() => {
                          // The button goes: the keys of the feed go on.
                          scroller.current?.focus({ preventScroll: true });
                          retry();
                        }}
                      >
                        {t("common:action.retry")}
                      </Button>
                    </div>
                  )}
                  <ReelWords reel={shown} cue={current ? cue : ""} onFollow={onFollow} onBook={onBook} />
                  <ReelActions
                    reel={shown}
                    counts={current ? newer(shown.counts, live?.counts) : shown.counts}
                    onAction={onAction}
                  />
                </article>
              );
            })}
          </div>
        </div>
      </div>
      <div className={classes.top}>
        {live && live.watching > 1 && (
          <span className={classes.watching}>
            {t("watching", { count: live.watching, shown: format.compact(live.watching) })}
          </span>
        )}
        <span className={classes.spring} />
        {reel && reel.subtitles.length > 0 && (
          <IconButton
            bare
            icon={IconBadgeCc}
            iconSize={22}
            className={classes.round}
            label={t("captions")}
            aria-pressed={sound.captions}
            onClick={() => sound.setCaptions(!sound.captions)}
          />
        )}
        <IconButton
          bare
          icon={sound.on ? IconVolume : IconVolumeOff}
          iconSize={22}
          className={classes.round}
          label={t("sound.label")}
          tooltip={t(sound.on ? "sound.off" : "sound.turnOn")}
          aria-pressed={sound.on}
          onClick={() => sound.setOn(!sound.on)}
        />
      </div>
      {!sound.chosen && reel && playing && !retry && <span className={classes.hint}>{t("sound.hint")}</span>}
      <div className={classes.turn}>
        <IconButton
          bare
          icon={IconChevronUp}
          iconSize={24}
          className={classes.round}
          label={t("previous")}
          disabled={index === 0}
          onClick={() => turnTo(index - 1)}
        />
        <IconButton
          bare
          icon={IconChevronDown}
          iconSize={24}
          className={classes.round}
          label={t("next")}
          disabled={index + 1 >= reels.length}
          onClick={() => turnTo(index + 1)}
        />
      </div>
      {reel?.video && <ReelTimeline key={reel.id} player={player} video={reel.video} />}
      {notice && <div className={classes.notice}>{notice}</div>}
    </section>
  );
}

/** Shown over its placeholder until the video has its first picture. */
function Poster({ reel: { poster, video }, index, eager }: { reel: Reel; index: number; eager: boolean }) {
  const wide = video && isWide(video) ? `${video.width} / ${video.height}` : undefined;
  return (
    <span
      className={classes.poster}
      style={{ insetBlockStart: `${index * 100}%`, "--shape": wide } as CSSProperties}
      data-wide={wide && ""}
    >
      {poster && <Picture picture={poster} alt="" sizes="(min-width: 48em) 540px, 100vw" eager={eager} />}
    </span>
  );
}

/** Tells one press from two. The first acts when no second follows. */
function usePress({ onSingle, onDouble }: { onSingle: () => void; onDouble: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onSingle);
  latest.current = onSingle;
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    if (timer.current === undefined) {
      timer.current = setTimeout(() => {
        timer.current = undefined;
        latest.current();
      }, DOUBLE_PRESS_MS);
      return;
    }
    clearTimeout(timer.current);
    timer.current = undefined;
    onDouble();
  };
}
