import { useEffect } from "react";
import { forgetSignup } from "@/features/auth/signup/useSignup";
import { CategoriesScreen } from "@/features/onboarding/CategoriesScreen";

/** First onboarding step. The account exists now, so the typed sign-up password is dropped from memory. */
export function OnboardingRoute() {
  useEffect(forgetSignup, []);
  return <CategoriesScreen />;
}
