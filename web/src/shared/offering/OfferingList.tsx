import { Children, type ReactNode } from "react";
import classes from "./OfferingList.module.css";

interface OfferingListProps {
  layout?: "card" | "row" | "strip";
  /** Accessible name, empty for a placeholder. */
  label: string;
  children: ReactNode;
}

/** Grid of cards, menu of rows, or a strip that scrolls sideways. */
export function OfferingList({ layout = "card", label, children }: OfferingListProps) {
  return (
    <ul className={classes.list} data-layout={layout} aria-label={label || undefined}>
      {Children.map(children, (child) => (
        <li className={classes.item}>{child}</li>
      ))}
    </ul>
  );
}
