import { Button } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop, IconSend2, IconTrash } from "@tabler/icons-react";
import { useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { uploadMedia } from "@/shared/upload/uploadMedia";
import { IconButton } from "@/ui/IconButton";
import { MAX_VOICE_MS } from "../../limits";
import type { Media } from "../../model/wire";
import { uploadErrorText } from "../../uploadErrors";
import { useTypingSignal } from "../../useTypingSignal";
import { formatDuration } from "./formatDuration";
import classes from "./Recorder.module.css";
import { type LevelMeter, measureLevel, type Recording, record, toBars } from "./recording";
import { Waveform } from "./Waveform";

/** A finger that let go sooner has tapped. */
const MAX_TAP_MS = 500;
const BAR_COUNT = 40;

type Step = "asking" | "recording" | "review" | "sending" | "denied";

interface RecorderProps {
  stream: string;
  /** The button is still pressed: letting go ends the recording. */
  held: boolean;
  onDone: (media: Media) => void;
  onCancel: () => void;
}

/** In the place of the field while a voice message is recorded, listened to and uploaded. */
export function Recorder({ stream, held, onDone, onCancel }: RecorderProps) {
  const { t } = useTranslation("messages");
  const [step, setStep] = useState<Step>("asking");
  const [problem, setProblem] = useState<string>();
  const [part, setPart] = useState(0);
  const [file, setFile] = useState<File>();
  const [, draw] = useReducer((turn: number) => turn + 1, 0);
  const recording = useRef<Recording>(undefined);
  const said = useRef({ levels: [] as readonly number[], lasts: 0 });
  const upload = useRef<AbortController>(undefined);
  const tell = useTypingSignal(stream, "voice");
  const stop = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let wanted = true;
    record().then(
      (begun) => {
        if (!wanted) return begun.cancel();
        recording.current = begun;
        setStep("recording");
      },
      () => wanted && setStep("denied"),
    );
    return () => {
      wanted = false;
      recording.current?.cancel();
      recording.current = undefined;
      upload.current?.abort();
    };
  }, []);

  const finish = async () => {
    const { current } = recording;
    if (!current) return;
    recording.current = undefined;
    said.current = { levels: [...current.levels()], lasts: current.lasts() };
    tell(false);
    setFile(await current.finish());
    setStep("review");
  };
  const finishing = useRef(finish);
  finishing.current = finish;

  useEffect(() => {
    if (step !== "recording") return;
    stop.current?.focus();
    const timer = setInterval(() => {
      tell(true);
      draw();
      if ((recording.current?.lasts() ?? 0) >= MAX_VOICE_MS) void finishing.current();
    }, 100);
    return () => clearInterval(timer);
  }, [step, tell]);

  useEffect(() => {
    if (!held) return;
    const onUp = () => {
      if ((recording.current?.lasts() ?? 0) > MAX_TAP_MS) void finishing.current();
    };
    window.addEventListener("pointerup", onUp, { once: true });
    return () => window.removeEventListener("pointerup", onUp);
  }, [held]);

  const send = async () => {
    if (!file) return;
    setStep("sending");
    setProblem(undefined);
    setPart(0);
    upload.current = new AbortController();
    try {
      onDone(await uploadMedia(file, setPart, upload.current.signal, "voice"));
    } catch (failure) {
      if (upload.current.signal.aborted) return;
      setStep("review");
      setProblem(problemOf(failure));
    }
  };

  const problemOf = (failure: unknown): string => {
    if (!(failure instanceof ApiError)) return t("voice.notSent");
    const known = uploadErrorText(failure.code, t);
    if (known || failure.transient) return known ?? t("voice.notSent");
    return failure.fields.file?.[0] ?? failure.message;
  };

  if (step === "denied") {
    return (
      <div className={classes.bar} role="alert">
        <p className={classes.problem}>{t("voice.denied")}</p>
        <Button variant="default" onClick={onCancel}>
          {t("action.close", { ns: "common" })}
        </Button>
      </div>
    );
  }
  const live = recording.current;
  const levels = live ? live.levels().slice(-BAR_COUNT) : toBars(said.current.levels, BAR_COUNT);
  const lasts = live?.lasts() ?? said.current.lasts;
  return (
    <fieldset className={classes.bar} aria-label={t("voice.label")}>
      <IconButton icon={IconTrash} iconSize={22} label={t("voice.cancel")} onClick={onCancel} />
      {step === "review" && file && <Listen file={file} />}
      <span className={classes.wave} data-live={step === "recording" ? "" : undefined}>
        <Waveform levels={levels} places={BAR_COUNT} />
      </span>
      {/* Told once when it begins; the clock is for the eye. */}
      <span className={classes.clock} aria-hidden="true">
        {step === "sending" ? `${Math.round(part * 100)} %` : formatDuration(lasts)}
      </span>
      {step === "sending" && (
        <progress className={classes.progress} aria-label={t("voice.sending")} value={part} max={1} />
      )}
      {step === "recording" ? (
        <IconButton
          icon={IconPlayerStop}
          iconSize={22}
          ref={stop}
          label={t("voice.stop")}
          onClick={() => void finish()}
          color="brick"
        />
      ) : (
        <IconButton
          icon={IconSend2}
          directed
          variant="filled"
          color="terracotta"
          radius={22}
          loading={step !== "review"}
          label={t("voice.send")}
          onClick={() => void send()}
        />
      )}
      <span className={classes.status} role="status">
        {step === "recording" && t("voice.recording")}
        {step === "review" && !problem && t("voice.review")}
        {problem}
      </span>
    </fieldset>
  );
}

function Listen({ file }: { file: File }) {
  const { t } = useTranslation("messages");
  const [playing, setPlaying] = useState<LevelMeter>();
  useEffect(() => () => playing?.stop(), [playing]);
  const toggle = async () => {
    if (playing) setPlaying(undefined);
    else setPlaying(await measureLevel(file, () => setPlaying(undefined)));
  };
  return (
    <IconButton
      icon={playing ? IconPlayerStop : IconPlayerPlay}
      iconSize={22}
      label={t(playing ? "voice.pause" : "voice.listen")}
      onClick={() => void toggle()}
    />
  );
}
