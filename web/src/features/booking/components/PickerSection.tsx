import { type ReactNode, useId } from "react";
import { useMissingMessage } from "../hooks/useMissing";
import type { MissingField } from "../model/missing";
import classes from "./Booking.module.css";
import { MissingText } from "./MissingText";

interface PickerSectionProps {
  title: string;
  note?: ReactNode;
  /** The buttons of a strip stand beside the heading. */
  strip?: boolean;
  /** Field whose message stands here while it is empty. */
  field?: MissingField | undefined;
  children: ReactNode;
}

/** Part of the choice with its heading. */
export function PickerSection({ title, note, strip = false, field, children }: PickerSectionProps) {
  const id = useId();
  const missing = useMissingMessage(field);
  return (
    <section
      className={classes.section}
      aria-labelledby={id}
      aria-describedby={missing && `${id}-missing`}
      data-missing={missing && ""}
      tabIndex={missing ? -1 : undefined}
    >
      <div className={classes.sectionHead} data-strip={strip ? "" : undefined}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      <MissingText id={`${id}-missing`} text={missing} />
      {children}
    </section>
  );
}
