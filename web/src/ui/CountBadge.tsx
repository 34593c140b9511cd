import { useFormat } from "@/lib/format";
import classes from "./CountBadge.module.css";
import { VisuallyHidden } from "./VisuallyHidden";

/** Shows a count of unread messages or news. Renders nothing at zero. `label` is the full sentence for screen readers: "3 unread". */
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
