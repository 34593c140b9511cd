import { IconAlertTriangle } from "@tabler/icons-react";
import { Icon } from "@/ui/Icon";
import classes from "./Cart.module.css";

/** Problem in its place. */
export function Notice({ text }: { text: string }) {
  return (
    <p className={classes.notice} role="alert">
      <Icon of={IconAlertTriangle} />
      <span>{text}</span>
    </p>
  );
}
