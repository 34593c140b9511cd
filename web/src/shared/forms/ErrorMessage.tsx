import { IconAlertCircle } from "@tabler/icons-react";
import { Icon } from "@/ui/Icon";
import classes from "./forms.module.css";

/** Error in its place, announced when it appears. */
export function ErrorMessage({ text }: { text: string }) {
  return (
    <div className={classes.problem} role="alert">
      <Icon of={IconAlertCircle} />
      <span>{text}</span>
    </div>
  );
}
