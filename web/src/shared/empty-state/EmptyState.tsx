import type { ReactNode } from "react";
import { SquareScene } from "@/illustrations/SquareScene";
import classes from "@/ui/State.module.css";

interface EmptyStateProps {
  title: string;
  /** The title is the heading of the page (there is no other). */
  heading?: boolean;
  text?: ReactNode;
  /** A drawing of about 148 by 112; the square itself when none is given. */
  picture?: ReactNode;
  action?: ReactNode;
}

/** Nothing here yet: a picture, a sentence, an action. */
export function EmptyState({ title, heading = false, text, picture, action }: EmptyStateProps) {
  const Title = heading ? "h1" : "p";
  return (
    <div className={classes.state}>
      <div className={classes.picture} aria-hidden="true">
        {picture ?? <SquareScene />}
      </div>
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
