import { useUser } from "@/api/auth";
import { Shell } from "./Shell";

/** Shell of the side that the account belongs to, around pages that both sides share. */
export function OwnShell() {
  return <Shell side={useUser()?.type === "professional" ? "business" : "consumer"} />;
}
