import classes from "./Booking.module.css";

/** Message beside a part of the choice that is still empty. */
export function MissingText({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className={classes.missing} role="alert">
      {text}
    </p>
  );
}
