import { useUser } from "@/api/auth";
import { HelpScreen } from "@/features/legal/HelpScreen";

/** Help for the side that the account belongs to. */
export function HelpRoute() {
  return <HelpScreen business={useUser()?.type === "professional"} />;
}
