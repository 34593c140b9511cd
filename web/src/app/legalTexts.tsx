import { Suspense } from "react";
import type { Legal } from "@/features/legal/LegalText";
import { lazyPart } from "@/lib/lazyPart";
import { ScreenSkeleton } from "@/ui/Skeletons";

const LegalText = lazyPart(() => import("@/features/legal/LegalText").then((file) => file.LegalText));

/** The legal texts come when they are read. */
export const legalTexts = (of: Legal) => (
  <Suspense fallback={<ScreenSkeleton />}>
    <LegalText of={of} />
  </Suspense>
);
