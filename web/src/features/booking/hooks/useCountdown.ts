import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "@/ui/LiveRegion";
import { announcedBetween } from "../model/countdown";

/** Returns the milliseconds to a deadline, every second. Announces the last minutes. */
export function useCountdown(deadline: number, onEnd: () => void): number {
  const { t } = useTranslation("booking");
  const [left, setLeft] = useState(() => deadline - Date.now());
  const latest = useRef({ onEnd, t });
  latest.current = { onEnd, t };
  useEffect(() => {
    let before = deadline - Date.now();
    setLeft(before);
    const timer = setInterval(() => {
      const now = deadline - Date.now();
      const minutes = announcedBetween(before, now);
      if (minutes !== null) announce(latest.current.t("hold.minutesLeft", { count: minutes }));
      before = now;
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      latest.current.onEnd();
    }, 1_000);
    return () => clearInterval(timer);
  }, [deadline]);
  return left;
}
