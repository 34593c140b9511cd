import { Suspense } from "react";
import { CompanySwitcher } from "@/features/business/companies/CompanySwitcher";
import { useAccess } from "@/features/business/permissions";
import { BUSINESS_DESTINATIONS } from "../navigation";
import { Navigation } from "./Navigation";

interface BusinessNavigationProps {
  folded: boolean;
  onFold: () => void;
}

/** Destinations that the role of the signed-in account opens. */
export function BusinessNavigation(props: BusinessNavigationProps) {
  const access = useAccess();
  const open = BUSINESS_DESTINATIONS.filter(({ to }) => ["granted", "unknown"].includes(access(to)));
  return (
    <Navigation
      {...props}
      side="business"
      destinations={open}
      top={(icons) => (
        <Suspense>
          <CompanySwitcher folded={icons} />
        </Suspense>
      )}
      isPending={({ to }) => access(to) === "unknown"}
    />
  );
}
