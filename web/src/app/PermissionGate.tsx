import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation } from "react-router";
import { useBusiness } from "@/features/business/api";
import { useAccess } from "@/features/business/permissions";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Screen } from "@/ui/Screen";
import { ScreenSkeleton } from "@/ui/Skeletons";

/** Shows a page of the business side to those whose role opens it, and a reason to others. */
export function PermissionGate() {
  const { pathname } = useLocation();
  const business = useBusiness();
  const access = useAccess()(pathname);
  // A failed read is the matter of the page, which tells it and can try again.
  if (access === "granted" || (access === "unknown" && business.isError)) return <Outlet />;
  return access === "unknown" ? <ScreenSkeleton /> : <Refusal reason={access} />;
}

function Refusal({ reason }: { reason: "refused" | "closed" }) {
  const { t } = useTranslation("business-team");
  const [to, label] =
    reason === "refused"
      ? (["/pro", "gate.dashboard"] as const)
      : (["/pro/settings", "gate.account"] as const);
  return (
    <Screen title={t(`gate.${reason}`)} header={null}>
      <EmptyState
        heading
        title={t(`gate.${reason}`)}
        text={t(`gate.${reason}Text`)}
        action={
          <Button component={Link} to={to}>
            {t(label)}
          </Button>
        }
      />
    </Screen>
  );
}
