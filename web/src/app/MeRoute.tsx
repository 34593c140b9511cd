import { MeScreen } from "@/features/me/MeScreen";
import { AreaRows } from "./AreaRows";

/** "Me", with the areas that a phone reaches from there. */
export function MeRoute() {
  return <MeScreen areas={<AreaRows />} />;
}
