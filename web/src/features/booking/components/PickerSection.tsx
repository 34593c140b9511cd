import { type ReactNode, useId } from "react";
import classes from "./Booking.module.css";

/** Part of the choice with its heading. */
export function PickerSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {children}
    </section>
  );
}
