import { useFormat } from "@/lib/format";
import classes from "./CountBadge.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

/** How many wait (unread messages, news). Nothing at zero. `label` is the whole sentence for a screen reader: "3 unread". */
export function CountBadge({ value, label }: { value: number; label?: string }) {
  const format = useFormat();
  if (value <= 0) return null;
  return (
    <span className={classes.count}>
      {/* A new key starts the roll again. */}
      <span key={value} className={classes.roll} aria-hidden={label ? "true" : undefined}>
        {format.count(value)}
      </span>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
