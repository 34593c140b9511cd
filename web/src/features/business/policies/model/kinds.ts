import {
  IconCalendarX,
  IconClipboardCheck,
  IconReceiptRefund,
  IconRoute,
  IconShieldLock,
  IconSparkles,
} from "@tabler/icons-react";

/** The six kinds, in the order of their tabs. */
export const KINDS = [
  { kind: "cancellation", icon: IconCalendarX },
  { kind: "rule", icon: IconClipboardCheck },
  { kind: "facility", icon: IconSparkles },
  { kind: "refund", icon: IconReceiptRefund },
  { kind: "privacy", icon: IconShieldLock },
  { kind: "directions", icon: IconRoute },
] as const;

export type Kind = (typeof KINDS)[number]["kind"];

export const FIRST_KIND: Kind = "cancellation";

/** Maximum entries of a kind, as the server enforces it. */
export const MAX_ENTRIES = 50;

export const kindOf = (text: string | null): Kind =>
  KINDS.find(({ kind }) => kind === text)?.kind ?? FIRST_KIND;
