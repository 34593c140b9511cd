import type { ReactNode } from "react";
import classes from "./ShellBar.module.css";

interface ShellBarProps {
  /** The place of a consumer. */
  start: ReactNode;
  /** Search field, in the middle. */
  search?: ReactNode;
  end: ReactNode;
}

/** Slim bar over the content of a tablet or a desktop. */
export function ShellBar({ start, search, end }: ShellBarProps) {
  return (
    <header className={classes.bar}>
      <div className={classes.start}>{start}</div>
      {search && <div className={classes.search}>{search}</div>}
      <div className={classes.end}>{end}</div>
    </header>
  );
}
