import { type ReactNode, useId } from "react";
import classes from "./Booking.module.css";

interface PickerSectionProps {
  title: string;
  note?: ReactNode;
  /** The buttons of a strip stand beside the heading. */
  strip?: boolean;
  children: ReactNode;
}

/** Part of the choice with its heading. */
export function PickerSection({ title, note, strip = false, children }: PickerSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead} data-strip={strip ? "" : undefined}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {children}
    </section>
  );
}
