import { BusinessSignupScreen } from "@/features/business/BusinessSignupScreen";
import { legalTexts } from "./legalTexts";

/** The sign-up of a business, with the texts that another area lends. */
export function BusinessSignupRoute() {
  return <BusinessSignupScreen legal={legalTexts} />;
}
