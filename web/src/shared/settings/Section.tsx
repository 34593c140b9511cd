import { type ReactNode, useId } from "react";
import classes from "./settings.module.css";

/** A part of a settings page: what it is, what it does, and its controls. */
export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      <div className={classes.controls}>{children}</div>
    </section>
  );
}
