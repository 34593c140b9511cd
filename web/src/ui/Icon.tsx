import type { Icon as TablerIcon } from "@tabler/icons-react";

interface IconProps {
  of: TablerIcon;
  size?: number;
  /** Turned around in a right-to-left page: arrows, sending, chevrons. */
  directed?: boolean;
}

/** One family, 20 px, stroke 1.5. The control around it carries the name. */
export function Icon({ of: Glyph, size = 20, directed = false }: IconProps) {
  return <Glyph size={size} stroke={1.5} aria-hidden="true" className={directed ? "directed" : undefined} />;
}
