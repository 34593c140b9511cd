import { IconClock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import { useCountdown } from "../hooks/useCountdown";
import { formatLeft } from "../model/countdown";
import classes from "./HoldTimer.module.css";

const SOON_MS = 60_000;
/** Place of the time in the sentence. */
const MARK = "\u2060";

interface HoldTimerProps {
  deadline: number;
  onEnd: () => void;
}

/** Time left of a hold. Only the last minutes are announced. */
export function HoldTimer({ deadline, onEnd }: HoldTimerProps) {
  const { t } = useTranslation("booking");
  const left = useCountdown(deadline, onEnd);
  const [before, after] = t("hold.left", { left: MARK }).split(MARK);
  return (
    <p className={classes.timer} role="timer" aria-live="off" data-soon={left <= SOON_MS ? "" : undefined}>
      <Icon of={IconClock} />
      <span>
        {before}
        <span className={classes.left}>{formatLeft(left)}</span>
        {after}
      </span>
    </p>
  );
}
