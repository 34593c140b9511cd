import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "@/ui/Icon";
import classes from "./Booking.module.css";

/** Refusal in its place: what happened and what can be done. */
export function Notice({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  return (
    <div className={classes.problem} role="alert">
      <Icon of={IconAlertTriangle} />
      <div>
        <p className={classes.problemTitle}>{title}</p>
        {text && <p>{text}</p>}
        {action && <div className={classes.problemAction}>{action}</div>}
      </div>
    </div>
  );
}
