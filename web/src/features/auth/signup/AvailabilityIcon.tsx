import { IconCheck, IconLoader2, IconX } from "@tabler/icons-react";
import { Icon } from "@/ui/Icon";
import classes from "./signup.module.css";
import type { Freedom } from "./useAvailability";

const MARKS = { asking: IconLoader2, free: IconCheck, taken: IconX } as const;

/** At the end of the field, for the eye; the words stand below it. */
export function FreeMark({ freedom }: { freedom: Freedom }) {
  if (freedom.state === "unknown") return null;
  return (
    <span className={classes.mark} data-state={freedom.state}>
      <Icon of={MARKS[freedom.state]} />
    </span>
  );
}

/** Read out when it comes; an error of the field says it itself. */
export function FreeWords({ id, freedom }: { id: string; freedom: Freedom }) {
  return (
    <p id={id} role="status" className={classes.words} data-state={freedom.state}>
      {freedom.state === "taken" ? null : freedom.says}
    </p>
  );
}
