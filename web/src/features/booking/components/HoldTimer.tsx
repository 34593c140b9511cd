import { IconClock } from "@tabler/icons-react";
import { Trans, useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { useCountdown } from "../hooks/useCountdown";
import { formatLeft } from "../model/countdown";
import classes from "./HoldTimer.module.css";

const SOON_MS = 60_000;

interface HoldTimerProps {
  deadline: number;
  onEnd: () => void;
}

/** Time left of a hold. Only the last minutes are announced. */
export function HoldTimer({ deadline, onEnd }: HoldTimerProps) {
  const { t } = useTranslation("booking");
  const left = useCountdown(deadline, onEnd);
  return (
    <p className={classes.timer} role="timer" aria-live="off" data-soon={left <= SOON_MS ? "" : undefined}>
      <Icon of={IconClock} />
      <span>
        <Trans
          t={t}
          i18nKey="hold.left"
          values={{ left: formatLeft(left) }}
          components={{ left: <span className={classes.left} /> }}
        />
      </span>
    </p>
  );
}
