import type { ReactNode } from "react";

/** Renders the terms or the privacy policy. Provided by `app`. */
export type LegalTexts = (text: "terms" | "privacy") => ReactNode;
