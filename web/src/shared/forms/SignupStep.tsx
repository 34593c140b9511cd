import { StepIndicator } from "@/ui/StepIndicator";

/** Steps from the first field of a sign-up to the start page. */
const STEPS = ["access", "details", "categories", "region"] as const;

/** Position within the sign-up of a consumer. */
export function SignupStep({ at }: { at: (typeof STEPS)[number] }) {
  return <StepIndicator step={STEPS.indexOf(at) + 1} of={STEPS.length} />;
}
