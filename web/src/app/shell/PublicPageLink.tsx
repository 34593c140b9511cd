import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useUser } from "@/api/auth";
import { usePhone } from "@/ui/breakpoints";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";

/** Leads a business to its page as others see it. */
export function PublicPageLink() {
  const { t } = useTranslation();
  const user = useUser();
  const phone = usePhone();
  if (!user) return null;
  const to = `/pro/people/${user.id}`;
  if (phone) return <IconButton icon={IconEye} label={t("nav.publicPage")} to={to} />;
  return (
    <Button component={Link} to={to} variant="default" size="sm" leftSection={<Icon of={IconEye} />}>
      {t("nav.publicPage")}
    </Button>
  );
}
