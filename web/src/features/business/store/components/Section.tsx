import type { ReactNode } from "react";
import classes from "./Store.module.css";

interface SectionProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** Titled part of the form. */
export function Section({ title, lead, children }: SectionProps) {
  return (
    <section className={classes.section}>
      <div>
        <h2>{title}</h2>
        {lead && <p className={classes.muted}>{lead}</p>}
      </div>
      {children}
    </section>
  );
}
