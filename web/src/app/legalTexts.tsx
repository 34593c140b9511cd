import { lazy, Suspense } from "react";
import type { Legal } from "@/features/legal/LegalText";
import { ScreenSkeleton } from "@/ui/Skeletons";

const LegalText = lazy(() =>
  import("@/features/legal/LegalText").then((file) => ({ default: file.LegalText })),
);

/** The legal texts come when they are read. */
export const legalTexts = (of: Legal) => (
  <Suspense fallback={<ScreenSkeleton />}>
    <LegalText of={of} />
  </Suspense>
);
