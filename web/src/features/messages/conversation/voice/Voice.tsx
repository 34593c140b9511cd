import { UnstyledButton } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { IconButton } from "@/ui/IconButton";
import type { Media } from "../../model/wire";
import classes from "../bubble/MessageAttachments.module.css";
import { formatDuration } from "./formatDuration";
import { cycleSpeed, seek, toggle, usePlayer } from "./voicePlayer";
import { Waveform } from "./Waveform";

const BAR_COUNT = 40;

/** A voice message: played, searched by its waveform, and faster if one likes. */
export function Voice({ media }: { media: Media }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const mine = usePlayer(({ id }) => id === media.id);
  const playing = usePlayer((player) => player.id === media.id && player.playing);
  const failed = usePlayer((player) => player.id === media.id && player.failed);
  const at = usePlayer((player) => (player.id === media.id ? player.at : 0));
  const speed = usePlayer((player) => player.speed);
  const lasts = (media.duration_ms ?? 0) / 1000;
  const levels = (media.waveform ?? []).map((level) => level / 100);
  return (
    <fieldset
      className={classes.voice}
      aria-label={t("voice.message", { lasts: formatDuration(lasts * 1000) })}
    >
      <IconButton
        icon={playing ? IconPlayerPause : IconPlayerPlay}
        color="tile"
        variant="light"
        radius="xl"
        label={t(playing ? "voice.pause" : "voice.play")}
        onClick={() => toggle(media)}
      />
      <span className={classes.wave}>
        <Waveform
          levels={stretched(levels, BAR_COUNT)}
          places={BAR_COUNT}
          heard={lasts > 0 ? at / lasts : 0}
        />
        <input
          type="range"
          className={classes.seek}
          min={0}
          max={lasts}
          step={0.1}
          value={Math.min(at, lasts)}
          aria-label={t("voice.seek")}
          aria-valuetext={formatDuration(at * 1000)}
          onChange={(event) => seek(media, Number(event.currentTarget.value))}
        />
        <span className={classes.clock}>
          {failed ? t("voice.failed") : formatDuration((mine && at > 0 ? at : lasts) * 1000)}
        </span>
      </span>
      <UnstyledButton
        className={classes.speed}
        aria-label={t("voice.speed", { speed: format.number(speed) })}
        onClick={cycleSpeed}
      >
        {format.number(speed)}×
      </UnstyledButton>
    </fieldset>
  );
}

/** As many bars as there are places, whatever the waveform has. */
function stretched(levels: readonly number[], places: number): number[] {
  if (levels.length === 0) return [];
  return Array.from({ length: places }, (_, at) => levels[Math.floor((at * levels.length) / places)] ?? 0);
}
