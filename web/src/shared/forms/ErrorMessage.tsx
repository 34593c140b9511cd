import { IconAlertCircle } from "@tabler/icons-react";
import { useEffect } from "react";
import { toast } from "@/lib/toasts";
import { Icon } from "@/ui/Icon";
import classes from "./forms.module.css";

/** Error in its place, announced when it appears. A toast with the same text goes. */
export function ErrorMessage({ text }: { text: string }) {
  useEffect(() => toast.withdraw(text), [text]);
  return (
    <div className={classes.problem} role="alert">
      <Icon of={IconAlertCircle} />
      <span>{text}</span>
    </div>
  );
}
