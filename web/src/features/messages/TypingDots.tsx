import classes from "./TypingDots.module.css";

/** Three dots that rise one after the other. The words stand beside them. */
export function TypingDots() {
  return (
    <span className={classes.dots} aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  );
}
