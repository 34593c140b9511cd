import type { ReactNode } from "react";

interface BdiProps {
  children: ReactNode;
  className?: string;
  /** On one line, cut at its own end: in a page that reads the other way the end is on the other side. */
  line?: boolean;
}

/** What a person wrote (a name, a message): its direction is its own and never turns the text around it. */
export function Bdi({ children, className, line }: BdiProps) {
  return (
    <bdi dir="auto" className={className} data-line={line ? "" : undefined}>
      {children}
    </bdi>
  );
}
