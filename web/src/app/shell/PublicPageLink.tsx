import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useUser } from "@/api/auth";
import type { CameFrom } from "@/shared/person/PersonLink";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";

/** Leads the team of a business to its page as others see it. The back arrow returns. */
export function PublicPageLink() {
  const { t } = useTranslation();
  const employer = useUser()?.actsFor;
  const phone = usePhone();
  const { pathname, search } = useLocation();
  // The store has a preview of its own. A phone has no room beside the title of the notifications.
  const isElsewhere = pathname.startsWith("/pro/store") || (phone && pathname === "/pro/notifications");
  if (!employer || isElsewhere) return null;
  const to = `/companies/${employer.userName}`;
  const state: CameFrom = { from: pathname + search };
  if (phone) return <IconButton icon={IconEye} label={t("nav.publicPage")} to={to} state={state} />;
  return (
    <Button component={Link} to={to} state={state} variant="default" leftSection={<Icon of={IconEye} />}>
      {t("nav.publicPage")}
    </Button>
  );
}
