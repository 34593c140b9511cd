import type { ReactNode } from "react";

/** What another area lends: the text of the terms, or of the privacy policy. */
export type LegalTexts = (text: "terms" | "privacy") => ReactNode;
