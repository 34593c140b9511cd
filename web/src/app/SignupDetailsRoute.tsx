import { lazy, Suspense } from "react";
import { DetailsScreen } from "@/features/auth/signup/DetailsScreen";
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

/** The second step of the sign-up, with the texts that another area lends. */
export function SignupDetailsRoute() {
  return <DetailsScreen legal={legalTexts} />;
}
