import { Suspense } from "react";
import { isGuest, useUser } from "@/api/auth";
import type { Destination } from "../navigation";

/** Count of a destination. Guests and visitors have none. */
export function DestinationBadge({ of: Badge }: { of: Destination["badge"] }) {
  const user = useUser();
  if (!Badge || !user || isGuest(user)) return null;
  return (
    <Suspense>
      <Badge />
    </Suspense>
  );
}
