import type { ReactNode } from "react";

interface BdiProps {
  children: ReactNode;
  className?: string;
  /** On one line, cut at its own end: in a page that reads the other way the end is on the other side. */
  line?: boolean;
}

/** Isolates user text (a name, a message) so that its direction does not affect the text around it. */
export function Bdi({ children, className, line }: BdiProps) {
  return (
    <bdi dir="auto" className={className} data-line={line ? "" : undefined}>
      {children}
    </bdi>
  );
}
