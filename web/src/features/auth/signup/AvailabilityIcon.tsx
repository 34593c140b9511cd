import { IconCheck, IconLoader2, IconX } from "@tabler/icons-react";
import { Icon } from "@/ui/Icon";
import classes from "./signup.module.css";
import type { Availability } from "./useAvailability";

const ICONS = { asking: IconLoader2, free: IconCheck, taken: IconX } as const;

/** At the end of the field, for the eye; the words stand below it. */
export function AvailabilityIcon({ freedom }: { freedom: Availability }) {
  if (freedom.state === "unknown") return null;
  return (
    <span className={classes.mark} data-state={freedom.state}>
      <Icon of={ICONS[freedom.state]} />
    </span>
  );
}

/** Read out when it comes; an error of the field says it itself. */
export function AvailabilityText({ id, freedom }: { id: string; freedom: Availability }) {
  return (
    <p id={id} role="status" className={classes.words} data-state={freedom.state}>
      {freedom.state === "taken" ? null : freedom.says}
    </p>
  );
}
