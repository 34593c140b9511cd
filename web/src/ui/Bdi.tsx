import type { ReactNode } from "react";

/** What a person wrote (a name, a message): its direction is its own and never turns the text around it. */
export function Bdi({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="auto" className={className}>
      {children}
    </bdi>
  );
}
