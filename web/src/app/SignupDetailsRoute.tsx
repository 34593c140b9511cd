import { DetailsScreen } from "@/features/auth/signup/DetailsScreen";
import { legalTexts } from "./legalTexts";

/** The second step of the sign-up, with the texts that another area lends. */
export function SignupDetailsRoute() {
  return <DetailsScreen legal={legalTexts} />;
}
