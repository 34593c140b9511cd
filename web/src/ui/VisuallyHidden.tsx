import type { ReactNode } from "react";
import classes from "./VisuallyHidden.module.css";

/** Said by a screen reader, not shown. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>;
}
